// The program gets a global that is zero and stays so, for add-zero to use.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr auto kFirstZero = static_cast<uint32_t>(TypeKind::Bool),
               kLastZero = static_cast<uint32_t>(TypeKind::UInt128);

class IntroduceZero final : public Transform {
  public:
    IntroduceZero()
        : Transform(
              {.name = "introduce-zero",
               .precondition = "the program as a whole",
               .effect =
                   "adds static volatile T z = 0, or one without volatile, which is not shown at the end",
               .flags = {.preserves = true},
               .arg_count = 2}) {} // kind of type, is it volatile?

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (view.is_whole_program(site))
            out.push_back(step_at(
                site, {kFirstZero + word / 4 % (kLastZero - kFirstZero + 1), word % 4 != 0 ? 1u : 0u}));
    }

    bool can(const View& view, const Step& step) const override {
        if (!view.is_whole_program(step.site) || step.args[0] < kFirstZero || step.args[0] > kLastZero ||
            step.args[1] > 1)
            return false;
        const auto kind = static_cast<TypeKind>(step.args[0]);
        const bool is_wide = program::is_wide(kind);
        return !is_wide || view.program().platform.target.has_int128;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = program::basic(static_cast<TypeKind>(step.args[0]));
        const TypeId whole = step.args[1] == 1 ? p.types.qualified(type, program::kVolatile) : type;
        const std::string name = fresh_name(p, "z", step.fresh.vars);
        const VarId var = build.global(name, whole, build.integer(type, 0));
        p[var].observed = false;
    }
};

} // namespace

const Transform& introduce_zero() {
    static const IntroduceZero transform;
    return transform;
}

} // namespace assay::transform
