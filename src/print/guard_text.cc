#include "print/guard_text.h"

#include "base/check.h"
#include "print/types.h"

#include <array>

namespace assay::print {

using base::Int128;
using base::UInt128;
using program::BinaryOp;
using program::Standard;
using program::TypeKind;
using semantics::ShiftRule;
using Op = GuardedOp::Op;

namespace {

constexpr std::array<std::string_view, 8> kNames{"add", "sub", "mul", "div", "rem", "shl", "shr", "neg"};
constexpr std::array<std::string_view, 8> kSigns{"+", "-", "*", "/", "%", "<<", ">>", "-"};

constexpr bool is_shift(Op op) { return op == Op::Shl || op == Op::Shr; }

ShiftRule shift_rule(Standard standard) {
    if (!is_cxx(standard)) return ShiftRule::C;
    return standard >= Standard::Cxx20 ? ShiftRule::Cxx20 : ShiftRule::Cxx11;
}

constexpr TypeKind to_unsigned(TypeKind kind) {
    return static_cast<TypeKind>(static_cast<uint8_t>(kind) + 1);
}

} // namespace

std::optional<Op> guarded_op(BinaryOp op) {
    if (op <= BinaryOp::Shr) return static_cast<Op>(op);
    return std::nullopt;
}
static_assert(static_cast<int>(BinaryOp::Add) == static_cast<int>(Op::Add) &&
              static_cast<int>(BinaryOp::Rem) == static_cast<int>(Op::Rem) &&
              static_cast<int>(BinaryOp::Shr) == static_cast<int>(Op::Shr));

GuardText::GuardText(const program::Platform& platform, const Constants& constants)
    : constants_(constants), target_(platform.target), cxx_(is_cxx(platform.standard)),
      rule_(shift_rule(platform.standard)) {}

bool GuardText::can_fail(const GuardedOp& op, std::optional<Int128> right) const {
    const program::IntegerForm form = integer_form(op.kind, target_);
    switch (op.op) {
    case Op::Add:
    case Op::Sub: return form.is_signed && right != Int128{0};
    case Op::Mul: return form.is_signed && right != Int128{0} && right != Int128{1};
    case Op::Div:
    case Op::Rem: return !right || *right == 0 || (form.is_signed && *right == -1);
    case Op::Shl:
    case Op::Shr:
        if (!right || *right < 0 || *right >= form.width) return true;
        return op.op == Op::Shl && form.is_signed && rule_ != ShiftRule::Cxx20;
    case Op::Neg: return form.is_signed;
    }
    base::fail("an unknown guarded operation");
}

std::string GuardText::constant(TypeKind kind, UInt128 bits) const {
    Writer text;
    constants_.put_integer(text, kind, bits);
    return text.take();
}

std::string GuardText::unsafe_sum(const GuardedOp& op, std::optional<Int128> right, const std::string& a,
                                  const std::string& b) const {
    const bool adds = op.op == Op::Add;
    if (right) { // what remains is one comparison with a constant
        const bool upwards = (*right > 0) == adds;
        const UInt128 limit = upwards ? constants_.largest(op.kind) : constants_.smallest(op.kind);
        const UInt128 step = static_cast<UInt128>(*right);
        return a + (upwards ? " > " : " < ") + constant(op.kind, adds ? limit - step : limit + step);
    }
    const std::string high = largest(op.kind), low = smallest(op.kind);
    if (adds)
        return "(" + b + " > 0 ? " + a + " > " + high + " - " + b + " : " + a + " < " + low + " - " + b + ")";
    return "(" + b + " > 0 ? " + a + " < " + low + " + " + b + " : " + a + " > " + high + " + " + b + ")";
}

std::string GuardText::unsafe_product(TypeKind kind, const std::string& a, const std::string& b) const {
    const std::string high = largest(kind), low = smallest(kind);
    return "(" + a + " > 0 ? (" + b + " > 0 ? " + a + " > " + high + " / " + b + " : " + b + " < " + low +
           " / " + a + ") : (" + b + " > 0 ? " + a + " < " + low + " / " + b + " : " + a + " != 0 && " + b +
           " < " + high + " / " + a + "))";
}

std::string GuardText::unsafe_shift(const GuardedOp& op, std::optional<Int128> right, const std::string& a,
                                    const std::string& b) const {
    const program::IntegerForm form = integer_form(op.kind, target_);
    std::string text;
    if (!right || *right < 0 || *right >= form.width) {
        if (integer_form(op.count, target_).is_signed) text = b + " < 0 || ";
        text += b + " >= " + std::to_string(form.width);
    }
    if (op.op == Op::Shr || !form.is_signed || rule_ == ShiftRule::Cxx20) return text;
    if (!text.empty()) text += " || ";
    text += a + " < 0 || ";
    if (rule_ == ShiftRule::C) return text + a + " > " + largest(op.kind) + " >> " + b;
    const TypeKind wide = to_unsigned(op.kind);
    return text + "(" + std::string(basic_spelling(wide, cxx_)) + ")" + a + " > " + largest(wide) + " >> " +
           b;
}

std::string GuardText::unsafe(const GuardedOp& op, std::optional<Int128> right, const std::string& a,
                              const std::string& b) const {
    switch (op.op) {
    case Op::Add:
    case Op::Sub: return unsafe_sum(op, right, a, b);
    case Op::Mul: return unsafe_product(op.kind, a, b);
    case Op::Div:
    case Op::Rem: {
        std::string zero = b + " == 0";
        if (!integer_form(op.kind, target_).is_signed) return zero;
        std::string overflow = a + " == " + smallest(op.kind);
        if (right && *right == -1) return overflow;
        // -1 of the common type: b itself may be a narrower unsigned number, which an int would be converted
        // to.
        return zero + " || (" + overflow + " && " + b + " == " + constant(op.kind, static_cast<UInt128>(-1)) +
               ")";
    }
    case Op::Shl:
    case Op::Shr: return unsafe_shift(op, right, a, b);
    case Op::Neg: return a + " == " + smallest(op.kind);
    }
    base::fail("an unknown guarded operation");
}

std::string GuardText::choice(const GuardedOp& op, std::optional<Int128> right, std::string_view left,
                              std::string_view right_text) const {
    const std::string a(left), b(right_text);
    const std::string sign(kSigns[static_cast<size_t>(op.op)]);
    const std::string operation = op.op != Op::Neg     ? a + " " + sign + " " + b
                                  : a.starts_with('-') ? "- " + a
                                                       : "-" + a;
    return unsafe(op, right, a, b) + " ? " + a + " : " + operation;
}

std::string GuardText::name(const GuardedOp& op) {
    std::string name(kNames[static_cast<size_t>(op.op)]);
    name += '_';
    name += short_name(op.kind);
    if (is_shift(op.op) && op.count != op.kind) {
        name += '_';
        name += short_name(op.count);
    }
    return name;
}

void GuardText::define(Writer& out, const GuardedOp& op, std::string_view prefix) const {
    out.begin();
    out.put("static ");
    out.put(basic_spelling(op.kind, cxx_));
    out.put(' ');
    out.put(prefix);
    out.put(name(op));
    out.put('(');
    out.put(basic_spelling(op.kind, cxx_));
    out.put(" a");
    if (op.op != Op::Neg) {
        out.put(", ");
        out.put(basic_spelling(is_shift(op.op) ? op.count : op.kind, cxx_));
        out.put(" b");
    }
    out.put(") {");
    out.end();
    out.indent();
    out.begin();
    out.put("return ");
    // The parts of the choice are the places to break it.
    const std::string text = choice(op, std::nullopt, "a", "b");
    size_t from = 0;
    for (size_t at = 0; at + 2 < text.size(); ++at) {
        if (text[at] == '(') out.enter();
        if (text[at] == ')') out.leave();
        if (text[at] != ' ' || (text[at + 1] != '?' && text[at + 1] != ':' && text[at + 1] != '|')) continue;
        out.put(std::string_view(text).substr(from, at + 1 - from));
        out.may_break(0);
        from = at + 1;
    }
    out.put(std::string_view(text).substr(from));
    out.put(';');
    out.end();
    out.outdent();
    out.line("}");
}

} // namespace assay::print
