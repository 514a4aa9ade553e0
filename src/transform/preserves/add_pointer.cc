// A pointer to an object, or to a part of one.
#include "base/hash.h"
#include "program/type_rules.h"
#include "transform/kit/additions.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

using program::Storage;

class AddPointer final : public Transform {
  public:
    AddPointer()
        : Transform({.name = "add-pointer",
                     .precondition =
                         "a place in a block that no jump enters behind it, and a variable in scope; "
                         "or the program as a whole and a global one",
                     .effect = "adds T *p = &x, where x is the variable or a part of it that is no bit-field",
                     .flags = {.preserves = true},
                     .arg_count = 5}) {} // before, storage, body of its function, variable, path

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block || p.vars.empty()) return;
        const auto storage = static_cast<Storage>(word % 4);
        const bool global = storage <= Storage::Static;
        if (global && !view.is_whole_program(site)) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        for (uint64_t i = 0; i < 6; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var{static_cast<uint32_t>(w % p.vars.size())};
            std::vector<Part> parts;
            parts_of(p, p[var].type, parts);
            const UInt128 path = parts.empty() || w >> 60 == 0 ? 0 : parts[(w >> 32) % parts.size()].path;
            const NodeId body = global ? NodeId{} : p[view.function(site)].body;
            out.push_back(step_at(site, {global ? UINT32_MAX : gap.before.index,
                                         static_cast<UInt128>(storage), body.index, var.index, path}));
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (step.args[1] > static_cast<UInt128>(Storage::LocalStatic)) return false;
        const bool global = step.args[1] <= static_cast<UInt128>(Storage::Static);
        const VarId var = step.var(3);
        if (var.index >= p.vars.size() || p[var].length) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[4]);
        if (!leaf || leaf->bits >= 0 || leaf->through_pointer) return false;
        if (!program::deep_type_problem(p, leaf->type).empty()) return false;
        if (step.args[1] != static_cast<UInt128>(Storage::Local) && !p[var].is_static_storage()) return false;
        if (global)
            return view.is_whole_program(step.site) && step.args[0] == UINT32_MAX &&
                   step.args[2] == UINT32_MAX && p[var].is_global() && is_part_of_program(p, var);
        return names_owner(view, step, 2) && takes_declaration(view, gap_of(step)) &&
               is_visible_in(view, gap_of(step), var) && !is_packed(p, p[var].type) &&
               (p[view.function(step.site)].flags & (program::kFuncPure | program::kFuncConst)) == 0;
    }

    static bool is_part_of_program(const Program& p, VarId var) {
        return std::ranges::find(p.globals, var) != p.globals.end() && !is_packed(p, p[var].type);
    }
    // A pointer to a member of such a one may be misaligned.
    static bool is_packed(const Program& p, TypeId type) {
        const program::Type& t = p.types[type];
        if (program::is_array(t.kind)) return is_packed(p, t.base);
        if (!program::is_record(t.kind)) return false;
        if (p.types.record_of(type).packed) return true;
        for (const program::Field& field : p.types.fields_of(type))
            if (is_packed(p, field.type)) return true;
        return false;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const auto storage = static_cast<Storage>(step.args[1]);
        const NodeId address = build.addr(build_path(build, step.var(3), step.args[4]));
        const std::string name = fresh_name(p, "p", step.fresh.vars);
        if (storage <= Storage::Static) {
            p[build.global(name, p[address].type, address, storage)].observed = false;
        } else {
            const VarId var =
                build.local(function_of(p, step.node(2)), name, p[address].type, address, storage);
            add_to(p, step, build.declare(var));
        }
    }
};

} // namespace

const Transform& add_pointer() {
    static const AddPointer transform;
    return transform;
}

} // namespace assay::transform
