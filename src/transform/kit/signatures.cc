#include "transform/kit/signatures.h"

#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"

namespace assay::transform {
namespace {

constexpr unsigned kKnownFlags = program::kFuncStatic | program::kFuncInline | program::kFuncNoinline;

bool is_param(const Program& p, UInt128 code) {
    if (code == 0 || is_integer_of(p.platform, code)) return true;
    if (code >= kPointerCode) return is_integer_of(p.platform, code - kPointerCode);
    return code >= kRecordCode && is_type_code(p, code);
}

bool are_flags(uint8_t flags) {
    if ((flags & ~kKnownFlags) != 0) return false;
    if ((flags & program::kFuncInline) == 0) return true;
    return (flags & program::kFuncNoinline) == 0 && (flags & program::kFuncStatic) != 0;
}

} // namespace

bool is_number_param(uint32_t code) { return code != 0 && code < kRecordCode; }

bool is_signature(const Program& p, const Signature& s) {
    if (!is_integer_of(p.platform, s.result) || !are_flags(s.flags)) return false;
    for (size_t i = 0; i < kMostParams; ++i)
        if (!is_param(p, s.params[i]) || (i > 0 && s.params[i] != 0 && s.params[i - 1] == 0)) return false;
    const auto is_operand = [&](uint32_t operand) {
        return operand == 0 || (operand <= kMostParams && is_number_param(s.params[operand - 1]));
    };
    if (!is_operand(s.start)) return false;
    const semantics::IntShape number{32, true, false};
    for (const Term& term : s.terms) {
        if (!is_operand(term.operand())) return false;
        if (term.op() != Term::kNone && term.op() >= program::kBinaryOpCount) return false;
        if (semantics::convert(term.number, number) != term.number) return false;
    }
    return true;
}

} // namespace assay::transform
