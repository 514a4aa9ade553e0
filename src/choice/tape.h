// A Tape writes decisions into a recording, or gives those of a recording back, or does nothing.
#pragma once

#include "base/result.h"
#include "choice/recording.h"
#include "choice/site.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::choice {

class Tape {
  public:
    static Tape off() { return Tape(Mode::Off, {}); }
    static Tape record() { return Tape(Mode::Record, {}); }
    static Tape replay(Recording recording) { return Tape(Mode::Replay, std::move(recording)); }

    bool running() const { return mode_ != Mode::Off; }

    // The next decision of a replay. When it does not fit what is asked for, the replay is over: the reason
    // is kept and every further answer is empty, so that the run comes to its end by drawing.
    std::optional<std::uint64_t> next(const Place& place, Mask allowed = Mask::first(kMaxAlternatives));
    // Takes down a decision that was drawn.
    void took(const Place& place, std::uint64_t value);

    const Recording& recording() const { return recording_; }
    // After a replay: an error when a decision did not fit, or they ran out, or some are left.
    base::Result<void> replay_result() const;

  private:
    enum class Mode { Off, Record, Replay };

    Tape(Mode mode, Recording recording) : mode_(mode), recording_(std::move(recording)) {}
    std::string misfit(const Place& place, Mask allowed) const;

    Mode mode_;
    Recording recording_;
    std::size_t position_ = 0;
    std::string problem_;
};

} // namespace assay::choice
