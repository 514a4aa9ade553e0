// Memory: the answers so far, by the hash of the state. It is all that a reduction has to save: since the
// search follows from the answers, a run that starts again with them goes the same way without a single test,
// until it comes to where the other one was stopped.
#pragma once

#include "base/result.h"
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

    // One line per answer, so that a file can be appended to: "0123456789abcdef yes". A last line that was
    // cut off by a crash is passed over.
    static std::string line(uint64_t hash, Answer answer);
    static base::Result<Memory> load(std::string_view text);

  private:
    std::unordered_map<uint64_t, Answer> answers_;
};

} // namespace assay::reduce
