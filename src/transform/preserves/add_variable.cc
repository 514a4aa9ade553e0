// The program gets a variable of any integer type, array, struct or union, initialised and not shown.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::Storage;

class AddVariable final : public TransformOf<AddVariableArgs> {
  public:
    AddVariable()
        : TransformOf(
              {.name = "add-variable",
               .precondition = "for a local variable a place in a block that no jump enters behind it, for "
                               "a global one the program as a whole",
               .effect = "adds T x = ..., an integer, array, struct or union with an initial value for "
                         "every part, const or volatile or not, which is not shown at the end",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
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
        offer({global ? NodeId{} : gap.before, storage, body, code, static_cast<uint8_t>((w >> 50) % 4), w});
    }

    bool can(const View& view, const Named& step) const override {
        if (step.storage > Storage::LocalStatic || step.quals > 3) return false;
        if (!is_type_code(view.program(), step.type) || !is_part(view.program(), step)) return false;
        if (step.storage <= Storage::Static)
            return view.is_whole_program(step.site) && !step.before && !step.body;
        return is_body_around(view, step.body, step.site) && takes_declaration(view, gap_of(step)) &&
               (view.program()[view.function(step.site)].flags &
                (program::kFuncPure | program::kFuncConst)) == 0;
    }

    static bool is_part(const Program& p, const Named& step) {
        if (step.part == kNoPart) return step.value == 0;
        Program copy; // types that no program has yet
        copy.platform = p.platform;
        copy.types = p.types;
        std::vector<Part> parts;
        parts_of(copy, type_of_code(copy, step.type), parts);
        if (step.part >= parts.size()) return false;
        const Part& part = parts[step.part];
        return semantics::convert(step.value, shape_of_part(copy, part.type, part.bits)) == step.value;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = type_of_code(p, step.type);
        const NodeId init = build_initial(build, type, step.word, step.part, step.value);
        const TypeId whole = p.types.qualified(type, step.quals);
        const bool changes = (step.quals & program::kConst) == 0;
        const std::string name = fresh_name(p, changes ? "t" : "x", step.fresh.vars);
        if (step.storage <= Storage::Static) {
            p[build.global(name, whole, init, step.storage)].observed = false;
        } else {
            const VarId var = build.local(function_of(p, step.body), name, whole, init, step.storage);
            add_to(p, gap_of(step), build.declare(var));
        }
    }
};

} // namespace

const Transform& add_variable() {
    static const AddVariable transform;
    return transform;
}

} // namespace assay::transform
