// Worker: makes a test, compiles and runs it under its setups in its own sandbox, and has it judged. What is
// wrong with a batch is narrowed down to the programs in it.
#pragma once

#include "campaign/plan.h"
#include "campaign/shield.h"
#include "store/store.h"
#include "testcase/oracle.h"
#include "toolchain/workbench.h"

#include <map>
#include <memory>

namespace assay::campaign {

// What a test cost, apart from what the store keeps.
struct Cost {
    uint64_t programs = 0; // that were made
    uint64_t runs = 0;     // setup by setup
    uint64_t tools_us = 0; // CPU of compilers and generated programs
    std::map<std::string, uint64_t> runs_by_compiler;
};

struct Performed {
    store::Finished finished;
    std::string method;
    Cost cost;
};

class Worker {
  public:
    Worker(const Config& config, const std::vector<toolchain::Compiler>& compilers, const Shield& shield,
           sandbox::Sandbox sandbox);

    // An Error means that Assay itself cannot go on: the sandbox is broken, or a method failed.
    base::Result<Performed> perform(uint64_t number);
    sandbox::Sandbox& sandbox() { return sandbox_; }

  private:
    const Config& config_;
    const std::vector<toolchain::Compiler>& compilers_;
    const Shield& shield_;
    sandbox::Sandbox sandbox_;
    std::map<std::string, std::unique_ptr<testcase::Method>> methods_;

    struct Seen {
        std::vector<testcase::Observation> observed;
        std::vector<testcase::Verdict> verdicts;
    };
    base::Result<testcase::Method*> method(const std::string& name);
    base::Result<Seen> look(const testcase::TestCase& test, const std::vector<Placed>& setups, Cost& cost);
    base::Result<void> narrow(const Plan& plan, uint64_t first, uint64_t count, const Placed& setup,
                              Performed& performed);
    void keep(const testcase::TestCase& test, testcase::Verdict verdict, Performed& performed);
};

} // namespace assay::campaign
