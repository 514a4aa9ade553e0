#include "transform/kit/retyping.h"

#include "program/typing.h"

#include <algorithm>

namespace assay::transform {
namespace {

using program::MadeKind;

class TypeMap {
  public:
    TypeMap(Program& program, const std::function<TypeId(Program&, TypeId)>& leaf)
        : p_(program), leaf_(leaf) {}

    bool run() {
        for (program::Var& var : p_.vars) var.type = mapped(var.type);
        for (program::Func& func : p_.funcs) func.type = mapped(func.type);
        for (program::Field& field : p_.types.fields) field.type = mapped(field.type);
        for (Node& n : p_.nodes) map_node(n);
        return changed_;
    }

  private:
    void map_node(Node& n) {
        const program::NodeInfo& about = program::info(n.kind);
        for (uint8_t i = 0; i < about.field_count; ++i)
            if (about.fields[i].kind == program::FieldKind::Type && n.slot[i] != UINT32_MAX)
                n.slot[i] = mapped({n.slot[i]}).index;
        if (about.typing != program::NodeTyping::Given || !n.type) return;
        n.type = mapped(n.type);
        const TypeKind kind = p_.types.kind(n.type);
        if (n.kind == NodeKind::IntConst && program::is_integer(kind))
            n.set_bits(program::canonical(n.bits(), program::integer_form(kind, p_.platform.target)));
    }

    TypeId mapped(TypeId id) {
        if (!id) return id;
        if (known_.size() <= id.index) known_.resize(id.index + 1);
        if (!known_[id.index]) {
            const TypeId made = make(id);
            known_[id.index] = made;
            changed_ |= made != id;
        }
        return known_[id.index];
    }

    TypeId make(TypeId id) {
        const program::Type type = p_.types[id];
        if (program::is_basic(type.kind)) return leaf_(p_, id);
        switch (made_kind(type.kind)) {
        case MadeKind::Pointer: return p_.types.qualified(p_.types.pointer_to(mapped(type.base)), type.quals);
        case MadeKind::Array: return p_.types.array_of(mapped(type.base), type.count);
        case MadeKind::Vla: return p_.types.vla_of(mapped(type.base));
        case MadeKind::Vector:
            return p_.types.qualified(p_.types.vector_of(mapped(type.base), type.count), type.quals);
        case MadeKind::Function: {
            const auto old = p_.types.params_of(id);
            std::vector<TypeId> params(old.begin(), old.end());
            for (TypeId& param : params) param = mapped(param);
            return p_.types.function(mapped(type.base), params);
        }
        case MadeKind::Enum:
        case MadeKind::Struct:
        case MadeKind::Union: return leaf_(p_, id);
        }
        return id;
    }

    Program& p_;
    const std::function<TypeId(Program&, TypeId)>& leaf_;
    std::vector<TypeId> known_;
    bool changed_ = false;
};

} // namespace

bool map_types(Program& p, const std::function<TypeId(Program&, TypeId)>& leaf) {
    return TypeMap(p, leaf).run();
}

void set_type(Program& p, VarId var, TypeId type) {
    p[var].type = type;
    for (Node& n : p.nodes)
        if (n.kind == NodeKind::VarRef && n.var() == var) n.type = type;
}

bool is_part(const Program& p, VarId var) {
    if (var.index >= p.vars.size()) return false;
    if (p[var].is_global()) return std::ranges::find(p.globals, var) != p.globals.end();
    if (p[var].storage != program::Storage::Param) return true;
    if (p[var].owner.index >= p.funcs.size()) return false;
    const auto params = p.params(p[var].owner);
    return std::ranges::find(params, var) != params.end();
}

bool is_held(const View& view, VarId var) {
    const Program& p = view.program();
    return is_part(p, var) &&
           (p[var].is_global() || p[var].storage == program::Storage::Param || view.use(var).declare);
}

} // namespace assay::transform
