// What only C++ has: library arrays, references, getters, loops over ranges, template parameters.
#include "print/printer.h"
#include "program/typing.h"

#include <fmt/format.h>

namespace assay::print {

namespace at = program::at;

namespace {

// Does it hold for one of the objects that the expression may be, in C++, where more is an lvalue than in C?
template <typename Holds> bool of_an_object(const Program& p, NodeId id, const Holds& holds) {
    const Node& n = p[id];
    switch (n.kind) {
    case NodeKind::Comma: return of_an_object(p, n.child(at::Comma::right), holds);
    case NodeKind::Assign: return of_an_object(p, n.child(at::Assign::target), holds);
    case NodeKind::CompoundAssign: return of_an_object(p, n.child(at::CompoundAssign::target), holds);
    case NodeKind::IncDec: return of_an_object(p, n.child(at::IncDec::target), holds);
    case NodeKind::Conditional:
        return of_an_object(p, n.child(at::Conditional::yes), holds) ||
               of_an_object(p, n.child(at::Conditional::no), holds);
    default: return program::is_lvalue(p, id) && holds(n);
    }
}

// One arm of ?: is bound to a reference to the type of the other if that one is volatile, and a bit-field
// cannot be.
bool binds_bit_field(const Program& p, NodeId arm, NodeId other) {
    const auto is_volatile = [&](const Node& n) { return (p.types.quals(n.type) & program::kVolatile) != 0; };
    const auto is_bit_field = [&](const Node& n) {
        return n.kind == NodeKind::Member && program::field_of(p, n).is_bit_field();
    };
    return of_an_object(p, other, is_volatile) && of_an_object(p, arm, is_bit_field);
}

} // namespace

void Printer::arm(NodeId id, NodeId other, Prec min) {
    if (!cxx_ || !binds_bit_field(p_, id, other)) return expr(id, min);
    out.put('(');
    types.name(out, p_[id].type);
    out.put(')');
    expr(id, Prec::Cast);
}

std::string_view Printer::name_of(VarId var) const {
    if (sugar.empty()) return p_.name(var);
    if (func_.valid() && !declares_references_)
        if (const std::string_view alias = sugar.reference(func_, var); !alias.empty()) return alias;
    const std::string_view member = sugar.member_name(var);
    return member.empty() ? p_.name(var) : member;
}

// Every element is written, because a vector is as long as its list.
void Printer::library_array(VarId id, const Sugar::LibraryArray& array) {
    const program::Var& var = p_[id];
    const program::Type& t = p_.types[var.type];
    const program::Type& element = p_.types[t.base];
    const std::string_view of = basic_spelling(element.kind, true);
    const bool is_const = (element.quals & program::kConst) != 0;
    const std::string head =
        array.form == ArrayForm::Array
            ? fmt::format("std::array<{}, {}>", of, t.count)
            : fmt::format("std::{}<{}>", array.form == ArrayForm::Vector ? "vector" : "valarray", of);
    out.put(fmt::format("{}{} {}", is_const ? "const " : "", head, p_.name(id)));
    const bool listed = var.init && p_[var.init].kind == NodeKind::InitList;
    const auto elements = listed ? p_.list(p_[var.init], at::InitList::elements) : std::span<const NodeId>();
    if (array.form != ArrayForm::Array && elements.empty()) return out.put(fmt::format("({})", t.count));
    if (!var.init && !is_const) return;
    out.put(" = {");
    out.enter();
    for (uint32_t i = 0; i < t.count; ++i) {
        if (i >= elements.size() && array.form == ArrayForm::Array) break;
        if (i != 0) {
            out.put(", ");
            out.may_break(0);
        }
        if (i < elements.size())
            initialiser(elements[i], t.base, true);
        else
            out.put('0');
    }
    out.leave();
    out.put('}');
}

void Printer::reference_declarations() {
    if (sugar.empty() || !func_.valid()) return;
    for (const VarId var : sugar.references(func_)) {
        const std::string alias(sugar.reference(func_, var));
        out.begin();
        out.put("auto &");
        out.put(alias);
        out.put(" = ");
        declares_references_ = true;
        variable(var);
        declares_references_ = false;
        out.put(';');
        out.end();
    }
}

bool Printer::sugared_index(const Node& n) {
    if (sugar.empty()) return false;
    const Node& array = p_[n.child(at::Index::array)];
    if (array.kind != NodeKind::VarRef) return false;
    const Node& subscript = p_[n.child(at::Index::subscript)];
    for (const Range& range : ranges_) {
        if (subscript.kind != NodeKind::VarRef || subscript.var() != range.counter) continue;
        out.put(range.element);
        return true;
    }
    const Sugar::LibraryArray* library = sugar.array(array.var());
    if (!library || !library->checked) return false;
    variable(array.var());
    out.put(".at(");
    out.enter();
    expr(n.child(at::Index::subscript), Prec::Assign);
    out.leave();
    out.put(')');
    return true;
}

void Printer::write_lambda(FuncId id) {
    out.put(p_.name(id));
    out.put(" = []");
    parameters(id);
    out.put(" -> ");
    types.name(out, p_.result_type(id));
}

// The array is that of the first subscript that the counter is.
void Printer::write_range(const Node& n) {
    const VarId counter = p_[n.child(at::For::init)].var();
    VarId array;
    program::walk(p_, n.child(at::For::body), [&](NodeId id) {
        const Node& index = p_[id];
        if (array.valid() || index.kind != NodeKind::Index) return;
        const Node& subscript = p_[index.child(at::Index::subscript)];
        if (subscript.kind == NodeKind::VarRef && subscript.var() == counter)
            array = p_[index.child(at::Index::array)].var();
    });
    const std::string element = unused_name(p_, "each_" + std::string(p_.name(counter)));
    out.begin();
    out.put("for (auto &" + element + " : ");
    variable(array);
    out.put(')');
    ranges_.push_back({counter, element});
    finish_body(body(n.child(at::For::body)));
    ranges_.pop_back();
}

} // namespace assay::print
