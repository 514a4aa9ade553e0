// A pointer to an object, or to a part of one.
#include "base/hash.h"
#include "program/type_rules.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

using program::Storage;

class AddPointer final : public TransformOf<AddPointerArgs> {
  public:
    AddPointer()
        : TransformOf(
              {.name = "add-pointer",
               .precondition = "a place in a block that no jump enters behind it, and a variable in scope; "
                               "or the program as a whole and a global one",
               .effect = "adds T *p = &x, where x is the variable or a part of it that is not a bit-field",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.vars.empty()) return;
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
            offer({global ? NodeId{} : gap.before, storage, body, var, path});
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (step.storage > Storage::LocalStatic) return false;
        const bool global = step.storage <= Storage::Static;
        const VarId var = step.var;
        if (var.index >= p.vars.size() || p[var].length) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        if (!leaf || leaf->bits >= 0 || leaf->through_pointer) return false;
        if (!program::deep_type_problem(p, leaf->type).empty()) return false;
        if (step.storage != Storage::Local && !p[var].is_static_storage()) return false;
        if (global)
            return view.is_whole_program(step.site) && !step.before && !step.body && p[var].is_global() &&
                   is_part_of_program(p, var);
        return is_body_around(view, step.body, step.site) && takes_declaration(view, gap_of(step)) &&
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

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId address = build.addr(build_path(build, step.var, step.path));
        const std::string name = fresh_name(p, "p", step.fresh.vars);
        if (step.storage <= Storage::Static) {
            p[build.global(name, p[address].type, address, step.storage)].observed = false;
        } else {
            const VarId var =
                build.local(function_of(p, step.body), name, p[address].type, address, step.storage);
            add_to(p, gap_of(step), build.declare(var));
        }
    }
};

} // namespace

const Transform& add_pointer() {
    static const AddPointer transform;
    return transform;
}

} // namespace assay::transform
