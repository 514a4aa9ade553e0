#include "program/typer.h"

namespace assay::program {

using base::Result;

Result<TypeId> Typer::constant() {
    if (!is_integer(kind(n.type))) return bad("the type is no integer type");
    if (p.types[n.type].quals != 0) return bad("the type is qualified");
    const IntegerForm form = integer_form(kind(n.type), p.platform.target);
    if (form.width == 128) return n.type;
    const base::Int128 value = static_cast<base::Int128>(n.bits());
    const base::Int128 limit = static_cast<base::Int128>(1) << (form.is_signed ? form.width - 1 : form.width);
    if (value >= limit || value < (form.is_signed ? -limit : 0))
        return bad("the value does not fit its type");
    return n.type;
}

Result<TypeId> Typer::member() {
    const TypeId object = type_of(at::Member::object);
    if (!is_record(kind(object))) return bad("the object is no struct or union");
    const auto fields = p.types.fields_of(object);
    const uint32_t field = n.slot[at::Member::field];
    if (field >= fields.size() || !fields[field].is_named()) return bad("no such member");
    return p.types.qualified(fields[field].type, p.types[object].quals);
}

Result<TypeId> Typer::index() {
    if (!is_integral(kind(value_of(at::Index::subscript)))) return bad("the subscript is no integer");
    const TypeId array = type_of(at::Index::array);
    const Type t = p.types[array];
    if (is_array(t.kind)) return t.base;
    if (t.kind == TypeKind::Vector) return p.types.qualified(t.base, t.quals);
    if (is_object_pointer(value_of(at::Index::array))) return t.base;
    return bad("neither array, pointer nor vector");
}

Result<TypeId> Typer::deref() {
    const TypeId pointer = value_of(at::Deref::pointer);
    if (kind(pointer) != TypeKind::Pointer) return bad("the operand is no pointer");
    const TypeId pointee = p.types[pointer].base;
    if (kind(pointee) == TypeKind::Void) return bad("the operand points to void");
    return pointee;
}

Result<TypeId> Typer::addr_of() {
    const NodeId object = n.child(at::AddrOf::object);
    if (kind(p[object].type) == TypeKind::Function) return p.types.pointer_to(p[object].type);
    if (!is_lvalue(p, object)) return bad("the operand is no lvalue");
    if (is_bit_field(p, object)) return bad("the operand is a bit-field");
    const Node& o = p[object];
    if (o.kind == NodeKind::Index && kind(p[o.child(at::Index::array)].type) == TypeKind::Vector)
        return bad("the operand is an element of a vector");
    return p.types.pointer_to(o.type);
}

Result<TypeId> Typer::size_of(TypeId operand) {
    const TypeKind k = kind(operand);
    if (k == TypeKind::Void || k == TypeKind::Function || k == TypeKind::Vla)
        return bad("the operand has no fixed size");
    return size_type(p.platform);
}

Result<TypeId> Typer::init_list() {
    const std::span<const NodeId> given = p.list(n, at::InitList::elements);
    const std::vector<NodeId> elements(given.begin(), given.end());
    if (p.types.quals(n.type) != 0) return bad("the type is qualified");
    const Type t = p.types[n.type];
    std::vector<TypeId> wanted;
    if (t.kind == TypeKind::Struct) {
        for (const Field& field : p.types.fields_of(n.type))
            if (field.is_named()) wanted.push_back(field.type);
    } else if (t.kind == TypeKind::Union) {
        const auto fields = p.types.fields_of(n.type);
        if (n.op >= fields.size() || !fields[n.op].is_named()) return bad("no such member of the union");
        if (elements.size() != 1) return bad("a union takes one element");
        wanted.push_back(fields[n.op].type);
    } else if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        if (elements.size() > t.count) return bad("too many elements");
        wanted.assign(elements.size(), t.base);
    } else {
        return bad("the type is no aggregate");
    }
    if (elements.size() > wanted.size()) return bad("too many elements");
    for (size_t i = 0; i < elements.size(); ++i)
        if (!initialises(p, wanted[i], elements[i]))
            return bad(fmt::format("element {} does not fit", i + 1));
    return n.type;
}

Result<TypeId> Typer::derive() {
    switch (expr_kind(n.kind)) {
    case ExprKind::IntConst: return constant();
    case ExprKind::FloatConst:
        return is_floating(kind(n.type)) && p.types[n.type].quals == 0
                   ? Result<TypeId>(n.type)
                   : bad("the type is no floating point type");
    case ExprKind::CharConst: return cxx ? type::Char : type::Int;
    case ExprKind::EnumConst: {
        const TypeId e{n.slot[at::EnumConst::enumeration]};
        if (kind(e) != TypeKind::Enum || n.slot[at::EnumConst::index] >= p.types.enum_of(e).count)
            return bad("no such enumerator");
        return cxx ? e : type::Int;
    }
    case ExprKind::VarRef: return p[n.var()].type;
    case ExprKind::FuncRef: return p[n.func()].type;
    case ExprKind::Member: return member();
    case ExprKind::Index: return index();
    case ExprKind::Deref: return deref();
    case ExprKind::AddrOf: return addr_of();
    case ExprKind::Unary: return unary();
    case ExprKind::Binary: return binary();
    case ExprKind::Logical:
        return is_scalar(kind(value_of(0))) && is_scalar(kind(value_of(1))) ? Result<TypeId>(truth())
                                                                            : bad("an operand is no scalar");
    case ExprKind::Conditional: return conditional();
    case ExprKind::Comma: return value_of(at::Comma::right);
    case ExprKind::Cast: return cast();
    case ExprKind::ConvertVector: return convert_vector();
    case ExprKind::Assign: return assign();
    case ExprKind::CompoundAssign: return compound();
    case ExprKind::IncDec: return incdec();
    case ExprKind::Call: return call(p[n.func()].type, p.list(n, at::Call::args));
    case ExprKind::CallPointer: return call_pointer();
    case ExprKind::CallBuiltin: return builtin();
    case ExprKind::SizeofType: return size_of({n.slot[at::SizeofType::operand]});
    case ExprKind::SizeofExpr:
        if (is_bit_field(p, n.child(0))) return bad("the operand is a bit-field");
        return size_of(type_of(0));
    case ExprKind::CompoundLiteral:
        if (kind(n.type) == TypeKind::Vla || kind(n.type) == TypeKind::Function)
            return bad("the type has no fixed size");
        return initialises(p, n.type, n.child(0)) ? Result<TypeId>(n.type)
                                                  : bad("the initialiser does not fit");
    case ExprKind::InitList: return init_list();
    }
    return bad("a statement has no type");
}

Result<TypeId> derive_type(Program& program, const Node& node) { return Typer(program, node).derive(); }

} // namespace assay::program
