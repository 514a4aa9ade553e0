// A Session is what all Choices of a run share: the policy in force, the tally, and the tape that records or
// replays. The caller owns it and it outlives its Choices. One thread uses it at a time; the tallies of
// several threads are put together by Tally::merge.
#pragma once

#include "choice/knob.h"
#include "choice/pointer_table.h"
#include "choice/policy.h"
#include "choice/site.h"
#include "choice/tally.h"
#include "choice/tape.h"
#include "choice/weighted_site.h"

#include <cstdint>
#include <vector>

namespace assay::choice {

class Session {
  public:
    explicit Session(Policy policy = {}, Tape tape = Tape::off());
    // Counts in a tally of the caller's, which outlives it.
    Session(Policy policy, Tally& tally);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Policy& policy() const { return policy_; }
    const Tally& tally() const { return *tally_; }
    Tape& tape() { return tape_; }

    // Resolved against the policy when first met.
    const WeightedSite& weighted(const Site& site) {
        const WeightedSite* const* known = sites_.find(&site);
        return known ? **known : resolve(site);
    }
    std::int64_t value(const Knob& knob) {
        const std::int64_t* known = knobs_.find(&knob);
        return known ? *known : resolve(knob);
    }

  private:
    const WeightedSite& resolve(const Site& site);
    std::int64_t resolve(const Knob& knob);

    Policy policy_;
    Tally own_tally_;
    Tally* tally_ = &own_tally_;
    Tape tape_;
    // A program meets dozens of sites, so their memory comes in larger pieces, which stay where they are.
    static constexpr std::size_t kPiece = 16;
    std::vector<std::vector<WeightedSite>> pieces_;
    PointerTable<const WeightedSite*> sites_;
    PointerTable<std::int64_t> knobs_;
};

} // namespace assay::choice
