// Candidate: a program being reduced, with its meaning and its text. It exists only if the checker accepts
// the program and it is defined within the budget, so its expected output is known before a compiler starts.
#pragma once

#include "print/print.h"
#include "reduce/state.h"
#include "semantics/meaning.h"

namespace assay::reduce::model {

// How a program is printed while it shrinks.
struct Form {
    print::Layout layout = print::Layout::OneFile;
    print::Harness harness = print::Harness::SelfCheck;
    bool entry_in_main = false; // with Brief and Show alone
    bool short_names = false;
    bool plain_calls = false; // with Brief and Show alone
    bool operator==(const Form&) const = default;
};

struct Budget {
    uint64_t steps = 20'000'000; // for evaluation
};

class Candidate final : public State {
  public:
    // Null: the program is not sound, not defined, takes too long, or cannot be printed in this form.
    static std::shared_ptr<const Candidate> make(program::Program program, const Form& form,
                                                 const Budget& budget);

    uint64_t hash() const override { return hash_; }
    uint64_t size() const override { return nodes_; }
    StatePtr tidied() const override;

    const program::Program& program() const { return program_; }
    const semantics::Meaning& meaning() const { return meaning_; } // with profile
    const Form& form() const { return form_; }
    const Budget& budget() const { return budget_; }
    const print::Printed& printed() const { return printed_; }

  private:
    program::Program program_;
    semantics::Meaning meaning_;
    Form form_;
    Budget budget_;
    print::Printed printed_;
    uint64_t hash_ = 0;
    uint64_t nodes_ = 0;
};
using CandidatePtr = std::shared_ptr<const Candidate>;

// The first candidate. Its budget is what it needs itself and a little more: a reduced program has no reason
// to take longer.
CandidatePtr first_candidate(const program::Program& program, const Form& form);

// For tests of candidates alone.
class InterestingProgram : public Interesting {
  public:
    Answer test(const State& state, unsigned slot) final {
        return test(static_cast<const Candidate&>(state), slot);
    }
    virtual Answer test(const Candidate& candidate, unsigned slot) = 0;
};

} // namespace assay::reduce::model
