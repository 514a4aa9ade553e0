// The forms of add-branch by number, for those who make steps of it.
#pragma once

#include "transform/arguments.h"

namespace assay::transform {

enum class Branch : uint8_t {
    If,         // if (c) {}
    IfElse,     // if (c) {} else {}
    WhileNever, // while (0) {}
    WhileOnce,  // while (c) { {} if (c) break; }, where c is not 0
    DoOnce,     // do {} while (0);
    ForOnce,    // for (;;) { {} if (c) break; }
    Plain,      // {}
    JumpOver,   // { goto l; {} l:; }
    JumpBack,   // { goto first; then:; {} goto end; first:; {} goto then; end:; }
    IfVariable, // if (x > c) {} else {}
};
inline constexpr uint32_t kBranches = 10;
template <> inline constexpr uint32_t kValues<Branch> = kBranches;
constexpr bool has_condition(Branch b) {
    return b == Branch::If || b == Branch::IfElse || b == Branch::WhileOnce || b == Branch::ForOnce ||
           b == Branch::IfVariable;
}

} // namespace assay::transform
