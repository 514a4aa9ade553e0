// The functions that add-function makes, as numbers.
#pragma once

#include "program/program.h"
#include "transform/step.h"

#include <array>
#include <optional>

namespace assay::transform {

inline constexpr size_t kMostParams = 3, kTerms = 3;

// A parameter: 0 none, else the kind of an integer, kRecordCode (objects.h) + the number of a struct or union
// of integers, or kPointerCode + the kind of integer that it points to.
inline constexpr uint32_t kPointerCode = 160;

// The result is ((start op operand) op operand) op operand.
struct Term {
    static constexpr uint32_t kNone = 255;
    uint32_t op = kNone;
    uint32_t operand = 0; // 0: the number; else the parameter of this number, from 1 on
    UInt128 number = 0;   // an int
};

struct Signature {
    TypeKind result = TypeKind::Int;
    uint8_t flags = program::kFuncStatic;
    std::array<uint32_t, kMostParams> params{};
    uint32_t start = 0; // 0: 1, else a parameter
    std::array<Term, kTerms> terms{};
};

inline constexpr size_t kSignatureArgs = 2 + kMostParams + 1 + 2 * kTerms;
void to_args(const Signature& signature, std::vector<UInt128>& args);
std::optional<Signature> signature_of(const Program& program, const Step& step);
bool is_number_param(uint32_t code);

} // namespace assay::transform
