// The kinds of undefined behaviour, as values.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace assay::semantics {

enum class Ub : uint8_t {
    None,
#define UB(name, saved, english) name,
#include "semantics/ub.def"
#undef UB
};

inline constexpr Ub kAllUbs[] = {
    Ub::None,
#define UB(name, saved, english) Ub::name,
#include "semantics/ub.def"
#undef UB
};
inline constexpr int kUbCount = static_cast<int>(std::size(kAllUbs));

std::string_view saved_name(Ub kind);  // "signed-overflow"
std::string_view description(Ub kind); // "the result of a signed operation does not fit its type"

} // namespace assay::semantics
