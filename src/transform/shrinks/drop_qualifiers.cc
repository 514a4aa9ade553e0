// const or volatile is removed everywhere.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

struct QualifierArgs {
    uint8_t qualifier = 0;
};

class DropQualifiers final : public Trial<QualifierArgs> {
  public:
    DropQualifiers()
        : Trial({.name = "drop-qualifiers",
                 .precondition = "the qualifier, const or volatile, is somewhere in the program",
                 .effect = "nothing has the qualifier: no variable, member, or object pointed to",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View&, NodeId, uint64_t, const Offer& offer) const override {
        for (const uint8_t qualifier : {program::kConst, program::kVolatile}) offer({qualifier});
    }

    bool may(const View&, const Named& step) const override {
        return step.qualifier == program::kConst || step.qualifier == program::kVolatile;
    }

    bool change(Program& p, const Named& step) const override {
        const auto without = [&](Program& program, TypeId id) {
            const auto rest = static_cast<uint8_t>(program.types[id].quals & ~step.qualifier);
            return program.types.qualified(program.types.unqualified(id), rest);
        };
        bool any = map_types(p, without);
        // Pointers that are qualified themselves.
        for (program::Var& var : p.vars) any |= unqualify(p, var.type, without);
        for (program::Field& field : p.types.fields) any |= unqualify(p, field.type, without);
        return any;
    }

    template <typename Without> static bool unqualify(Program& p, TypeId& type, const Without& without) {
        if (p.types.kind(type) != TypeKind::Pointer) return false;
        const TypeId made = without(p, type);
        return std::exchange(type, made) != made;
    }
};

} // namespace

const Transform& drop_qualifiers() {
    static const DropQualifiers transform;
    return transform;
}

} // namespace assay::transform
