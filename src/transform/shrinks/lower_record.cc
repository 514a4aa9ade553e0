// A struct or union variable becomes a variable for each of its members that is used.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>
#include <map>

namespace assay::transform {
namespace {

namespace at = program::at;

class LowerRecord final : public Transform {
  public:
    LowerRecord()
        : Transform({.name = "lower-record",
                     .precondition = "a struct or union variable, no parameter, of which nothing but members "
                                     "is named; one that a for loop declares has one member in use at most",
                     .effect = "each member that is named becomes a variable of its own",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the variable

  private:
    using Parts = std::map<uint32_t, VarId>; // by member

    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i)
            if (program::is_record(p.types.kind(p.vars[i].type))) out.push_back(step_at(site, {i}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(0);
        if (!view.is_whole_program(step.site) || !is_part(p, var)) return false;
        if (!program::is_record(p.types.kind(p[var].type)) || p[var].storage == program::Storage::Param)
            return false;
        if (!p[var].is_global() && !view.use(var).declare) return false;
        return shrinks_soundly(p, [&](Program& program) { return lower(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return lower(program, step); });
    }

    static bool is_member_of(const Program& p, const Node& n, VarId var) {
        if (n.kind != NodeKind::Member || n.slot[at::Member::object] >= p.nodes.size()) return false;
        const Node& object = p[n.child(at::Member::object)];
        return object.kind == NodeKind::VarRef && object.var() == var;
    }

    static bool lower(Program& p, const Step& step) {
        const VarId var = step.var(0);
        std::vector<uint32_t> uses;
        Parts parts;
        for (uint32_t i = 0; i < p.nodes.size(); ++i) {
            if (!is_member_of(p, p.nodes[i], var)) continue;
            uses.push_back(i);
            parts[p.nodes[i].slot[at::Member::field]] = {};
        }
        if (parts.empty() || !make_parts(p, var, parts)) return false;
        for (const uint32_t use : uses) {
            const VarId part = parts[p.nodes[use].slot[at::Member::field]];
            p.nodes[use] = p[program::Build(p).ref(part)];
        }
        return true;
    }

    // The variable itself stands for the first member in use.
    static bool make_parts(Program& p, VarId var, Parts& parts) {
        const program::Var whole = p[var];
        const auto given = p.types.fields_of(whole.type);
        const std::vector<program::Field> fields(given.begin(), given.end());
        std::vector<VarId> added;
        for (auto& [field, part] : parts) {
            program::Var made = whole;
            made.type = p.types.qualified(fields[field].type, p.types.quals(whole.type));
            made.init = initialiser(p, whole, field);
            if (field == parts.begin()->first) {
                p[var] = made;
                part = var;
                continue;
            }
            made.name = p.names.add(fresh_name(p, "m", static_cast<uint32_t>(p.vars.size())));
            part = p.add(made);
            added.push_back(part);
        }
        return declare(p, var, added);
    }

    static NodeId initialiser(const Program& p, const program::Var& whole, uint32_t field) {
        if (!whole.init || p[whole.init].kind != NodeKind::InitList) return {};
        const Node& list = p[whole.init];
        const auto elements = p.list(list, at::InitList::elements);
        if (p.types.kind(list.type) == TypeKind::Union)
            return list.op == field && !elements.empty() ? elements[0] : NodeId{};
        const auto fields = p.types.fields_of(list.type);
        size_t position = 0;
        for (uint32_t i = 0; i < field; ++i) position += fields[i].is_named() ? 1 : 0;
        return position < elements.size() ? elements[position] : NodeId{};
    }

    static bool declare(Program& p, VarId var, const std::vector<VarId>& added) {
        if (added.empty()) return true;
        if (p[var].is_global()) {
            p.globals.insert(std::ranges::find(p.globals, var) + 1, added.begin(), added.end());
            return true;
        }
        for (uint32_t i = 0; i < p.nodes.size(); ++i) {
            if (p.nodes[i].kind != NodeKind::Block) continue;
            const auto stmts = p.list(p.nodes[i], at::Block::stmts);
            for (uint32_t k = 0; k < stmts.size(); ++k) {
                if (p[stmts[k]].kind != NodeKind::Declare || p[stmts[k]].var() != var) continue;
                for (const VarId part : added) insert_stmt(p, {i}, k + 1, program::Build(p).declare(part));
                return true;
            }
        }
        return false; // a for loop's
    }
};

} // namespace

const Transform& lower_record() {
    static const LowerRecord transform;
    return transform;
}

} // namespace assay::transform
