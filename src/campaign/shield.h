// Shield: which bugs are known well enough. Met again, they cost a counter and nothing more, so that one bug
// that every other program triggers does not hide the rest. Shared by all workers.
//
// Whether a bug is known when a test is performed must not depend on which worker was faster or on when a
// campaign was killed. So tests come in rounds, and a test knows what was found up to the round before the
// last one; no test begins while one of those is unfinished (first_too_early).
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
    // Only titles that name the defect itself can be trusted: a crash's signature, the words of a refusal, a
    // hang. Wrong output may be anything.
    static bool can_cover(testcase::Kind kind);
    bool covers(const testcase::Verdict& verdict, uint64_t number) const;
    // The first test that may not begin while the test `unfinished` is.
    static uint64_t first_too_early(uint64_t unfinished);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::multiset<uint64_t>> seen_; // numbers of tests, by title
};

} // namespace assay::campaign
