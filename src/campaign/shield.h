// Shield: which bugs are known well enough. A repeat of one only increments a counter, so a bug that every
// other program triggers does not hide the rest. Shared by all workers.
//
// Whether a bug counts as known for a test must not depend on which worker was faster or on when a campaign
// was killed. So tests come in rounds, and a test sees only the findings up to the round before the last one.
// No test starts while one of those is unfinished (first_too_early).
#pragma once

#include "testcase/verdict.h"

#include <map>
#include <mutex>
#include <set>
#include <string>

namespace assay::campaign {

class Shield {
  public:
    // A finding in the test of this number.
    void add(const testcase::Verdict& verdict, uint64_t number);
    // Only titles that name the defect can be trusted: the signature of a crash, the words of a refusal, a
    // hang. Wrong output can have any cause.
    static bool can_cover(testcase::Kind kind);
    bool covers(const testcase::Verdict& verdict, uint64_t number) const;
    // The first test that must wait for `unfinished` to complete.
    static uint64_t first_too_early(uint64_t unfinished);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::multiset<uint64_t>> seen_; // numbers of tests, by title
};

} // namespace assay::campaign
