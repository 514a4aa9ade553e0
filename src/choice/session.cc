#include "choice/session.h"

#include <array>
#include <span>
#include <utility>

namespace assay::choice {

Session::Session(Policy policy, Tape tape) : policy_(std::move(policy)), tape_(std::move(tape)) {}

Session::Session(Policy policy, Tally& tally)
    : policy_(std::move(policy)), tally_(&tally), tape_(Tape::off()) {}

const WeightedSite& Session::resolve(const Site& site) {
    std::array<std::uint32_t, kMaxAlternatives> room;
    const std::span weights = std::span(room).first(site.size());
    policy_.weights(site, weights);
    if (pieces_.empty() || pieces_.back().size() == kPiece) pieces_.emplace_back().reserve(kPiece);
    const WeightedSite& weighted = pieces_.back().emplace_back(weights, tally_->counters(site, weights));
    sites_.insert(&site, &weighted);
    return weighted;
}

std::int64_t Session::resolve(const Knob& knob) {
    std::int64_t value = policy_.value(knob);
    knobs_.insert(&knob, value);
    return value;
}

} // namespace assay::choice
