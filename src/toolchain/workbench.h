// Workbench: one test in one sandbox, compiled and run under setup after setup. It remembers what can be used
// again: objects of files that do not depend on the setup (the driver), and what an identical program
// printed.
#pragma once

#include "toolchain/family.h"

#include <map>

namespace assay::toolchain {

struct TestLimits {
    sandbox::Limits compile, run;
};

class Workbench {
  public:
    // Writes the files of the test. The sandbox, the test and the compilers outlive the bench.
    static base::Result<Workbench> open(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                        const TestLimits& limits);
    // An Error means that the sandbox is broken, never that the compiler is.
    base::Result<testcase::Observation> observe(const Compiler& compiler, const testcase::Setup& setup);
    // Builds only; the rest of the observation stays empty.
    base::Result<testcase::Observation> compile(const Compiler& compiler, const testcase::Setup& setup);

  private:
    Workbench(sandbox::Sandbox& sandbox, const testcase::TestCase& test, const TestLimits& limits);
    sandbox::Sandbox* sandbox_;
    const testcase::TestCase* test_;
    TestLimits limits_;
    std::map<std::string, testcase::Execution> runs_; // by hash of the product
};

} // namespace assay::toolchain
