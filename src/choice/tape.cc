#include "choice/tape.h"

#include <fmt/format.h>

namespace assay::choice {

std::string Tape::misfit(const Place& place, Mask allowed) const {
    if (position_ == recording_.size())
        return fmt::format("the recording ends after {} decisions, but the run asks for {}", position_,
                           place.describe());
    Recording::Decision recorded = recording_[position_];
    if (recorded.place != place)
        return fmt::format("decision {} is {}, but the run asks for {}", position_, recorded.place.describe(),
                           place.describe());
    if (!place.site.empty() && !allowed.has(recorded.value))
        return fmt::format("decision {} takes alternative {} at site '{}', which is not allowed there",
                           position_, recorded.value, place.site);
    return "";
}

std::optional<std::uint64_t> Tape::next(const Place& place, Mask allowed) {
    if (mode_ != Mode::Replay || !problem_.empty()) return std::nullopt;
    problem_ = misfit(place, allowed);
    if (!problem_.empty()) return std::nullopt;
    return recording_[position_++].value;
}

void Tape::took(const Place& place, std::uint64_t value) {
    if (mode_ == Mode::Record) recording_.add(place, value);
}

base::Result<void> Tape::replay_result() const {
    base::check(mode_ == Mode::Replay, "replay_result() without a replay");
    if (!problem_.empty()) return base::Error{"replay: " + problem_};
    if (position_ < recording_.size())
        return base::Error{fmt::format("replay: the run took {} decisions, but the recording has {}",
                                       position_, recording_.size())};
    return {};
}

} // namespace assay::choice
