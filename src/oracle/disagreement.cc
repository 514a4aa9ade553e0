#include "oracle/each.h"
#include "oracle/oracles.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace assay::oracle {
namespace {

struct Said {
    size_t test = 0;
    const testcase::Observation* seen = nullptr;
};

// Where nothing is expected, nobody votes: every setup is named as soon as two differ, with what each of them
// says. The validity ladder, which this room cannot climb, tells which of them are wrong.
class Disagreement : public testcase::Oracle {
  public:
    std::string_view name() const override { return "disagreement"; }
    std::string_view summary() const override {
        return "setups, or tests that must agree, print different things";
    }

    std::vector<testcase::Verdict> judge(const testcase::Trial& trial) const override {
        std::map<std::pair<std::string, int>, std::vector<Said>> camps;
        for (size_t test = 0; test < trial.observed.size(); ++test) {
            const testcase::TestCase& made = trial.group.tests[test];
            if (made.expected || !made.promises.no_ub || !made.promises.deterministic) continue;
            const uint64_t slowest_us = slowest_that_ends(trial.observed[test]);
            for (const testcase::Observation& seen : trial.observed[test]) {
                if (!seen.run || seen.alarm) continue;
                if (seen.run->ending == testcase::Ending::Exited)
                    camps[{seen.run->out, seen.run->code}].push_back({test, &seen});
                else if (!made.promises.terminates && is_endless(*seen.run, slowest_us))
                    camps[{"", kEndless}].push_back({test, &seen});
            }
        }
        if (camps.size() < 2) return {};
        std::string detail;
        for (const auto& [said, members] : camps) detail += line_of(said, members);
        std::vector<testcase::Verdict> verdicts;
        for (const auto& [said, members] : camps)
            for (const auto& [test, seen] : members)
                verdicts.push_back(
                    {testcase::Kind::Disagreement, seen->setup, test, "setups disagree", detail});
        return verdicts;
    }

  private:
    static constexpr int kEndless = -1; // instead of an exit status

    static uint64_t slowest_that_ends(const std::vector<testcase::Observation>& observed) {
        uint64_t slowest_us = 0;
        for (const testcase::Observation& seen : observed)
            if (seen.run && seen.run->ending == testcase::Ending::Exited)
                slowest_us = std::max(slowest_us, seen.run->cpu_us + 1);
        return slowest_us;
    }

    // Nobody promised that the program ends. It does, under other setups, and this run took far longer.
    static bool is_endless(const testcase::Execution& run, uint64_t slowest_us) {
        constexpr uint64_t kFarLonger = 10;
        const bool cut_off =
            run.ending == testcase::Ending::TooMuchOutput ||
            (run.ending == testcase::Ending::TimedOut && run.cpu_us > kFarLonger * slowest_us);
        return slowest_us > 0 && cut_off;
    }

    static std::string line_of(const std::pair<std::string, int>& said, const std::vector<Said>& members) {
        std::string setups;
        for (const Said& one : members) setups += (setups.empty() ? "" : ", ") + one.seen->setup.name();
        if (said.second == kEndless) return fmt::format("it does not end: {}\n", setups);
        return fmt::format("\"{}\", exit status {}: {}\n", excerpt(said.first), said.second, setups);
    }
};

} // namespace

std::unique_ptr<testcase::Oracle> disagreement() { return std::make_unique<Disagreement>(); }

} // namespace assay::oracle
