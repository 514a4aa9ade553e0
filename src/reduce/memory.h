// Memory: the answers so far, by the hash of the state. It is the only resume data of a reduction. The search
// follows from the answers, so a run that starts with them repeats the same path without a single test, up to
// where the earlier run was stopped.
#pragma once

#include "reduce/state.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace assay::reduce {

class Memory {
  public:
    std::optional<Answer> recall(uint64_t hash) const;
    void keep(uint64_t hash, Answer answer) { answers_[hash] = answer; }
    size_t size() const { return answers_.size(); }

    // One line per answer, so a file can be appended to: "0123456789abcdef yes". Lines that a crash or a full
    // disk cut off are skipped: what they said is asked again.
    static std::string line(uint64_t hash, Answer answer);
    static Memory load(std::string_view text);

  private:
    std::unordered_map<uint64_t, Answer> answers_;
};

} // namespace assay::reduce
