#include "oracle/oracles.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::oracle {
namespace {

constexpr uint64_t kWorthReporting_us = 5'000'000; // below this nobody minds
constexpr uint64_t kOrdersOfMagnitude = 50;        // beyond the slowest of the others

// A setup that needs far more CPU time than all others for the same program. It takes several others to know
// what is usual.
class SlowCompiler : public testcase::Oracle {
  public:
    std::string_view name() const override { return "slow-compiler"; }
    std::string_view summary() const override {
        return "the compiler takes orders of magnitude longer than the other setups";
    }

    std::vector<testcase::Verdict> judge(const testcase::Trial& trial) const override {
        std::vector<testcase::Verdict> verdicts;
        for (size_t test = 0; test < trial.observed.size(); ++test)
            if (auto verdict = slowest(trial.observed[test], test)) verdicts.push_back(*verdict);
        return verdicts;
    }

  private:
    static std::optional<testcase::Verdict> slowest(const std::vector<testcase::Observation>& observed,
                                                    size_t test) {
        std::vector<const testcase::Observation*> built;
        for (const testcase::Observation& seen : observed)
            if (seen.compiled == testcase::Compiled::Built && !seen.sanitized) built.push_back(&seen);
        if (built.size() < 3) return std::nullopt;
        std::sort(built.begin(), built.end(),
                  [](const auto* a, const auto* b) { return a->compile.cpu_us > b->compile.cpu_us; });
        const uint64_t worst = built[0]->compile.cpu_us,
                       next = std::max<uint64_t>(built[1]->compile.cpu_us, 1);
        if (worst < kWorthReporting_us || worst / next < kOrdersOfMagnitude) return std::nullopt;
        return testcase::Verdict{testcase::Kind::Slow, built[0]->setup, test, "slow compilation",
                                 fmt::format("{:.1f} s of CPU time; the next slowest, {}, takes {:.2f} s",
                                             static_cast<double>(worst) / 1e6, built[1]->setup.name(),
                                             static_cast<double>(next) / 1e6)};
    }
};

} // namespace

std::unique_ptr<testcase::Oracle> slow_compiler() { return std::make_unique<SlowCompiler>(); }

} // namespace assay::oracle
