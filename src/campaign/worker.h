// Worker: makes a test, compiles and runs it under its setups in its own sandbox, and has it judged. A
// failure of a batch is narrowed to the programs in it.
#pragma once

#include "campaign/plan.h"
#include "campaign/roster.h"
#include "campaign/shield.h"
#include "campaign/task.h"
#include "testcase/oracle.h"
#include "toolchain/toolset.h"
#include "toolchain/workbench.h"
#include "triage/ladder.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace assay::campaign {

class Worker {
  public:
    Worker(const Config& config, Roster& roster, const Shield& shield, sandbox::Sandbox sandbox,
           const std::atomic<bool>& stop);

    // An Error means that Assay itself cannot continue: there is no sandbox to be had. A test that cannot be
    // made or judged is an Outcome that says so.
    base::Result<Outcome> perform(const Task& task);
    // From any thread: kills running commands, and the work that needs them fails.
    void stop();
    uint64_t fence_cpu_us() const { return sandbox_.own_cpu_us(); }

  private:
    const Config& config_;
    Roster& roster_;
    std::shared_ptr<const toolchain::Toolset> tools_; // for this task
    const Shield& shield_;
    sandbox::Sandbox sandbox_;
    const std::atomic<bool>& stop_; // ends long work with its result so far
    std::mutex methods_mutex_;
    std::map<std::string, std::unique_ptr<testcase::Method>> methods_;
    std::pair<uint64_t, triage::Climb> climbed_; // of the last doubtful program, by its hash

    struct Seen {
        std::vector<std::vector<testcase::Observation>> observed; // of each member of the group
        std::vector<testcase::Verdict> verdicts;
    };
    base::Result<Outcome> attempt(const Task& task);
    base::Result<Outcome> guarded(const Task& task);
    Outcome gave_up(const Task& task, const std::string& why) const;
    base::Result<Tested> test(uint64_t number);
    base::Result<Reduced> reduce(const ReduceTask& task);
    base::Result<testcase::Method*> method(const std::string& name);
    // A verdict that may become a finding, and the observation behind it.
    struct Suspicion {
        CompilerSetup placed;
        testcase::Verdict verdict;
        testcase::Observation seen;
    };
    struct Batch {
        const testcase::TestCase& test;
        const Seen& seen; // of this batch
        const std::vector<CompilerSetup>& setups;
        // The expected output; if that is unknown, the differing output of another setup.
        std::string reference_output(const Suspicion& suspicion) const;
    };
    base::Result<testcase::TestGroup> make(testcase::Method& method, const Plan& plan, bool batch);
    base::Result<std::vector<testcase::Observation>> observe(const testcase::TestCase& test,
                                                             const std::vector<CompilerSetup>& setups,
                                                             Cost& cost, double patience);
    static void count(const Plan& plan, uint64_t programs, const testcase::TestGroup& group,
                      const std::vector<CompilerSetup>& setups, const Seen& seen, Tested& tested);
    base::Result<Seen> look(const testcase::TestGroup& group, const std::vector<CompilerSetup>& setups,
                            Cost& cost, double patience = 1);
    // Compilers that stopped working say nothing: takes them out of the roster and of what was seen.
    base::Result<void> leave_out_broken(const testcase::TestGroup& group,
                                        const std::vector<CompilerSetup>& setups, Seen& seen);
    // narrow.cc: true if there is a finding
    base::Result<bool> confirm(Suspicion suspicion, testcase::TestCase test, Tested& tested);
    base::Result<bool> settle(Suspicion& suspicion, testcase::TestCase& test);
    base::Result<const triage::Climb*> climb(const testcase::TestCase& test);
    base::Result<bool> follow(const testcase::TestCase& test, const std::vector<CompilerSetup>& setups,
                              Tested& tested);
    base::Result<bool> narrow(const Plan& plan, const Suspicion& suspicion, const Batch& batch,
                              Tested& tested);
    base::Result<bool> halve(const Plan& plan, const testcase::Settings& settings, const Suspicion& suspicion,
                             Tested& tested);
    static bool has_finding_like(const testcase::Verdict& verdict, const Tested& tested);
    void keep(const testcase::TestCase& test, testcase::Verdict verdict, Tested& tested);
};

} // namespace assay::campaign
