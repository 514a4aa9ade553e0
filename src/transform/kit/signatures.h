// The functions that add-function makes, as numbers.
#pragma once

#include "transform/arguments.h"

namespace assay::transform {

inline constexpr size_t kMostParams = 3, kTerms = 3;

// A parameter: 0 none, else the kind of an integer, kRecordCode (objects.h) + the number of a struct or union
// of integers, or kPointerCode + the kind of integer that it points to.
inline constexpr uint32_t kPointerCode = 160;

// The result is ((start op operand) op operand) op operand. Operands are the number, or the parameter of this
// number, from 1 on.
struct Term {
    static constexpr uint32_t kNone = 255;
    uint32_t code = kNone; // op + 256 * operand
    UInt128 number = 0;    // an int

    static constexpr Term of(program::BinaryOp op, uint32_t operand, UInt128 number) {
        return {static_cast<uint32_t>(op) | operand << 8, number};
    }
    constexpr uint32_t op() const { return code & 255; }
    constexpr uint32_t operand() const { return code >> 8; }
};

struct Signature {
    TypeKind result = TypeKind::Int;
    uint8_t flags = program::kFuncStatic;
    std::array<uint32_t, kMostParams> params{};
    uint32_t start = 0; // 0: 1, else a parameter
    std::array<Term, kTerms> terms{};
};

bool is_signature(const Program& program, const Signature& signature); // any numbers may be asked about
bool is_number_param(uint32_t code);

} // namespace assay::transform
