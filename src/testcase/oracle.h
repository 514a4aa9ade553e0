// Oracle: a judge of what was observed. Pure: it runs nothing and remembers nothing.
#pragma once

#include "testcase/observation.h"
#include "testcase/test_case.h"
#include "testcase/verdict.h"

#include <span>
#include <string_view>
#include <vector>

namespace assay::testcase {

// A group and what was seen of each member; observed[i] belongs to tests[i].
struct Trial {
    const TestGroup& group;
    std::vector<std::vector<Observation>> observed;
};

class Oracle {
  public:
    virtual ~Oracle() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    virtual std::vector<Verdict> judge(const Trial& trial) const = 0;
};

} // namespace assay::testcase
