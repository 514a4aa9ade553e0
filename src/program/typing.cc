#include "program/typing.h"

#include "base/check.h"

#include <fmt/format.h>

namespace assay::program {
namespace {

using base::Error;
using base::Result;

class Typer {
  public:
    Typer(Program& program, const Node& node) : p(program), n(node), cxx(is_cxx(program.platform.standard)) {}
    Result<TypeId> derive();

  private:
    Program& p;
    const Node n; // a copy: interning and adding nodes may move the table
    bool cxx;

    TypeId type_of(uint8_t slot) const { return p[n.child(slot)].type; }
    TypeId value_of(uint8_t slot) const { return value_type(p, n.child(slot)); }
    TypeKind kind(TypeId id) const { return p.types.kind(id); }
    TypeId truth() const { return cxx ? type::Bool : type::Int; }
    Error bad(std::string_view why) const { return Error{fmt::format("{}: {}", info(n.kind).name, why)}; }
    bool is_object_pointer(TypeId id) const;

    Result<TypeId> member();
    Result<TypeId> index();
    Result<TypeId> deref();
    Result<TypeId> addr_of();
    Result<TypeId> unary();
    Result<TypeId> binary();
    Result<TypeId> vector_binary(BinaryOp op, TypeId left, TypeId right);
    Result<TypeId> pointer_binary(BinaryOp op, TypeId left, TypeId right);
    Result<TypeId> conditional();
    Result<TypeId> cast();
    Result<TypeId> convert_vector();
    Result<TypeId> assign();
    Result<TypeId> compound();
    Result<TypeId> incdec();
    Result<TypeId> call(TypeId function, std::span<const NodeId> args);
    Result<TypeId> call_pointer();
    Result<TypeId> builtin();
    bool builtin_takes(BuiltinType wanted, NodeId arg);
    TypeId builtin_type(BuiltinType t);
    Result<TypeId> size_of(TypeId operand);
    Result<TypeId> init_list();
    Result<TypeId> constant();
    uint32_t vector_bytes(TypeId vector) const;
    bool writable(NodeId target) const;
};

bool Typer::is_object_pointer(TypeId id) const {
    if (kind(id) != TypeKind::Pointer) return false;
    const TypeKind pointee = kind(p.types[id].base);
    return pointee != TypeKind::Void && pointee != TypeKind::Function && pointee != TypeKind::Vla;
}

bool Typer::writable(NodeId target) const {
    return is_lvalue(p, target) && (p.types.quals(p[target].type) & kConst) == 0;
}

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

Result<TypeId> Typer::unary() {
    const TypeId operand = value_of(at::Unary::operand);
    const TypeKind k = kind(operand);
    if (n.unary() == UnaryOp::Not)
        return is_scalar(k) ? Result<TypeId>(truth()) : bad("the operand is no scalar");
    const bool bits = n.unary() == UnaryOp::BitNot;
    if (k == TypeKind::Vector) {
        if (bits && is_floating(kind(p.types[operand].base))) return bad("~ of floating point");
        return operand;
    }
    if (bits ? !is_integral(k) : !is_arithmetic(k)) return bad("the operand has the wrong type");
    return promoted(p, n.child(at::Unary::operand));
}

Result<TypeId> Typer::vector_binary(BinaryOp op, TypeId left, TypeId right) {
    const TypeId vector = kind(left) == TypeKind::Vector ? left : right;
    const TypeId other = vector == left ? right : left;
    const Type t = p.types[vector];
    if (other != vector && other != t.base) return bad("the operands are of different vector types");
    if (is_floating(kind(t.base)) && is_integer_only(op))
        return bad("integer operation on floating point vectors");
    if (!is_comparison(op)) return vector;
    const uint32_t width = vector_bytes(vector) * 8 / t.count;
    const TypeId lane = width == 8    ? type::SChar
                        : width == 16 ? type::Short
                        : width == 32 ? type::Int
                                      : (p.platform.target.long_bits == 64 ? type::Long : type::LLong);
    return p.types.vector_of(lane, t.count);
}

Result<TypeId> Typer::pointer_binary(BinaryOp op, TypeId left, TypeId right) {
    const bool lp = kind(left) == TypeKind::Pointer, rp = kind(right) == TypeKind::Pointer;
    if (lp && rp) {
        const TypeId lb = p.types.unqualified(p.types[left].base),
                     rb = p.types.unqualified(p.types[right].base);
        if (lb != rb) return bad("pointers to different types");
        if (op == BinaryOp::Eq || op == BinaryOp::Ne) return truth();
        if (!is_object_pointer(left)) return bad("pointers to no object type");
        if (is_comparison(op)) return truth();
        return op == BinaryOp::Sub ? Result<TypeId>(difference_type(p.platform))
                                   : bad("no such operation on pointers");
    }
    const TypeId pointer = lp ? left : right, offset = lp ? right : left;
    if (!is_object_pointer(pointer)) return bad("arithmetic on a pointer to no object type");
    if (!is_integral(kind(offset))) return bad("the offset is no integer");
    if (op == BinaryOp::Add || (op == BinaryOp::Sub && lp)) return pointer;
    return bad("no such operation on a pointer and an integer");
}

Result<TypeId> Typer::binary() {
    const BinaryOp op = n.binary();
    const TypeId left = value_of(at::Binary::left), right = value_of(at::Binary::right);
    const TypeKind lk = kind(left), rk = kind(right);
    if (lk == TypeKind::Vector || rk == TypeKind::Vector) return vector_binary(op, left, right);
    if (lk == TypeKind::Pointer || rk == TypeKind::Pointer) return pointer_binary(op, left, right);
    if (!is_arithmetic(lk) || !is_arithmetic(rk)) return bad("an operand is not arithmetic");
    if (is_integer_only(op) && (is_floating(lk) || is_floating(rk)))
        return bad("integer operation on floating point");
    if (is_comparison(op)) return truth();
    if (is_shift(op)) return promoted(p, n.child(at::Binary::left));
    return operand_type(p, n);
}

Result<TypeId> Typer::conditional() {
    if (!is_scalar(kind(value_of(at::Conditional::condition)))) return bad("the condition is no scalar");
    const TypeId yes = value_of(at::Conditional::yes), no = value_of(at::Conditional::no);
    if (is_arithmetic(kind(yes)) && is_arithmetic(kind(no))) {
        // C++ keeps the type of two arms of one type; C promotes them.
        if (cxx && yes == no) return yes;
        return common_type(p, promoted(p, n.child(at::Conditional::yes)),
                           promoted(p, n.child(at::Conditional::no)));
    }
    if (yes == no) return yes;
    if (kind(yes) == TypeKind::Pointer && kind(no) == TypeKind::Pointer) {
        const TypeId y = p.types[yes].base, o = p.types[no].base;
        if (p.types.unqualified(y) == p.types.unqualified(o) && !is_array(kind(y)))
            return p.types.pointer_to(p.types.qualified(y, p.types[o].quals));
    }
    return bad("the arms have different types");
}

uint32_t Typer::vector_bytes(TypeId vector) const {
    const Type& t = p.types[vector];
    const TypeKind lane = kind(t.base);
    const uint32_t bits = lane == TypeKind::Float    ? 32
                          : lane == TypeKind::Double ? 64
                                                     : integer_form(lane, p.platform.target).width;
    return bits / 8 * t.count;
}

Result<TypeId> Typer::cast() {
    const TypeId from = value_of(at::Cast::operand);
    const TypeKind fk = kind(from), tk = kind(n.type);
    if (p.types[n.type].quals != 0) return bad("the type is qualified");
    if (tk == TypeKind::Void) return n.type;
    if (is_arithmetic(tk) && is_arithmetic(fk)) return n.type;
    if (tk == TypeKind::Pointer) {
        if (fk == TypeKind::Pointer) {
            const bool tf = kind(p.types[n.type].base) == TypeKind::Function;
            const bool ff = kind(p.types[from].base) == TypeKind::Function;
            return tf == ff ? Result<TypeId>(n.type) : bad("between pointers to functions and to objects");
        }
        if (is_null_constant(p, n.child(at::Cast::operand))) return n.type;
        return bad("only the constant zero becomes a pointer");
    }
    if (tk == TypeKind::Bool && fk == TypeKind::Pointer) return n.type;
    if (tk == TypeKind::Vector && fk == TypeKind::Vector) {
        if (vector_bytes(n.type) == vector_bytes(from)) return n.type;
        return bad("between vectors of different sizes");
    }
    return bad("no such conversion");
}

Result<TypeId> Typer::convert_vector() {
    const TypeId from = value_of(at::ConvertVector::operand);
    if (kind(n.type) != TypeKind::Vector || kind(from) != TypeKind::Vector) return bad("not between vectors");
    if (p.types[n.type].count != p.types[from].count) return bad("between different numbers of lanes");
    return n.type;
}

Result<TypeId> Typer::assign() {
    const NodeId target = n.child(at::Assign::target);
    if (!writable(target)) return bad("the target is no writable lvalue");
    if (is_array(kind(p[target].type))) return bad("the target is an array");
    if (!assignable(p, p[target].type, n.child(at::Assign::value)))
        return bad("the value does not fit the target");
    return p.types.unqualified(p[target].type);
}

Result<TypeId> Typer::compound() {
    const NodeId target = n.child(at::CompoundAssign::target);
    const BinaryOp op = n.binary();
    if (!writable(target)) return bad("the target is no writable lvalue");
    if (is_comparison(op)) return bad("a comparison does not assign");
    const TypeId to = p.types.unqualified(p[target].type);
    const TypeId from = value_of(at::CompoundAssign::value);
    const TypeKind tk = kind(to), fk = kind(from);
    if (tk == TypeKind::Vector) {
        if (auto result = vector_binary(op, to, from); !result) return result;
        return to;
    }
    if (tk == TypeKind::Pointer) {
        if (op != BinaryOp::Add && op != BinaryOp::Sub) return bad("no such operation on a pointer");
        return is_object_pointer(to) && is_integral(fk) ? Result<TypeId>(to)
                                                        : bad("no such pointer arithmetic");
    }
    if (!is_arithmetic(tk) || !is_arithmetic(fk)) return bad("an operand is not arithmetic");
    if (tk == TypeKind::Enum && cxx) return bad("no arithmetic result fits an enumeration in C++");
    if (is_integer_only(op) && (is_floating(tk) || is_floating(fk)))
        return bad("integer operation on floating point");
    return to;
}

Result<TypeId> Typer::incdec() {
    const NodeId target = n.child(at::IncDec::target);
    if (!writable(target)) return bad("the target is no writable lvalue");
    const TypeId to = p.types.unqualified(p[target].type);
    const TypeKind tk = kind(to);
    if (cxx && (tk == TypeKind::Bool || tk == TypeKind::Enum))
        return bad("not of bool or an enumeration in C++");
    if (is_arithmetic(tk) || is_object_pointer(to)) return to;
    return bad("the target is neither a number nor a pointer to an object");
}

Result<TypeId> Typer::call(TypeId function, std::span<const NodeId> args) {
    const auto params = p.types.params_of(function);
    if (params.size() != args.size())
        return bad(fmt::format("{} arguments for {} parameters", args.size(), params.size()));
    const std::vector<TypeId> wanted(params.begin(), params.end());
    const std::vector<NodeId> given(args.begin(), args.end());
    for (size_t i = 0; i < wanted.size(); ++i)
        if (!assignable(p, wanted[i], given[i])) return bad(fmt::format("argument {} does not fit", i + 1));
    return p.types[function].base;
}

Result<TypeId> Typer::call_pointer() {
    const TypeId callee = value_of(at::CallPointer::callee);
    if (kind(callee) != TypeKind::Pointer || kind(p.types[callee].base) != TypeKind::Function)
        return bad("the callee is no function");
    return call(p.types[callee].base, p.list(n, at::CallPointer::args));
}

TypeId Typer::builtin_type(BuiltinType t) {
    switch (t) {
    case BuiltinType::Void: return type::Void;
    case BuiltinType::Bool: return type::Bool;
    case BuiltinType::Int: return type::Int;
    case BuiltinType::UInt: return type::UInt;
    case BuiltinType::Long: return type::Long;
    case BuiltinType::ULong: return type::ULong;
    case BuiltinType::LLong: return type::LLong;
    case BuiltinType::ULLong: return type::ULLong;
    case BuiltinType::UShort: return type::UShort;
    case BuiltinType::UInt64: return p.platform.target.long_bits == 64 ? type::ULong : type::ULLong;
    case BuiltinType::PtrVoid: return p.types.pointer_to(type::Void);
    case BuiltinType::PtrConstVoid: return p.types.pointer_to(p.types.qualified(type::Void, kConst));
    case BuiltinType::Size: return size_type(p.platform);
    case BuiltinType::Truth: return truth();
    case BuiltinType::Any:
    case BuiltinType::AnyOut: break;
    }
    base::fail("a builtin without a fixed type");
}

bool Typer::builtin_takes(BuiltinType wanted, NodeId arg) {
    const TypeId from = value_type(p, arg);
    const auto is_plain = [&](TypeId t) { return is_integer(kind(t)) && kind(t) != TypeKind::Bool; };
    if (wanted == BuiltinType::Any) return is_plain(from);
    if (wanted != BuiltinType::AnyOut) return assignable(p, builtin_type(wanted), arg);
    return kind(from) == TypeKind::Pointer && is_plain(p.types[from].base) &&
           p.types[p.types[from].base].quals == 0;
}

Result<TypeId> Typer::builtin() {
    const BuiltinInfo& about = info(static_cast<Builtin>(n.op));
    const auto args = p.list(n, at::CallBuiltin::args);
    if (args.size() != about.param_count)
        return bad(fmt::format("{} arguments for {} of {}", args.size(), about.param_count, about.c_name));
    for (uint8_t i = 0; i < about.param_count; ++i)
        if (!builtin_takes(about.params[i], p.lists[n.slot[at::CallBuiltin::args] + i]))
            return bad(fmt::format("argument {} of {} does not fit", i + 1, about.c_name));
    return builtin_type(about.result);
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
    switch (n.kind) {
    case NodeKind::IntConst: return constant();
    case NodeKind::FloatConst:
        return is_floating(kind(n.type)) && p.types[n.type].quals == 0
                   ? Result<TypeId>(n.type)
                   : bad("the type is no floating point type");
    case NodeKind::CharConst: return cxx ? type::Char : type::Int;
    case NodeKind::EnumConst: {
        const TypeId e{n.slot[at::EnumConst::enumeration]};
        if (kind(e) != TypeKind::Enum || n.slot[at::EnumConst::index] >= p.types.enum_of(e).count)
            return bad("no such enumerator");
        return cxx ? e : type::Int;
    }
    case NodeKind::VarRef: return p[n.var()].type;
    case NodeKind::FuncRef: return p[n.func()].type;
    case NodeKind::Member: return member();
    case NodeKind::Index: return index();
    case NodeKind::Deref: return deref();
    case NodeKind::AddrOf: return addr_of();
    case NodeKind::Unary: return unary();
    case NodeKind::Binary: return binary();
    case NodeKind::Logical:
        return is_scalar(kind(value_of(0))) && is_scalar(kind(value_of(1))) ? Result<TypeId>(truth())
                                                                            : bad("an operand is no scalar");
    case NodeKind::Conditional: return conditional();
    case NodeKind::Comma: return value_of(at::Comma::right);
    case NodeKind::Cast: return cast();
    case NodeKind::ConvertVector: return convert_vector();
    case NodeKind::Assign: return assign();
    case NodeKind::CompoundAssign: return compound();
    case NodeKind::IncDec: return incdec();
    case NodeKind::Call: return call(p[n.func()].type, p.list(n, at::Call::args));
    case NodeKind::CallPointer: return call_pointer();
    case NodeKind::CallBuiltin: return builtin();
    case NodeKind::SizeofType: return size_of({n.slot[at::SizeofType::operand]});
    case NodeKind::SizeofExpr:
        if (is_bit_field(p, n.child(0))) return bad("the operand is a bit-field");
        return size_of(type_of(0));
    case NodeKind::CompoundLiteral:
        if (kind(n.type) == TypeKind::Vla || kind(n.type) == TypeKind::Function)
            return bad("the type has no fixed size");
        return initialises(p, n.type, n.child(0)) ? Result<TypeId>(n.type)
                                                  : bad("the initialiser does not fit");
    case NodeKind::InitList: return init_list();
    case NodeKind::ExprStmt:
    case NodeKind::Declare:
    case NodeKind::Block:
    case NodeKind::If:
    case NodeKind::For:
    case NodeKind::While:
    case NodeKind::DoWhile:
    case NodeKind::Switch:
    case NodeKind::Case:
    case NodeKind::Default:
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::Return:
    case NodeKind::Goto:
    case NodeKind::Label:
    case NodeKind::Empty:
    case NodeKind::Observe: break;
    }
    return bad("a statement has no type");
}

} // namespace

Result<TypeId> derive_type(Program& program, const Node& node) { return Typer(program, node).derive(); }

} // namespace assay::program
