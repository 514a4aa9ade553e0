// The passes over text, in the order in which a round runs them.
#pragma once

#include "reduce/state.h"

namespace assay::reduce::text {

std::span<const Pass* const> all_passes();

// One line per pass: the function that gives it.
#define ASSAY_TEXT_PASSES(X)                                                                                 \
    X(comments)                                                                                              \
    X(lines)                                                                                                 \
    X(statements)                                                                                            \
    X(brackets)                                                                                              \
    X(tokens)                                                                                                \
    X(numbers)                                                                                               \
    X(words)                                                                                                 \
    X(space)

#define X(name) const Pass& name();
ASSAY_TEXT_PASSES(X)
#undef X

} // namespace assay::reduce::text
