// A type of numbers gives way to a plainer one, in the whole program.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {
namespace {

constexpr std::array kPlain{TypeKind::Int, TypeKind::UInt, TypeKind::Long, TypeKind::ULong};

struct ReplaceTypeArgs {
    TypeKind from = {}, to = {};
};

class ReplaceType final : public Trial<ReplaceTypeArgs> {
  public:
    ReplaceType()
        : Trial({.name = "replace-type",
                 .precondition = "the program has numbers of the first type, the second is plainer, and all "
                                 "still fits together",
                 .effect = "every variable, member, result, constant and cast of the first type has the "
                           "second",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View&, NodeId, uint64_t, const Offer& offer) const override {
        const auto last = static_cast<unsigned>(TypeKind::Enum);
        for (unsigned from = 0; from <= last; ++from)
            for (const TypeKind to : kPlain) offer({static_cast<TypeKind>(from), to});
    }

    bool may(const View&, const Named& step) const override {
        return step.from <= TypeKind::Enum && std::ranges::find(kPlain, step.to) != kPlain.end() &&
               program::is_arithmetic(step.from) && !program::is_floating(step.from) &&
               weight_of_kind(step.to) < weight_of_kind(step.from);
    }

    bool change(Program& p, const Named& step) const override {
        return map_types(p, [&](Program& program, TypeId id) {
            const program::Type type = program.types[id];
            return type.kind == step.from ? program.types.qualified(program::basic(step.to), type.quals) : id;
        });
    }
};

} // namespace

const Transform& replace_type() {
    static const ReplaceType transform;
    return transform;
}

} // namespace assay::transform
