#include "choice/session.h"

#include <utility>

namespace assay::choice {

Session::Session(Policy policy, Tape tape) : policy_(std::move(policy)), tape_(std::move(tape)) {}

Session::Session(Policy policy, Tally& tally)
    : policy_(std::move(policy)), tally_(&tally), tape_(Tape::off()) {}

const WeightedSite& Session::resolve(const Site& site) {
    std::vector<std::uint32_t> weights = policy_.weights(site);
    auto weighted = std::make_unique<WeightedSite>(weights, tally_->counters(site, weights));
    const WeightedSite& result = *weighted;
    sites_.insert(&site, std::move(weighted));
    return result;
}

std::int64_t Session::resolve(const Knob& knob) {
    std::int64_t value = policy_.value(knob);
    knobs_.insert(&knob, value);
    return value;
}

} // namespace assay::choice
