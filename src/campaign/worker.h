// Worker: makes a test, compiles and runs it under its setups in its own sandbox, and has it judged. What is
// wrong with a batch is narrowed down to the programs in it.
#pragma once

#include "campaign/plan.h"
#include "campaign/shield.h"
#include "campaign/task.h"
#include "testcase/oracle.h"
#include "toolchain/workbench.h"

#include <atomic>
#include <map>
#include <memory>

namespace assay::campaign {

class Worker {
  public:
    Worker(const Config& config, const std::vector<toolchain::Compiler>& compilers, const Shield& shield,
           sandbox::Sandbox sandbox, const std::atomic<bool>& stop);

    // An Error means that Assay itself cannot go on: the sandbox is broken, or a method failed.
    base::Result<Outcome> perform(const Task& task);
    sandbox::Sandbox& sandbox() { return sandbox_; }

  private:
    const Config& config_;
    const std::vector<toolchain::Compiler>& compilers_;
    const Shield& shield_;
    sandbox::Sandbox sandbox_;
    const std::atomic<bool>& stop_; // what takes long ends with what it has
    std::map<std::string, std::unique_ptr<testcase::Method>> methods_;
    std::pair<uint64_t, bool>
        climbed_; // of the last program without a known answer: hash, does it seem valid?

    struct Seen {
        std::vector<std::vector<testcase::Observation>> observed; // of each member of the group
        std::vector<testcase::Verdict> verdicts;
    };
    base::Result<Tested> test(uint64_t number);
    base::Result<Examined> examine(const ExamineTask& task);
    base::Result<Reduced> reduce(const ReduceTask& task);
    base::Result<testcase::Method*> method(const std::string& name);
    // A verdict that may become a finding, and what was seen.
    struct Suspicion {
        Placed placed;
        testcase::Verdict verdict;
        std::optional<testcase::Execution> run;
    };
    struct Batch {
        const testcase::TestCase& test;
        const Seen& seen; // of it alone
        const std::vector<Placed>& setups;
        // What it should print: what is expected, or what those say whom nobody blames.
        std::string right() const;
    };
    base::Result<testcase::TestGroup> make(testcase::Method& method, const Plan& plan, bool batch);
    base::Result<std::vector<testcase::Observation>>
    observe(const testcase::TestCase& test, const std::vector<Placed>& setups, Cost& cost, double patience);
    base::Result<Seen> look(const testcase::TestGroup& group, const std::vector<Placed>& setups, Cost& cost,
                            double patience = 1);
    // narrow.cc: true if there is a finding
    base::Result<bool> confirm(const Suspicion& suspicion, const testcase::TestCase& test, Tested& tested);
    base::Result<bool> seems_valid(const testcase::TestCase& test);
    base::Result<bool> follow(const testcase::TestCase& test, const std::vector<Placed>& setups,
                              Tested& tested);
    base::Result<bool> narrow(const Plan& plan, const Suspicion& suspicion, const Batch& batch,
                              Tested& tested);
    base::Result<bool> halve(const Plan& plan, const testcase::Settings& settings, const Suspicion& suspicion,
                             Tested& tested);
    static bool has_finding_like(const testcase::Verdict& verdict, const Tested& tested);
    void keep(const testcase::TestCase& test, testcase::Verdict verdict, Tested& tested);
};

} // namespace assay::campaign
