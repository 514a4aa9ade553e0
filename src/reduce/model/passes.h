// The passes over programs, in the order in which a round runs them: what takes most away comes first.
#pragma once

#include "reduce/model/edits.h"

namespace assay::reduce::model {

std::span<const Pass* const> all_passes();

// One line per pass: the function that gives it.
#define ASSAY_MODEL_PASSES(X)                                                                                \
    X(dead_code)                                                                                             \
    X(linkage)                                                                                               \
    X(one_file)                                                                                              \
    X(shown)                                                                                                 \
    X(functions)                                                                                             \
    X(statements)                                                                                            \
    X(unwrapping)                                                                                            \
    X(values)                                                                                                \
    X(opaque_values)                                                                                         \
    X(variables)                                                                                             \
    X(operands)                                                                                              \
    X(places)                                                                                                \
    X(aggregates)                                                                                            \
    X(calls)                                                                                                 \
    X(unused)                                                                                                \
    X(observations)                                                                                          \
    X(merging)                                                                                               \
    X(types)                                                                                                 \
    X(attributes)                                                                                            \
    X(constants)                                                                                             \
    X(brief)                                                                                                 \
    X(in_place)

#define X(name) const Pass& name();
ASSAY_MODEL_PASSES(X)
#undef X

} // namespace assay::reduce::model
