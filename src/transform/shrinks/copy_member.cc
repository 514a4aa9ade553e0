// Bytes that are copied become one number that is assigned.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;
using program::TypeId;

// The members, by number; 0 if the variable is a number itself.
struct CopyMemberArgs {
    uint32_t to = 0, from = 0;
};

class CopyMember final : public Trial<CopyMemberArgs> {
  public:
    CopyMember()
        : Trial({.name = "copy-member",
                 .precondition = "memcpy or memmove, as a statement, between two variables, each a number "
                                 "or a struct with a member of one and the same type",
                 .effect = "memcpy(&a, &b, n); becomes a.x = b.y;",
                 .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        const NodeId to = object(p, site, 0), from = object(p, site, 1);
        if (!to || !from) return;
        for (uint32_t i = 0; i < count(p, to); ++i)
            for (uint32_t k = 0; k < count(p, from); ++k)
                if (part(p, to, i) && part(p, to, i) == part(p, from, k)) offer({i, k});
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!view.holds_stmt(step.site)) return false;
        const NodeId to = object(p, step.site, 0), from = object(p, step.site, 1);
        if (!to || !from || step.to >= count(p, to) || step.from >= count(p, from)) return false;
        const TypeId type = part(p, to, step.to);
        return type && type == part(p, from, step.from);
    }

    bool change(Program& p, const Named& step) const override {
        const NodeId to = object(p, step.site, 0), from = object(p, step.site, 1);
        program::Build build(p);
        const auto named = [&](NodeId object, uint32_t member) {
            const bool whole = program::is_arithmetic(p.types.kind(p[object].type));
            return whole ? object : build.member(object, member);
        };
        const NodeId target = named(to, step.to), value = named(from, step.from);
        become(p, step.site, build.expr(build.assign(target, value)));
        return true;
    }

    // What the argument is the address of, if that is a variable.
    static NodeId object(const Program& p, NodeId statement, size_t argument) {
        if (p[statement].kind != NodeKind::ExprStmt) return {};
        const Node& call = p[p[statement].child(at::ExprStmt::expr)];
        if (call.kind != NodeKind::CallBuiltin) return {};
        const auto which = static_cast<program::Builtin>(call.op);
        if (which != program::Builtin::Memcpy && which != program::Builtin::Memmove) return {};
        NodeId id = p.list(call, at::CallBuiltin::args)[argument];
        while (p[id].kind == NodeKind::Cast) id = p[id].child(at::Cast::operand);
        if (p[id].kind != NodeKind::AddrOf) return {};
        id = p[id].child(at::AddrOf::object);
        return p[id].kind == NodeKind::VarRef ? id : NodeId{};
    }

    static uint32_t count(const Program& p, NodeId object) {
        const TypeId type = p[object].type;
        return p.types.kind(type) == TypeKind::Struct ? static_cast<uint32_t>(p.types.fields_of(type).size())
                                                      : 1;
    }

    // The type of the number there; none if there is no number.
    static TypeId part(const Program& p, NodeId object, uint32_t member) {
        TypeId type = p[object].type;
        if (p.types.kind(type) == TypeKind::Struct) {
            const program::Field& field = p.types.fields_of(type)[member];
            if (!field.is_named() || field.is_bit_field()) return {};
            type = field.type;
        }
        return program::is_arithmetic(p.types.kind(type)) && p.types.quals(type) == 0 ? type : TypeId{};
    }
};

} // namespace

const Transform& copy_member() {
    static const CopyMember transform;
    return transform;
}

} // namespace assay::transform
