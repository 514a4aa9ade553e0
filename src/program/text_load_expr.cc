// Expressions in saved text.
#include "program/text_loader.h"
#include "program/typing.h"

#include <fmt/format.h>

#include <array>

namespace assay::program {
namespace {

template <typename Op> Node with_op(NodeKind kind, Op op) {
    Node node;
    node.kind = kind;
    node.op = static_cast<uint8_t>(op);
    return node;
}

// An operator whose head in the text is the operator itself.
std::optional<Node> operator_node(std::string_view head) {
    if (const auto op = unary_op_named(head)) return with_op(NodeKind::Unary, *op);
    if (const auto op = binary_op_named(head)) return with_op(NodeKind::Binary, *op);
    if (head == "&&") return with_op(NodeKind::Logical, LogicalOp::And);
    if (head == "||") return with_op(NodeKind::Logical, LogicalOp::Or);
    if (head == "preinc") return with_op(NodeKind::IncDec, IncDecOp::PreInc);
    if (head == "predec") return with_op(NodeKind::IncDec, IncDecOp::PreDec);
    if (head == "postinc") return with_op(NodeKind::IncDec, IncDecOp::PostInc);
    if (head == "postdec") return with_op(NodeKind::IncDec, IncDecOp::PostDec);
    if (head == "[]") return with_op(NodeKind::Index, 0);
    if (head.size() >= 2 && head.back() == '=')
        if (const auto op = binary_op_named(head.substr(0, head.size() - 1)); op && !is_comparison(*op))
            return with_op(NodeKind::CompoundAssign, *op);
    return std::nullopt;
}

// Kinds that the text names by their saved name, with the fields of nodes.def behind it.
std::optional<NodeKind> generic_kind(std::string_view head) {
    using enum NodeKind;
    constexpr std::array kinds{Deref,  AddrOf, Conditional, Comma,      Cast,       ConvertVector,
                               Assign, Call,   CallPointer, SizeofType, SizeofExpr, CompoundLiteral};
    for (const NodeKind kind : kinds)
        if (info(kind).saved == head) return kind;
    return std::nullopt;
}

} // namespace

NodeId Loader::finish(const Form& form, Node node) {
    if (!is_statement(node.kind)) {
        const base::Result<TypeId> type = derive_type(p_, node);
        if (!type) form.fail(type.error().message);
        node.type = *type;
    }
    return p_.add(node);
}

NodeId Loader::expr(const Form& form) { return form.is_list ? list_expr(form) : atom_expr(form); }

NodeId Loader::atom_expr(const Form& form) {
    if (looks_like_number(form.text)) return number_expr(form);
    if (form.text.front() == '\'') return character(form);
    return name_expr(form);
}

NodeId Loader::list_expr(const Form& form) {
    const std::string_view head = form.head();
    if (head.empty()) form.fail("expected an expression");
    if (head == "guard") {
        want_items(form, 1, 1);
        const NodeId inner = expr(form.items[1]);
        p_[inner].guarded = true;
        return inner;
    }
    if (head == "form") return with_form(form, [&](const Form& inner) { return expr(inner); });
    if (head == "int" || head == "float") return typed_number(form);
    if (head == "char") return character(form);
    if (head == "." || head == "->") return member(form, head == "->");
    if (head == "builtin") return builtin(form);
    if (head == "init" || head == "init-member")
        form.fail("an initialiser list stands only where its type is known");
    if (const std::optional<Node> node = operator_node(head)) {
        Node made = *node;
        want_items(form, info(made.kind).field_count, info(made.kind).field_count);
        fill_fields(made, form, 1);
        return finish(form, made);
    }
    if (const std::optional<NodeKind> kind = generic_kind(head)) return generic(form, *kind);
    form.fail(fmt::format("unknown expression '{}'", head));
}

NodeId Loader::name_expr(const Form& form) {
    Node node;
    if (const auto var = visible_.find(form.text); var != visible_.end() && var->second) {
        node.kind = NodeKind::VarRef;
        node.slot[at::VarRef::var] = var->second.index;
    } else if (const auto func = funcs_.find(form.text); func != funcs_.end()) {
        node.kind = NodeKind::FuncRef;
        node.slot[at::FuncRef::func] = func->second.index;
    } else if (const auto e = enumerators_.find(form.text); e != enumerators_.end()) {
        node.kind = NodeKind::EnumConst;
        node.slot[at::EnumConst::enumeration] = e->second.first.index;
        node.slot[at::EnumConst::index] = e->second.second;
    } else {
        form.fail(fmt::format("no variable, function or enumerator named '{}' is visible here", form.text));
    }
    return finish(form, node);
}

NodeId Loader::number_expr(const Form& form) {
    const NumberText number = number_of(form);
    if (!number.is_floating) return integer(form, number.type, number);
    Node node;
    node.kind = NodeKind::FloatConst;
    node.type = number.type;
    node.set_real(number.real);
    return finish(form, node);
}

// A decimal number must be a value of the type. Hexadecimal digits are its bits, and so is plain char, whose
// sign depends on the target.
NodeId Loader::integer(const Form& form, TypeId type, const NumberText& number) {
    const TypeKind kind = p_.types.kind(type);
    if (!is_integer(kind)) form.fail("expected an integer type");
    const IntegerForm shape = integer_form(kind, p_.platform.target);
    const bool by_bits = (number.is_hex && !number.is_negative) || kind == TypeKind::Char;
    const base::UInt128 one = 1;
    const base::UInt128 all = shape.width == 128 ? ~static_cast<base::UInt128>(0) : (one << shape.width) - 1;
    const base::UInt128 half = one << (shape.width - 1);
    const base::UInt128 lowest = shape.is_signed || kind == TypeKind::Char ? half : 0;
    const base::UInt128 highest = shape.is_signed && !by_bits ? half - 1 : all;
    if (number.magnitude > (number.is_negative ? lowest : highest))
        form.fail(fmt::format("the number does not fit its type of {} bits", shape.width));
    Node node;
    node.kind = NodeKind::IntConst;
    node.type = type;
    node.set_bits(canonical(number.is_negative ? 0 - number.magnitude : number.magnitude, shape));
    return finish(form, node);
}

NodeId Loader::typed_number(const Form& form) {
    want_items(form, 2, 2);
    const TypeId wanted = type(form.items[1]);
    const NumberText number = number_of(form.items[2]);
    if (form.head() == "int") {
        if (number.is_floating || number.type != type::Int)
            form.items[2].fail("expected an integer without a suffix");
        return integer(form, wanted, number);
    }
    Node node;
    node.kind = NodeKind::FloatConst;
    node.type = wanted;
    const double value = number.is_floating
                             ? number.real
                             : static_cast<double>(number.magnitude) * (number.is_negative ? -1 : 1);
    node.set_real(wanted == type::Float ? static_cast<double>(static_cast<float>(value)) : value);
    return finish(form, node);
}

NodeId Loader::character(const Form& form) {
    Node node;
    node.kind = NodeKind::CharConst;
    if (form.is_list) {
        want_items(form, 1, 1);
        node.slot[at::CharConst::code] = small_number(form.items[1], 127);
    } else {
        if (form.text.size() != 3 || form.text[2] != '\'')
            form.fail("expected a character as 'a'; any other is (char CODE)");
        node.slot[at::CharConst::code] = static_cast<unsigned char>(form.text[1]);
    }
    return finish(form, node);
}

uint32_t Loader::field_number(const Form& name, TypeId record) {
    if (!is_record(p_.types.kind(record))) name.fail("the object is no struct or union");
    const std::string_view wanted = name.atom("the name of a member");
    const auto fields = p_.types.fields_of(record);
    for (uint32_t i = 0; i < fields.size(); ++i)
        if (fields[i].is_named() && p_.names[fields[i].name] == wanted) return i;
    name.fail(fmt::format("no member named '{}' in '{}'", wanted, p_.names[p_.types.record_of(record).name]));
}

NodeId Loader::member(const Form& form, bool through_pointer) {
    want_items(form, 2, 2);
    NodeId object = expr(form.items[1]);
    if (through_pointer) {
        Node deref;
        deref.kind = NodeKind::Deref;
        deref.slot[at::Deref::pointer] = object.index;
        object = finish(form, deref);
    }
    Node node;
    node.kind = NodeKind::Member;
    node.slot[at::Member::object] = object.index;
    node.slot[at::Member::field] = field_number(form.items[2], p_[object].type);
    return finish(form, node);
}

NodeId Loader::builtin(const Form& form) {
    want_items(form, 1, SIZE_MAX);
    const std::string_view name = form.items[1].atom("the name of a builtin");
    const std::optional<Builtin> which = builtin_named(name);
    if (!which) form.items[1].fail(fmt::format("no builtin is named '{}'", name));
    Node node = with_op(NodeKind::CallBuiltin, *which);
    fill_fields(node, form, 2);
    return finish(form, node);
}

NodeId Loader::generic(const Form& form, NodeKind kind) {
    const NodeInfo& about = info(kind);
    const size_t extra = about.typing == NodeTyping::Given ? 1 : 0;
    const bool has_list = is_list(about.fields[about.field_count - 1].kind);
    want_items(form, about.field_count + extra - (has_list ? 1 : 0),
               has_list ? SIZE_MAX : about.field_count + extra);
    Node node;
    node.kind = kind;
    if (extra != 0) node.type = type(form.items[1]);
    if (kind == NodeKind::CompoundLiteral)
        node.slot[at::CompoundLiteral::init] = initialiser(form.items[2], node.type).index;
    else
        fill_fields(node, form, 1 + extra);
    return finish(form, node);
}

NodeId Loader::initialiser(const Form& form, TypeId wanted) {
    if (form.head() == "init" || form.head() == "init-member") return init_list(form, wanted);
    if (form.head() == "form")
        return with_form(form, [&](const Form& inner) { return initialiser(inner, wanted); });
    return expr(form);
}

NodeId Loader::init_list(const Form& form, TypeId wanted) {
    Node node;
    node.kind = NodeKind::InitList;
    node.type = p_.types.unqualified(wanted);
    const Type t = p_.types[node.type];
    size_t first = 1;
    std::vector<TypeId> types; // of the elements
    if (form.head() == "init-member" || t.kind == TypeKind::Union) {
        if (t.kind != TypeKind::Union) form.fail("only a union is initialised by member");
        uint32_t field = 0;
        const auto fields = p_.types.fields_of(node.type);
        if (form.head() == "init-member") {
            want_items(form, 2, 2);
            field = field_number(form.items[1], node.type);
            first = 2;
        } else {
            want_items(form, 1, 1);
            while (!fields[field].is_named()) ++field;
        }
        if (field > UINT8_MAX) form.fail("only the first 256 members of a union can be initialised");
        node.op = static_cast<uint8_t>(field);
        types.push_back(fields[field].type);
    } else if (t.kind == TypeKind::Struct) {
        for (const Field& field : p_.types.fields_of(node.type))
            if (field.is_named()) types.push_back(field.type);
    } else if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        types.assign(std::min<size_t>(t.count, form.items.size()), t.base);
    } else {
        form.fail("an initialiser list for a type that has no members or elements");
    }
    std::vector<NodeId> elements;
    for (size_t i = first; i < form.items.size(); ++i) {
        if (i - first >= types.size()) form.items[i].fail("more initialisers than members or elements");
        elements.push_back(initialiser(form.items[i], types[i - first]));
    }
    p_.set_list(node, at::InitList::elements, elements);
    return finish(form, node);
}

NodeId Loader::checked_initialiser(const Form& form, TypeId wanted) {
    const NodeId init = initialiser(form, wanted);
    if (!initialises(p_, wanted, init)) form.fail("the initialiser does not fit the type of the variable");
    return init;
}

} // namespace assay::program
