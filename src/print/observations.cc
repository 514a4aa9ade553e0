// Observe statements, and the pieces of the harness that they share with main.
#include "print/printer.h"
#include "program/typing.h"

#include <fmt/format.h>

namespace assay::print {

namespace at = program::at;
using semantics::ObservedSite;
using semantics::Scalar;

std::string Printer::site_name(size_t site) { return "assay_site" + std::to_string(site + 1); }

void Printer::open_bits(Writer& to, TypeKind floating) {
    const bool is_float = floating == TypeKind::Float;
    uses.need(is_float ? HarnessPart::FloatBits : HarnessPart::DoubleBits);
    uses.need(Library::Memcpy);
    to.put(is_float ? "assay_float_bits(" : "assay_double_bits(");
}

std::string_view Printer::open_mix(Writer& to, TypeKind kind, std::string_view hash) {
    const bool wide = program::is_wide(kind);
    uses.need(HarnessPart::Mix);
    if (wide) uses.need(HarnessPart::Mix128);
    to.put(wide ? "assay_mix128(" : "assay_mix(");
    if (!hash.empty()) {
        to.put('&');
        to.put(hash);
        to.put(", ");
    }
    if (!program::is_floating(kind)) return ")";
    open_bits(to, kind);
    return "))";
}

bool Printer::compares_by_bits(const Scalar& value) const {
    return program::is_floating(p_.types.kind(value.type)) && real_of(value) == 0;
}

bool Printer::is_truth(const Scalar& value) const {
    return brief() && value.bits == 0 && !program::is_floating(p_.types.kind(value.type));
}

double Printer::real_of(const Scalar& value) const {
    if (p_.types.kind(value.type) == TypeKind::Float) {
        const auto bits = static_cast<uint32_t>(value.bits);
        float real;
        std::memcpy(&real, &bits, sizeof real);
        return static_cast<double>(real);
    }
    const auto bits = static_cast<uint64_t>(value.bits);
    double real;
    std::memcpy(&real, &bits, sizeof real);
    return real;
}

void Printer::write_value(Writer& to, const Scalar& value) {
    const TypeKind kind = p_.types.kind(value.type);
    if (program::is_floating(kind)) return constants.put_real(to, kind, real_of(value));
    const TypeKind own = program::integer_kind(p_, value.type);
    constants.put_integer(to, own < TypeKind::Int ? TypeKind::Int : own,
                          value.bits); // as the promotion has it
}

void Printer::write_bits(Writer& to, uint64_t bits) {
    to.put("0x");
    to.put_number(bits, 16);
    to.put("ULL");
}

void Printer::observe_mixed(const Node& n, std::string_view hash) {
    const NodeId value = n.child(at::Observe::value);
    const TypeKind kind = kind_of(value);
    const std::string_view end = open_mix(out, kind, hash);
    out.enter();
    expr(value, Prec::Assign);
    out.leave();
    out.put(end);
}

// Coming here is wrong.
void Printer::unreached(NodeId value) {
    const NodeKind kind = p_[value].kind;
    if (!is_short() || (kind != NodeKind::IntConst && kind != NodeKind::FloatConst)) {
        out.put("(void)(");
        out.enter();
        expr(value, Prec::Comma);
        out.leave();
        out.put("), ");
    }
    out.put(abort_call());
}

void Printer::observe(NodeId id, const Node& n) {
    const NodeId value = n.child(at::Observe::value);
    out.begin();
    if (shows_ && sites_.contains(id.index)) {
        const Prec least = open_shown(out, p_[value].type);
        out.enter();
        expr(value, least);
        out.leave();
        out.put(')');
    } else if (shows_) {
        unreached(value);
    } else if (!self_check_) {
        observe_mixed(n, {});
    } else if (const auto found = sites_.find(id.index); found == sites_.end()) {
        unreached(value);
    } else if (const ObservedSite& site = meaning_.observed[found->second]; !site.same) {
        hashed_sites_.push_back(found->second);
        observe_mixed(n, site_name(found->second));
    } else if (brief()) {
        out.put("if (");
        if (is_truth(site.first)) {
            out.enter();
            expr(value, Prec::Conditional); // an assignment in parentheses, as compilers ask for
            out.leave();
        } else {
            observe_compared(value, site.first, "!=");
        }
        out.put(fmt::format(") {}", abort_call()));
    } else {
        uses.need(HarnessPart::Check);
        uses.need(Library::Abort);
        out.put("assay_check(");
        observe_compared(value, site.first, "==");
        out.put(')');
    }
    end_statement();
}

void Printer::observe_compared(NodeId value, const Scalar& known, std::string_view how) {
    out.enter();
    if (compares_by_bits(known)) {
        open_bits(out, kind_of(value));
        expr(value, Prec::Assign);
        out.put(fmt::format(") {} ", how));
        write_bits(out, static_cast<uint64_t>(known.bits));
    } else {
        expr(value, Prec::Equality);
        out.put(' ');
        out.may_break(static_cast<uint32_t>(Prec::Equality));
        out.put(fmt::format("{} ", how));
        write_value(out, known);
    }
    out.leave();
}

Prec Printer::open_shown(Writer& to, TypeId type) {
    const TypeKind kind = p_.types.kind(type);
    const TypeKind own = program::is_floating(kind) ? kind : program::integer_kind(p_, type);
    to.put(printf_name());
    if (own <= TypeKind::UInt) { // as it is promoted
        to.put(own == TypeKind::UInt ? "(\"%u\\n\", " : "(\"%d\\n\", ");
        return Prec::Assign;
    }
    if (program::is_floating(own))
        to.put("(\"%a\\n\", (double)");
    else if (program::is_wide(own)) // a bit-field may be narrower than its type
        to.put("(\"%llx %llx\\n\", (unsigned long long)((unsigned __int128)");
    else if (program::integer_form(own, p_.platform.target).is_signed)
        to.put("(\"%lld\\n\", (long long)");
    else
        to.put("(\"%llu\\n\", (unsigned long long)");
    return Prec::Cast;
}

std::string_view Printer::printf_name() {
    if (!options_.plain_calls) return "__builtin_printf";
    uses.need(Library::Printf);
    return "printf";
}

std::string_view Printer::abort_call() {
    if (is_short() && !options_.plain_calls) return "__builtin_abort()";
    uses.need(Library::Abort);
    return "abort()";
}

} // namespace assay::print
