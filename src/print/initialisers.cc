// Declarations of objects and what stands behind their `=`.
#include "base/check.h"
#include "print/printer.h"
#include "program/typing.h"

namespace assay::print {

namespace at = program::at;
using program::is_arithmetic;
using program::is_array;
using program::is_integer;
using program::is_record;
using program::Standard;
using program::Storage;

void Printer::initialiser(NodeId init, TypeId type, bool in_braces) {
    const Node& n = p_[init];
    if (n.kind == NodeKind::InitList) return init_list(n);
    if (!in_braces || !narrows(init, type)) return converted(init);
    const TypeKind kind = p_.types.kind(type);
    out.put('(');
    if (kind <= TypeKind::Double)
        out.put(basic_spelling(kind, cxx_));
    else
        types.name(out, type);
    out.put(')');
    expr(init, Prec::Cast);
}

// Inside braces C++ refuses conversions that could lose something, unless they convert a constant that fits.
bool Printer::narrows(NodeId value, TypeId to) const {
    if (!cxx_) return false;
    const Node& n = p_[value];
    const TypeKind from_kind = p_.types.kind(n.type), to_kind = p_.types.kind(to);
    if (!is_arithmetic(from_kind) || !is_arithmetic(to_kind) || from_kind == to_kind) return false;
    if (n.kind == NodeKind::IntConst && is_integer(to_kind))
        return !constants.fits(from_kind, n.bits(), to_kind);
    if (from_kind == TypeKind::Float && to_kind == TypeKind::Double) return false;
    return true;
}

void Printer::converted(NodeId value) {
    const Node& n = p_[value];
    if (&n == parameter_) return out.put(sugar.parameter_name());
    const bool keeps_type = cxx_ && n.type == program::type::Bool; // true, not 1
    if (n.kind == NodeKind::IntConst && n.form == 0 && !keeps_type &&
        is_plain_integer(p_.types.kind(n.type), n.bits()))
        return put_plain_integer(out, static_cast<int64_t>(n.bits()));
    expr(value, Prec::Assign);
}

void Printer::init_list(const Node& n) {
    const program::Type& t = p_.types[n.type];
    const auto elements = p_.list(n, at::InitList::elements);
    const bool is_struct = t.kind == TypeKind::Struct, is_union = t.kind == TypeKind::Union;
    std::span<const program::Field> fields;
    if (is_struct || is_union) fields = p_.types.fields_of(n.type);
    size_t field = is_union ? n.op : 0;
    const bool designated =
        (options_.designators || n.form == 1) && (!cxx_ || p_.platform.standard >= Standard::Cxx20);
    out.put('{');
    out.enter();
    for (size_t i = 0; i < elements.size(); ++i, ++field) {
        while (is_struct && !fields[field].is_named()) ++field;
        if (i != 0) {
            out.put(", ");
            out.may_break(0);
        }
        // gcc's C++ has the designators of unions in every standard, those of arrays in none.
        if (is_union ? field != 0 || designated : is_struct && designated) {
            out.put('.');
            out.put(p_.names[fields[field].name]);
            out.put(" = ");
        } else if (t.kind == TypeKind::Array && designated && !cxx_) {
            out.put('[');
            out.put_number(i);
            out.put("] = ");
        }
        initialiser(elements[i], fields.empty() ? t.base : fields[field].type, true);
    }
    bool has_members = fields.empty();
    for (const program::Field& f : fields) has_members |= f.is_named();
    if (elements.empty() && !cxx_ && has_members) out.put('0'); // {} is C23
    out.leave();
    out.put('}');
}

void Printer::compound_literal(const Node& n) {
    const NodeId init = n.child(at::CompoundLiteral::init);
    out.put('(');
    types.name(out, n.type);
    out.put(')');
    if (p_[init].kind == NodeKind::InitList) return init_list(p_[init]);
    out.put('{');
    out.enter();
    initialiser(init, n.type, true);
    out.leave();
    out.put('}');
}

bool Printer::holds_const(TypeId type) const {
    while (is_array(p_.types.kind(type))) type = p_.types[type].base;
    if (p_.types[type].quals & program::kConst) return true;
    if (!is_record(p_.types.kind(type))) return false;
    for (const program::Field& field : p_.types.fields_of(type))
        if (holds_const(field.type)) return true;
    return false;
}

void Printer::declaration(VarId id) {
    const program::Var& var = p_[id];
    if (const Sugar::LibraryArray* array = sugar.array(id)) return library_array(id, *array);
    if (var.length) {
        const TypeId element = p_.types[var.type].base;
        types.before(out, element);
        if (out.last() != '*' && out.last() != '(') out.put(' ');
        out.put(p_.name(id));
        out.put('[');
        out.enter();
        expr(var.length, Prec::Assign);
        out.leave();
        out.put(']');
        return types.after(out, element);
    }
    types.declare(out, var.type, name_of(id));
    if (var.init) {
        constant_context_ = var.is_static_storage();
        out.put(" = ");
        if (p_[var.init].kind != NodeKind::InitList) out.may_break(1);
        initialiser(var.init, var.type, false);
        constant_context_ = false;
    } else if (cxx_ && var.storage != Storage::Param && holds_const(var.type)) {
        out.put(" = {}"); // C++ wants one; a local's value is not read before it is stored, so that it does
                          // not matter
    }
}

void Printer::write_global(VarId var, size_t ahead) {
    global_ = var;
    out.begin(ahead);
    declaration(var);
    global_ = {};
}

} // namespace assay::print
