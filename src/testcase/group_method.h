// GroupMethod: a method whose seeds give several tests that must agree. A single test is the first of them.
#pragma once

#include "testcase/method.h"

namespace assay::testcase {

class GroupMethod : public Method {
  public:
    base::Result<TestCase> make(uint64_t seed, const Settings& settings) final;
    base::Result<TestGroup> make_group(uint64_t seed, const Settings& settings) override = 0;

  protected:
    // An empty group, and why the seed gives nothing.
    static TestGroup nothing(std::string why) { return {{}, std::move(why)}; }
};

} // namespace assay::testcase
