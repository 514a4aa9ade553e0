#include "transform/kit/signatures.h"

#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"

namespace assay::transform {
namespace {

constexpr UInt128 kKnownFlags = program::kFuncStatic | program::kFuncInline | program::kFuncNoinline;

bool is_param(const Program& p, UInt128 code) {
    if (code == 0 || is_integer_of(p.platform, code)) return true;
    if (code >= kPointerCode) return is_integer_of(p.platform, code - kPointerCode);
    return code >= kRecordCode && is_type_code(p, code);
}

bool are_flags(UInt128 flags) {
    if ((flags & ~kKnownFlags) != 0) return false;
    if ((flags & program::kFuncInline) == 0) return true;
    return (flags & program::kFuncNoinline) == 0 && (flags & program::kFuncStatic) != 0;
}

} // namespace

bool is_number_param(uint32_t code) { return code != 0 && code < kRecordCode; }

void to_args(const Signature& s, std::vector<UInt128>& args) {
    args.push_back(static_cast<UInt128>(s.result));
    args.push_back(s.flags);
    for (const uint32_t code : s.params) args.push_back(code);
    args.push_back(s.start);
    for (const Term& term : s.terms) {
        args.push_back(term.op | term.operand << 8);
        args.push_back(term.number);
    }
}

std::optional<Signature> signature_of(const Program& p, const Step& step) {
    const auto arg = [&](size_t i) { return step.args[i]; };
    if (!is_integer_of(p.platform, arg(0)) || !are_flags(arg(1))) return std::nullopt;
    Signature s;
    s.result = static_cast<TypeKind>(arg(0));
    s.flags = static_cast<uint8_t>(arg(1));
    for (size_t i = 0; i < kMostParams; ++i) {
        if (!is_param(p, arg(2 + i)) || (i > 0 && arg(2 + i) != 0 && arg(1 + i) == 0)) return std::nullopt;
        s.params[i] = static_cast<uint32_t>(arg(2 + i));
    }
    const auto is_operand = [&](UInt128 operand) {
        return operand == 0 ||
               (operand <= kMostParams && is_number_param(s.params[static_cast<size_t>(operand) - 1]));
    };
    if (!is_operand(arg(2 + kMostParams))) return std::nullopt;
    s.start = static_cast<uint32_t>(arg(2 + kMostParams));
    const semantics::IntShape number{32, true, false};
    for (size_t i = 0; i < kTerms; ++i) {
        const UInt128 code = arg(3 + kMostParams + 2 * i);
        Term& term = s.terms[i];
        term.op = static_cast<uint32_t>(code) & 255;
        if (code > UINT32_MAX || !is_operand(code >> 8)) return std::nullopt;
        if (term.op != Term::kNone && term.op >= program::kBinaryOpCount) return std::nullopt;
        term.operand = static_cast<uint32_t>(code >> 8);
        term.number = arg(4 + kMostParams + 2 * i);
        if (semantics::convert(term.number, number) != term.number) return std::nullopt;
    }
    return s;
}

} // namespace assay::transform
