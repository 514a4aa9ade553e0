// Meaning: what a program does on its platform. Either it is defined, and then everything it shows is known;
// or the place and kind of its first undefined behaviour; or it did not end within the budget.
#pragma once

#include "program/program.h"
#include "semantics/ub.h"

#include <string>
#include <vector>

namespace assay::semantics {

using program::NodeId;
using program::TypeId;
using program::VarId;

// The value of an integer (canonical bits) or of a floating point type (its IEEE bits, in the width of
// `type`).
struct Scalar {
    TypeId type; // unqualified
    base::UInt128 bits = 0;
    bool operator==(const Scalar&) const = default;
};

// A scalar inside a global: the member numbers and subscripts that lead to it. Pointers are not shown.
struct FinalValue {
    VarId var;
    uint32_t first_step = 0; // in Meaning::steps_of_paths
    uint32_t step_count = 0;
    Scalar value;
};

// All executions of one Observe statement.
struct ObservedSite {
    NodeId node;
    uint64_t times = 0;
    bool same = true; // the same value each time
    Scalar first;
    uint64_t hash = 0; // kHashStart, then mixed with every value in order
};

enum class Outcome : uint8_t { Defined, Undefined, OverBudget };

// Per node: what the run showed. Index: NodeId.
struct NodeProfile {
    uint32_t runs = 0;
    uint32_t taken = 0;           // If, loops, ?:, && and ||: how often the condition was true
    uint64_t ub = 0;              // bit k: Ub kind k was met under guard meaning
    int64_t smallest = INT64_MAX; // of integer values, clamped to 64 bits
    int64_t largest = INT64_MIN;
};

struct Meaning {
    Outcome outcome = Outcome::Defined;
    Ub ub = Ub::None; // if Undefined
    NodeId at;        // where
    uint64_t checksum =
        0; // over everything shown, in order: the Observe statements as they run, then the final values
    std::vector<ObservedSite> observed; // in order of first execution
    std::vector<FinalValue>
        finals; // globals in order, members and elements in order; a union's stored member only
    std::vector<uint32_t> path_steps;
    std::vector<NodeProfile> profile; // empty unless asked for
    uint64_t steps = 0;               // nodes visited, and one for every few bytes that were moved at once
    bool defined() const { return outcome == Outcome::Defined; }
    std::span<const uint32_t> path(const FinalValue& value) const {
        return {path_steps.data() + value.first_step, value.step_count};
    }
};

// The checksum's definition, shared with the C text that the printer emits:
//   mix(h, v): h = (h ^ v) * 1099511628211; h ^= h >> 32
// An integer is mixed as its low 64 bits (sign-extended if signed), and if it is wider than 64 bits its high
// 64 bits after that; floating point as its IEEE bits.
inline constexpr uint64_t kHashStart = 14695981039346656037ULL;
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 1099511628211ULL;
    return hash ^ (hash >> 32);
}
uint64_t mix(uint64_t hash, const program::Program& program, const Scalar& value);

// "undefined: signed-overflow (the result ...) at node 17", "over budget after 1000000 steps", "checksum
// 0123456789abcdef"
std::string describe(const Meaning& meaning);

} // namespace assay::semantics
