// Safe-math wrappers as plain data. A wrapper is a function `R safe_x(T a, U b) { return unsafe ? a : a op b;
// }` or a statement expression `({ T a = X; U b = Y; unsafe ? a : a op b; })`. It is known by its shape, so
// that Csmith's wrappers of any version and those of a user are understood alike, and what they mean is read
// from the program itself.
#pragma once

#include "source/unit.h"

#include <string>
#include <vector>

namespace assay::source {

struct ParameterUse {
    Span span;
    uint32_t parameter = 0;
};

struct WrapperKind {
    std::string name;               // of the function; empty: a statement expression
    std::string result;             // the type of its value
    std::vector<std::string> types; // of its parameters: operands are converted to them
    Span definition;                // of the function; empty: a statement expression
    Span unsafe;                    // the condition; empty: it is never unsafe
    Span fallback;                  // the value if it is
    Span plain;                     // the value if it is not: names every parameter once
    std::string common;             // type that `plain` has as an arm of ?: ; empty: its own
    std::vector<ParameterUse> uses; // in the three of them
};

// In pre-order: calls in the operands of a call follow it.
struct WrapperCall {
    uint32_t kind = 0;
    Span span;
    std::vector<Span> operands;
};

// A call is a sequence point: what its operands write is written before what is around it goes on. Where
// that might be the same object (`x = safe_add(x++, 1)`), one of these calls must stay.
struct WrapperOrder {
    std::vector<uint32_t> calls; // from the outside to the inside
};

struct Wrappers {
    std::vector<WrapperKind> kinds;
    std::vector<WrapperCall> calls;
    std::vector<WrapperOrder> orders;
    uint32_t first_use = 0; // where the first function with a call begins
};

// The index of an array that is a number or a variable, and the integers of this function that might stand
// for it: nobody has their address and the expression around does not write them.
struct Subscript {
    Span index;
    std::vector<std::string> others;
};

} // namespace assay::source
