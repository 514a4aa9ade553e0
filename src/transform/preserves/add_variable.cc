// The program gets a variable of any integer type, array, struct or union, initialised and not shown.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::Storage;

class AddVariable final : public Transform {
  public:
    AddVariable()
        : Transform({.name = "add-variable",
                     .precondition =
                         "for a local variable a place in a block that no jump enters behind it, for "
                         "a global one the program as a whole",
                     .effect = "adds T x = ..., an integer, array, struct or union with an initial value for "
                               "every part, const or volatile or not, which is not shown at the end",
                     .flags = {.preserves = true},
                     .arg_count = 8}) {
    } // before, storage, body of its function, type, qualifiers, word, part with a value of its own, that

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (view[site].kind != NodeKind::Block) return;
        const Program& p = view.program();
        const auto storage = static_cast<Storage>(word % 4);
        const bool global = storage <= Storage::Static;
        if (global && !view.is_whole_program(site)) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        const uint64_t w = base::scramble(word);
        const uint32_t records = static_cast<uint32_t>(p.types.records.size());
        const auto bits = [&](int shift) { return static_cast<uint32_t>(w >> shift); };
        const uint32_t base = records != 0 && w % 2 == 0 ? kRecordCode + bits(4) % records : 1 + bits(4) % 14;
        const UInt128 code = type_code(base, bits(40) % 3, bits(40) % 3 == 0 ? 0 : bits(44) % 3);
        const NodeId body = global ? NodeId{} : p[view.function(site)].body;
        out.push_back(step_at(site, {global ? UINT32_MAX : gap.before.index, static_cast<UInt128>(storage),
                                     body.index, code, (w >> 50) % 4, w, kNoPart, 0}));
    }

    bool can(const View& view, const Step& step) const override {
        if (step.args[1] > static_cast<UInt128>(Storage::LocalStatic) || step.args[4] > 3 ||
            step.args[5] > UINT64_MAX)
            return false;
        if (!is_type_code(view.program(), step.args[3]) || !is_part(view.program(), step)) return false;
        if (step.args[1] <= static_cast<UInt128>(Storage::Static))
            return view.is_whole_program(step.site) && step.args[0] == UINT32_MAX &&
                   step.args[2] == UINT32_MAX;
        return names_owner(view, step, 2) && takes_declaration(view, gap_of(step)) &&
               (view.program()[view.function(step.site)].flags &
                (program::kFuncPure | program::kFuncConst)) == 0;
    }

    static bool is_part(const Program& p, const Step& step) {
        if (step.args[6] == kNoPart) return step.args[7] == 0;
        Program copy; // types that no program has yet
        copy.platform = p.platform;
        copy.types = p.types;
        std::vector<Part> parts;
        parts_of(copy, type_of_code(copy, step.args[3]), parts);
        if (step.args[6] >= parts.size()) return false;
        const Part& part = parts[static_cast<size_t>(step.args[6])];
        return semantics::convert(step.args[7], shape_of_part(copy, part.type, part.bits)) == step.args[7];
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = type_of_code(p, step.args[3]);
        const auto storage = static_cast<Storage>(step.args[1]);
        const NodeId init = build_initial(build, type, static_cast<uint64_t>(step.args[5]),
                                          static_cast<uint32_t>(step.args[6]), step.args[7]);
        const TypeId whole = p.types.qualified(type, static_cast<uint8_t>(step.args[4]));
        const bool changes = (step.args[4] & program::kConst) == 0;
        const std::string name = fresh_name(p, changes ? "t" : "x", step.fresh.vars);
        if (storage <= Storage::Static) {
            p[build.global(name, whole, init, storage)].observed = false;
        } else {
            const VarId var = build.local(function_of(p, step.node(2)), name, whole, init, storage);
            add_to(p, step, build.declare(var));
        }
    }
};

} // namespace

const Transform& add_variable() {
    static const AddVariable transform;
    return transform;
}

} // namespace assay::transform
