// A type of numbers gives way to a plainer one, in the whole program.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {
namespace {

constexpr std::array kPlain{TypeKind::Int, TypeKind::UInt, TypeKind::Long, TypeKind::ULong};

class ReplaceType final : public Transform {
  public:
    ReplaceType()
        : Transform({.name = "replace-type",
                     .precondition =
                         "the program has numbers of the first type, the second is plainer, and all "
                         "still fits together",
                     .effect = "every variable, member, result, constant and cast of the first type has the "
                               "second",
                     .flags = {.shrinks = true},
                     .arg_count = 2}) {} // kinds of types

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const auto last = static_cast<unsigned>(TypeKind::Enum);
        for (unsigned from = 0; from <= last; ++from)
            for (const TypeKind to : kPlain) out.push_back(step_at(site, {from, static_cast<unsigned>(to)}));
    }

    bool can(const View& view, const Step& step) const override {
        if (!view.is_whole_program(step.site) || step.args[0] > static_cast<unsigned>(TypeKind::Enum))
            return false;
        const auto is_plain = [&](TypeKind kind) { return step.args[1] == static_cast<unsigned>(kind); };
        if (!std::ranges::any_of(kPlain, is_plain)) return false;
        const auto from = static_cast<TypeKind>(step.args[0]), to = static_cast<TypeKind>(step.args[1]);
        return program::is_arithmetic(from) && !program::is_floating(from) &&
               weight_of_kind(to) < weight_of_kind(from) &&
               shrinks_soundly(view.program(), [&](Program& p) { return replace(p, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return replace(program, step); });
    }

    static bool replace(Program& p, const Step& step) {
        const auto from = static_cast<TypeKind>(step.args[0]), to = static_cast<TypeKind>(step.args[1]);
        return map_types(p, [&](Program& program, TypeId id) {
            const program::Type type = program.types[id];
            return type.kind == from ? program.types.qualified(program::basic(to), type.quals) : id;
        });
    }
};

} // namespace

const Transform& replace_type() {
    static const ReplaceType transform;
    return transform;
}

} // namespace assay::transform
