// Mending a program while it runs: an operation that is unsafe at its first execution is rewritten in the
// tree; one that becomes unsafe later keeps a guard.
#pragma once

#include "semantics/evaluate.h"

#include <functional>

namespace assay::semantics {

// Changes the node so that it computes what the rewrite says. False if the tree cannot say it in place (a
// compound assignment that would have to keep an operand, an operand with side effects that would go away):
// guard such a node.
bool rewrite_tree(program::Program& program, NodeId node, const Rewrite& rewrite);

class RewriteOrGuard : public Repairer {
  public:
    // `word` gives the bits that choose among a row's constants, and `rewrites` whether a first execution is
    // rewritten at all.
    RewriteOrGuard(std::function<uint64_t()> word, bool rewrites)
        : word_(std::move(word)), rewrites_(rewrites) {}
    Repair unsafe(program::Program& program, const Unsafe& what) override;

    uint64_t rewritten() const { return rewritten_; }
    uint64_t guarded() const { return guarded_; }

  private:
    std::function<uint64_t()> word_;
    bool rewrites_;
    uint64_t rewritten_ = 0;
    uint64_t guarded_ = 0;
};

ShiftRule shift_rule(program::Standard standard);

} // namespace assay::semantics
