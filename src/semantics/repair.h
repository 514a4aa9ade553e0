// Mending a program while it runs: an operation that is unsafe at its first execution is rewritten in the
// tree; one that becomes unsafe later keeps a guard. A subscript that lies outside its array is moved by a
// constant at its first execution, or wrapped around, which leaves earlier executions as they were. x += f(),
// where f writes x, becomes x = f().
#pragma once

#include "semantics/evaluate.h"

#include <functional>

namespace assay::semantics {

// Changes the node so that it computes what the rewrite says. False if the tree cannot say it in place (a
// compound assignment that would have to keep an operand, an operand with side effects that would go away):
// guard such a node.
bool rewrite_tree(program::Program& program, NodeId node, const Rewrite& rewrite);

// What is true becomes false and what is false true. The new condition, which may be the node itself.
NodeId negate(program::Program& program, NodeId condition);

// The loop ends after so many rounds: { int spent = 0; for (...) { if (++spent > rounds) break; ... } }
void limit_rounds(program::Program& program, NodeId loop, program::FuncId owner, uint32_t rounds);

class RewriteOrGuard : public Repairer {
  public:
    // `word` gives the bits that choose among a row's constants, and `rewrites` whether a first execution is
    // rewritten at all.
    RewriteOrGuard(std::function<uint64_t()> word, bool rewrites)
        : word_(std::move(word)), rewrites_(rewrites) {}
    Repair unsafe(program::Program& program, const Unsafe& what) override;
    bool out_of_range(program::Program& program, const OutOfRange& what) override;
    bool written_meanwhile(program::Program& program, NodeId compound) override;

    uint64_t rewritten() const { return rewritten_; }
    uint64_t guarded() const { return guarded_; }
    uint64_t wrapped() const { return wrapped_; } // subscripts

  private:
    std::function<uint64_t()> word_;
    bool rewrites_;
    uint64_t rewritten_ = 0;
    uint64_t guarded_ = 0;
    uint64_t wrapped_ = 0;
};

ShiftRule shift_rule(program::Standard standard);

} // namespace assay::semantics
