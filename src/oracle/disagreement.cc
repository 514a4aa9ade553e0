#include "oracle/each.h"
#include "oracle/oracles.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace assay::oracle {
namespace {

struct Camp {
    std::vector<std::pair<size_t, const testcase::Observation*>> members; // test, what was seen of it
    size_t unoptimised = 0;
};

bool is_unoptimised(const testcase::Setup& setup) {
    return std::none_of(setup.options.begin(), setup.options.end(), [](const std::string& option) {
        return option.starts_with("-O") && option != "-O0";
    });
}

// Where nothing is expected, those that say the same as most others are believed; the same compiler without
// optimisation breaks a tie.
class Disagreement : public testcase::Oracle {
  public:
    std::string_view name() const override { return "disagreement"; }
    std::string_view summary() const override {
        return "setups, or tests that must agree, print different things";
    }

    std::vector<testcase::Verdict> judge(const testcase::Trial& trial) const override {
        std::map<std::string, Camp> camps;
        for (size_t test = 0; test < trial.observed.size(); ++test) {
            const testcase::TestCase& made = trial.group.tests[test];
            if (made.expected || !made.promises.no_ub || !made.promises.deterministic) continue;
            for (const testcase::Observation& seen : trial.observed[test]) {
                if (!seen.run || seen.run->ending != testcase::Ending::Exited || seen.alarm) continue;
                Camp& camp = camps[fmt::format("{}\n{}", seen.run->code, seen.run->out)];
                camp.members.emplace_back(test, &seen);
                camp.unoptimised += is_unoptimised(seen.setup) ? 1 : 0;
            }
        }
        return camps.size() < 2 ? std::vector<testcase::Verdict>{} : blame(camps);
    }

  private:
    static std::vector<testcase::Verdict> blame(const std::map<std::string, Camp>& camps) {
        const auto strength = [](const Camp& camp) {
            return std::pair(camp.members.size(), camp.unoptimised);
        };
        const auto believed = std::max_element(camps.begin(), camps.end(), [&](const auto& a, const auto& b) {
            return strength(a.second) < strength(b.second);
        });
        size_t rivals = 0;
        for (const auto& [said, camp] : camps) rivals += strength(camp) == strength(believed->second) ? 1 : 0;
        const std::string doubt = rivals > 1 ? " (no majority: either side may be wrong)" : "";
        std::vector<testcase::Verdict> verdicts;
        for (const auto& [said, camp] : camps) {
            if (said == believed->first) continue;
            for (const auto& [test, seen] : camp.members)
                verdicts.push_back({testcase::Kind::Disagreement, seen->setup, test, "disagreement" + doubt,
                                    fmt::format("most ({}) say \"{}\"\n{} of {} say \"{}\"",
                                                believed->second.members.size(), excerpt(believed->first),
                                                camp.members.size(), total(camps), excerpt(said))});
        }
        return verdicts;
    }

    static size_t total(const std::map<std::string, Camp>& camps) {
        size_t sum = 0;
        for (const auto& [said, camp] : camps) sum += camp.members.size();
        return sum;
    }
};

} // namespace

std::unique_ptr<testcase::Oracle> disagreement() { return std::make_unique<Disagreement>(); }

} // namespace assay::oracle
