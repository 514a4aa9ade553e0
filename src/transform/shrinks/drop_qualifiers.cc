// const or volatile goes, everywhere.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropQualifiers final : public Transform {
  public:
    DropQualifiers()
        : Transform({.name = "drop-qualifiers",
                     .precondition = "the qualifier, const or volatile, is somewhere in the program",
                     .effect = "nothing has the qualifier: no variable, member, or object pointed to",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the qualifier

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (const unsigned qualifier : {program::kConst, program::kVolatile})
            out.push_back(step_at(site, {qualifier}));
    }

    bool can(const View& view, const Step& step) const override {
        if (!view.is_whole_program(step.site)) return false;
        if (step.args[0] != program::kConst && step.args[0] != program::kVolatile) return false;
        return shrinks_soundly(view.program(), [&](Program& p) { return drop(p, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return drop(program, step); });
    }

    static bool drop(Program& p, const Step& step) {
        const auto without = [&](Program& program, TypeId id) {
            const auto rest =
                static_cast<uint8_t>(program.types[id].quals & ~static_cast<uint8_t>(step.args[0]));
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
