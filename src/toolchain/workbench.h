// Workbench: one test in one sandbox, compiled and run under setup after setup. It remembers what can be used
// again: objects of files that do not depend on the setup (the driver), what was linked of the same objects,
// and what an identical program printed.
#pragma once

#include "toolchain/family.h"

#include <map>
#include <optional>
#include <set>

namespace assay::toolchain {

struct TestLimits {
    sandbox::Limits compile, run;
};

// Off where a result is repeated to see whether it is reliable: then everything is done anew.
enum class Reuse : uint8_t { Off, On };

// How the compiler builds and runs the test under the setup, with the flags that the test itself needs.
Recipe recipe_of(const Compiler& compiler, const testcase::Setup& setup, const testcase::TestCase& test);

class Workbench {
  public:
    // Writes the files of the test. The sandbox, the test and the compilers outlive the bench.
    static base::Result<Workbench> open(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                        const TestLimits& limits, Reuse reuse = Reuse::On);
    // An Error means that the sandbox is broken, never that the compiler is. What was used again costs
    // nothing: its CPU time was counted where it was spent.
    base::Result<testcase::Observation> observe(const Compiler& compiler, const testcase::Setup& setup) {
        return observe_under({}, compiler, setup);
    }
    // The same, but what was built runs under another program (valgrind, with its options), which takes its
    // time.
    base::Result<testcase::Observation> observe_under(const std::vector<std::string>& tool,
                                                      const Compiler& compiler, const testcase::Setup& setup);
    // Builds only; the rest of the observation stays empty.
    base::Result<testcase::Observation> compile(const Compiler& compiler, const testcase::Setup& setup);

    struct Savings {
        uint64_t shared_steps = 0, links = 0, runs = 0; // that were not done again
    };
    const Savings& savings() const { return savings_; }

  private:
    Workbench(sandbox::Sandbox& sandbox, const testcase::TestCase& test, const TestLimits& limits,
              Reuse reuse);
    base::Result<bool> build(const Compiler& compiler, const Recipe& recipe, bool product_wanted,
                             testcase::Observation& observation);
    base::Result<testcase::Execution> perform(const Step& step, const Compiler& compiler,
                                              const sandbox::Limits& limits);
    base::Result<testcase::Execution> run_command(const sandbox::Command& command,
                                                  const sandbox::Limits& limits);
    base::Result<testcase::Execution> run_product(const Recipe& recipe);
    base::Result<void> write_aids(const Recipe& recipe);
    // The same number for the same command on the same inputs; 0: that cannot be told.
    uint64_t key_of(const Step& step) const;
    bool linked_before(uint64_t key, const Recipe& recipe);

    sandbox::Sandbox* sandbox_;
    const testcase::TestCase* test_;
    TestLimits limits_;
    Reuse reuse_;
    Savings savings_;
    std::set<std::string> aids_;
    std::set<std::string> refused_;                     // programs whose fallback was needed for this test
    std::map<std::string, testcase::Execution> shared_; // by their outputs
    std::map<uint64_t, uint64_t> linked_;               // hash of the product, by key of the step
    std::optional<uint64_t> product_;                   // hash of the last product
    std::map<uint64_t, testcase::Execution> runs_;      // by product and command
};

} // namespace assay::toolchain
