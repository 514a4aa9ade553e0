// evaluate: runs a whole program exactly, under a budget.
#pragma once

#include "semantics/kernel.h"
#include "semantics/meaning.h"
#include "semantics/rewrite.h"

#include <cstdint>
#include <functional>

namespace assay::semantics {

// Asked when an integer operation would be undefined. It may change the program on the spot, so that the
// operation is defined for the operands at hand, and says what it did.
class Repairer {
  public:
    enum class Action : uint8_t {
        Stop,    // leave it: the program is undefined
        Guard,   // the node is now guarded (or will be): go on with the left operand, converted
        Rewrite, // the node was changed as `rewrite` says: go on with the outcome of that
    };
    struct Repair {
        Action action = Action::Stop;
        Rewrite rewrite;
    };
    struct Unsafe {
        NodeId node; // Unary, Binary, CompoundAssign or IncDec
        Ub kind;
        program::BinaryOp op; // Unary minus and ++/-- appear as 0 - a, a + 1, a - 1
        UInt128 left, right;  // converted to the shapes
        IntShape shape, count_shape;
        uint64_t runs; // how often the node was executed before; known when a profile is kept
    };
    struct OutOfRange {
        NodeId node; // Index, of an array or vector
        UInt128 subscript;
        uint32_t count;   // of elements
        bool count_known; // by the type: not of a variable-length array
        uint64_t runs;    // how often the subscript was evaluated before
    };
    virtual ~Repairer() = default;
    virtual Repair unsafe(program::Program& program, const Unsafe& what) = 0;
    // Asked when a subscript lies outside. It may put an expression of casts, constants and operators around
    // the subscript, so that its value at hand is inside and earlier ones stay what they were. False: the
    // program is undefined.
    virtual bool out_of_range(program::Program&, const OutOfRange&) { return false; }
    // Asked when the target of a compound assignment of numbers is written by what is computed on its right,
    // at the first execution. It may make it a plain assignment, which does not read the target. False: the
    // program is undefined.
    virtual bool written_meanwhile(program::Program&, NodeId) { return false; }
    // Asked when the program has run for long, where a loop of this function would begin a round that it
    // never came to before. True: the node has become a statement by which it always ends there, after so
    // many rounds.
    virtual bool ends_loop(program::Program&, NodeId, program::FuncId, uint32_t /*rounds*/) { return false; }
    // Asked at the first execution of an If, with what its condition was: shall it be the opposite? Then the
    // condition is negated in the tree, so that what would never run does, or the other way round.
    virtual bool turns(const program::Program&, NodeId, bool) { return false; }
    // Told at the end of the first execution of a direct call what integer it gave. Constants to its right in
    // the same full expression may be changed: they are not evaluated yet.
    virtual void returned(program::Program&, NodeId, UInt128) {}
};

struct EvaluateOptions {
    uint64_t step_budget = 20'000'000;
    uint64_t long_after = UINT64_MAX; // steps; from then on the repairer may end loops
    uint32_t call_depth = 200;
    uint64_t memory_budget = 16u << 20;
    uint64_t stack_budget =
        1u << 20; // of that, for locals, parameters and temporaries: the real stack is small
    bool profile = false;
    // Called for every value shown, in the order of the checksum; the node is invalid for final values.
    std::function<void(NodeId, const Scalar&)> on_shown = {};
    bool guard_all = false; // every arithmetic operation as if guarded; what was met is in the profile
};

Meaning evaluate(const program::Program& program, const EvaluateOptions& options = {});
// Evaluation that mends the program as it goes. It always keeps a profile, which tells first executions from
// later ones.
Meaning evaluate_and_repair(program::Program& program, Repairer& repairer,
                            const EvaluateOptions& options = {});

} // namespace assay::semantics
