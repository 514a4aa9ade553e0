// The forms that reform-constant gives to a constant, and the numbers in them.
#pragma once

#include "transform/arguments.h"
#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"

#include <array>

namespace assay::transform {

enum class ConstantForm : uint8_t { Minus, BitNot, Not, And, Or, First, Second, Cast, Comma };
inline constexpr uint32_t kConstantForms = 9;
template <> inline constexpr uint32_t kValues<ConstantForm> = kConstantForms;

// Has the form with these two numbers the value? (A form that has only one number leaves the second 0.)
bool has_form(const Program& program, ConstantForm form, TypeId type, UInt128 value,
              std::array<UInt128, 2> numbers);
// Numbers to try: those of the right form, as far as the value can have it.
std::array<UInt128, 2> numbers_for(const Program& program, ConstantForm form, TypeId type, UInt128 value,
                                   uint64_t word);

} // namespace assay::transform
