// Constant expressions as a compiler must fold them: in case labels, and in initialisers of static objects.
// It refuses every operation that is not plainly defined. This only tells what compiles; what programs
// compute is for the evaluator to say.
#pragma once

#include "program/program.h"

#include <optional>

namespace assay::program {

struct ConstantValue {
    enum class Kind : uint8_t {
        Integer,
        Floating,
        Unknown, // a constant integer that depends on the layout of a struct
    };
    Kind kind = Kind::Integer;
    base::UInt128 bits = 0; // canonical in the expression's type
    double real = 0;
};

// Nothing if it is no arithmetic constant expression. The program may gain types.
std::optional<ConstantValue> constant_value(Program& program, NodeId expr);

// The value of an integer constant expression: as above, with floating point only directly under a cast.
std::optional<base::UInt128> integer_constant(Program& program, NodeId expr);

// The value converted to an arithmetic type; nothing if that is not defined.
std::optional<ConstantValue> converted(const Program& program, const ConstantValue& value, TypeId to);

} // namespace assay::program
