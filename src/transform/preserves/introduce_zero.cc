// The program gets a global that is zero and stays so, for add-zero to use.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr auto kFirstZero = TypeKind::Bool, kLastZero = TypeKind::UInt128;
constexpr uint64_t kZeros = static_cast<uint64_t>(kLastZero) - static_cast<uint64_t>(kFirstZero) + 1;

struct IntroduceZeroArgs {
    TypeKind kind = {};
    bool is_volatile = false;
};

class IntroduceZero final : public TransformOf<IntroduceZeroArgs> {
  public:
    IntroduceZero()
        : TransformOf(
              {.name = "introduce-zero",
               .precondition = "the program as a whole",
               .effect =
                   "adds static volatile T z = 0, or one without volatile, which is not shown at the end",
               .flags = {.preserves = true},
               .sites = Sites::Program}) {}

  private:
    void suggest(const View&, NodeId, uint64_t word, const Offer& offer) const override {
        offer({static_cast<TypeKind>(static_cast<uint64_t>(kFirstZero) + word / 4 % kZeros), word % 4 != 0});
    }

    bool can(const View& view, const Named& step) const override {
        if (step.kind < kFirstZero || step.kind > kLastZero) return false;
        return !program::is_wide(step.kind) || view.program().platform.target.has_int128;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = program::basic(step.kind);
        const TypeId whole = step.is_volatile ? p.types.qualified(type, program::kVolatile) : type;
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
