#include "oracle/oracles.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace assay::oracle {
namespace {

using testcase::Observation;
using testcase::Verdict;

constexpr uint64_t kBeyondOtherSetups = 50; // times the slowest of the others
// The same compiler and options on a program that is almost the same: far less is usual here.
constexpr uint64_t kBeyondOtherVariants = 20;

double seconds(uint64_t us) { return static_cast<double>(us) / 1e6; }

struct Timing {
    const Observation* seen = nullptr;
    size_t test = 0;
    uint64_t cpu_us() const { return seen->compile.cpu_us; }
};

// The slowest in front, the next one after it.
void sort_slowest_first(std::vector<Timing>& timings) {
    std::sort(timings.begin(), timings.end(),
              [](const Timing& a, const Timing& b) { return a.cpu_us() > b.cpu_us(); });
}

bool is_far_beyond(const Timing& worst, const Timing& next, uint64_t times) {
    return worst.cpu_us() >= kSlowCompilation_us &&
           worst.cpu_us() / std::max<uint64_t>(next.cpu_us(), 1) >= times;
}

// A setup that needs far more CPU time than all others for the same program, or a program of a group that
// needs far more than the others under the same setup.
class SlowCompiler : public testcase::Oracle {
  public:
    std::string_view name() const override { return "slow-compiler"; }
    std::string_view summary() const override {
        return "the compiler takes orders of magnitude longer than other setups, or than for other variants";
    }

    std::vector<Verdict> judge(const testcase::Trial& trial) const override {
        std::vector<Verdict> verdicts;
        for (size_t test = 0; test < trial.observed.size(); ++test)
            if (auto verdict = beyond_setups(trial.observed[test], test)) verdicts.push_back(*verdict);
        std::map<std::string, std::vector<Timing>> by_setup;
        for (size_t test = 0; test < trial.observed.size(); ++test)
            for (const Observation& seen : trial.observed[test])
                if (counts(seen)) by_setup[seen.setup.name()].push_back({&seen, test});
        for (auto& [setup, timings] : by_setup)
            for (Verdict& verdict : beyond_variants(timings)) verdicts.push_back(std::move(verdict));
        return verdicts;
    }

  private:
    static bool counts(const Observation& seen) {
        return seen.compiled == testcase::Compiled::Built && !seen.sanitized;
    }

    // It takes several others to know what is usual.
    static std::optional<Verdict> beyond_setups(const std::vector<Observation>& observed, size_t test) {
        std::vector<Timing> timings;
        for (const Observation& seen : observed)
            if (counts(seen)) timings.push_back({&seen, test});
        if (timings.size() < 3) return std::nullopt;
        sort_slowest_first(timings);
        if (!is_far_beyond(timings[0], timings[1], kBeyondOtherSetups)) return std::nullopt;
        return Verdict{testcase::Kind::Slow, timings[0].seen->setup, test, "slow compilation",
                       fmt::format("{:.1f} s of CPU time; the next slowest, {}, takes {:.2f} s",
                                   seconds(timings[0].cpu_us()), timings[1].seen->setup.name(),
                                   seconds(timings[1].cpu_us()))};
    }

    // Several may be slow for the same reason, so what is usual is what half of them stay below.
    static std::vector<Verdict> beyond_variants(std::vector<Timing>& timings) {
        std::vector<Verdict> verdicts;
        sort_slowest_first(timings);
        const Timing usual = timings[timings.size() / 2];
        for (const Timing& timing : timings)
            if (is_far_beyond(timing, usual, kBeyondOtherVariants))
                verdicts.push_back(
                    {testcase::Kind::Slow, timing.seen->setup, timing.test, "slow compilation",
                     fmt::format("{:.1f} s of CPU time; half of {} variants of the program take "
                                 "{:.2f} s or less with the same setup",
                                 seconds(timing.cpu_us()), timings.size(), seconds(usual.cpu_us()))});
        return verdicts;
    }
};

} // namespace

std::unique_ptr<testcase::Oracle> slow_compiler() { return std::make_unique<SlowCompiler>(); }

} // namespace assay::oracle
