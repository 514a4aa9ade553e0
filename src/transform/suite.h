// What every transform promises, as one question about one step; and the example programs that the tests ask
// it on. Only tests include it.
#pragma once

#include "base/hash.h"
#include "program/check_program.h"
#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate.h"
#include "transform/editor.h"
#include "transform/replay.h"
#include "transform/shown.h"
#include "transform/size.h"

#include <algorithm>
#include <string>
#include <vector>

namespace assay::transform {

inline constexpr uint64_t kBudget = 200'000;

inline Meaning meaning_of(const Program& program, bool profile = true, uint64_t budget = kBudget) {
    semantics::EvaluateOptions options;
    options.step_budget = budget;
    options.profile = profile;
    return semantics::evaluate(program, options);
}

// Steps of the transform on the whole program: those at every node, for a few words each, thinned out evenly.
inline std::vector<Step> sample_steps(const Transform& transform, const View& view, size_t most,
                                      uint64_t seed = 0) {
    std::vector<Step> all;
    for (const NodeId site : view.nodes())
        for (uint64_t round = 0; round < 3; ++round) {
            std::vector<Step> here;
            transform.propose(view, site, base::combine(base::combine(seed, site.index), round), here);
            for (Step& step : here)
                if (std::ranges::find(all.end() - std::min<ptrdiff_t>(std::ssize(all), 8), all.end(), step) ==
                    all.end())
                    all.push_back(std::move(step));
        }
    if (all.size() <= most) return all;
    std::vector<Step> some;
    for (size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
    return some;
}

// Compares what ran before a step with what stands there after it.
class LiveCode {
  public:
    LiveCode(const Program& before, const Meaning& meaning, const Program& after)
        : before_(before), after_(after), seen_(before, &meaning), now_(after), meaning_(meaning) {}

    // What of the code that ran was changed; empty: nothing.
    std::string change() {
        for (const NodeId id : seen_.nodes())
            if (meaning_.profile[id.index].runs != 0 && !now_.holds(id)) return complain(id, "is gone");
        if (before_.globals != after_.globals || before_.funcs.size() != after_.funcs.size())
            return "globals or functions differ";
        for (const VarId global : before_.globals) compare_variable(global);
        for (size_t i = 0; i < before_.funcs.size(); ++i) {
            if (before_.funcs[i].body != after_.funcs[i].body) return "a function has another body";
            if (!seen_.is_dead(before_.funcs[i].body)) compare(before_.funcs[i].body);
        }
        return problem_;
    }

  private:
    std::string complain(NodeId id, std::string_view what) const {
        return std::string(program::info(before_[id].kind).name) + " (node " + std::to_string(id.index) +
               "), which ran, " + std::string(what);
    }

    void compare_variable(VarId var) {
        const program::Var &a = before_[var], &b = after_[var];
        const bool same = a.name == b.name && a.type == b.type && a.init == b.init && a.length == b.length &&
                          a.storage == b.storage;
        if (!same) problem_ = "a variable of live code differs";
        if (same && a.init) compare(a.init);
        if (same && a.length) compare(a.length);
    }

    void compare(NodeId id) {
        if (!problem_.empty()) return;
        const Node &a = before_[id], &b = after_[id];
        if (a.kind != b.kind || a.op != b.op || a.guarded != b.guarded || a.form != b.form ||
            a.type != b.type) {
            problem_ = complain(id, "is another node");
            return;
        }
        if (a.kind == NodeKind::Declare) compare_variable(a.var());
        const program::NodeInfo& about = program::info(a.kind);
        for (uint8_t i = 0; i < about.field_count && problem_.empty(); ++i) {
            const program::FieldKind kind = about.fields[i].kind;
            if (program::is_list(kind))
                compare_lists(id, before_.list(a, i), after_.list(b, i));
            else if (program::is_child(kind))
                compare_child(id, a.child(i), b.child(i));
            else if (a.slot[i] != b.slot[i])
                problem_ = complain(id, "differs");
        }
    }

    void compare_child(NodeId id, NodeId a, NodeId b) {
        if (a && seen_.is_dead(a)) return; // anything may be there now
        if (a != b)
            problem_ = complain(id, "has another child");
        else if (a)
            compare(a);
    }

    void compare_lists(NodeId id, std::span<const NodeId> a, std::span<const NodeId> b) {
        const auto live = [&](std::span<const NodeId> list) {
            std::vector<NodeId> found;
            for (const NodeId child : list)
                if (seen_.holds(child) && !seen_.is_dead(child)) found.push_back(child);
            return found;
        };
        const std::vector<NodeId> children = live(a);
        if (children != live(b)) problem_ = complain(id, "has other children that ran");
        for (const NodeId child : children) compare(child);
    }

    const Program &before_, &after_;
    View seen_, now_;
    const Meaning& meaning_;
    std::string problem_;
};

// A step may only change what is below its site: then the view of an Editor is that of the new program.
inline std::string far_change(const Transform& transform, const Program& before, const Meaning& meaning,
                              const Step& step) {
    Editor editor(before, meaning);
    if (!editor.apply(transform, step)) return "proposed, it does not apply";
    const bool agrees = editor.view().agrees_with(View(editor.program(), &meaning));
    return agrees ? "" : "it changes more than the tree below its site";
}

// Why the step, which applies, breaks a promise of its transform; empty: it keeps them all.
inline std::string complaint(const Transform& transform, const Program& before, const Meaning& meaning,
                             Step step) {
    const Flags flags = transform.about().flags;
    Program after = before;
    transform.apply(after, step);
    if (const auto checked = program::check_program(after); !checked)
        return "the checker refuses: " + checked.error().message;
    const bool same = flags.preserves || flags.dead_only;
    const Meaning now = meaning_of(after, false, same ? 10 * kBudget : kBudget); // it may take longer
    if (same)
        if (std::string difference = difference_shown(meaning, now); !difference.empty()) return difference;
    if (flags.extends)
        if (std::string missing = missing_in(before, after, kBudget); !missing.empty()) return missing;
    if (flags.dead_only)
        if (std::string change = LiveCode(before, meaning, after).change(); !change.empty()) return change;
    if (flags.shrinks && !(size_of(after) < size_of(before))) return "it is not smaller";
    if (std::string change = far_change(transform, before, meaning, step); !change.empty()) return change;

    const Transform* const known[] = {&transform};
    const auto steps = load_steps(save_steps({&step, 1}), "steps", known);
    if (!steps) return "the saved step does not load: " + steps.error().message;
    Program again = before;
    const auto replayed = replay(again, *steps, Misfit::Fail, known);
    if (!replayed) return "the saved step does not replay: " + replayed.error().message;
    const std::string text = program::save(after);
    if (program::save(again) != text) return "replayed, it gives another program";
    const auto loaded = program::load(text, after.platform, "after");
    if (!loaded) return "the outcome does not load: " + loaded.error().message;
    if (program::save(*loaded) != text) return "loaded, the outcome is another program";
    return {};
}

} // namespace assay::transform
