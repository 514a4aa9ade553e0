#include "report/counts.h"

#include "base/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::report {

base::Result<Counts> counts_of(store::Store& store) {
    auto judged = store.counts();
    if (!judged) return judged.error();
    auto unjudged = store.unjudged();
    if (!unjudged) return unjudged.error();
    return Counts{std::move(*judged), std::move(*unjudged)};
}

std::map<std::string, uint64_t> unjudged_by_reason(const std::vector<store::Unjudged>& unjudged) {
    std::map<std::string, uint64_t> sums;
    for (const store::Unjudged& one : unjudged) sums[one.why] += one.tests;
    return sums;
}

std::string unjudged_text(const std::map<std::string, uint64_t>& by_reason) {
    if (by_reason.empty()) return {};
    uint64_t all = 0;
    std::string reasons;
    for (const auto& [why, count] : by_reason) {
        all += count;
        reasons += fmt::format("{:>8}  {}\n", count, why);
    }
    return fmt::format("not judged: {} (programs under a setup that say nothing)\n", all) + reasons;
}

std::string counts_text(const Counts& counts) {
    std::string text = fmt::format("{:>8}  {:>9}  {:<8} {}\n", "programs", "CPU s", "method", "setup");
    for (const store::Count& one : counts.judged)
        text += fmt::format("{:>8}  {:>9.1f}  {:<8} {}\n", one.tests, static_cast<double>(one.cpu_us) / 1e6,
                            one.method, one.setup);
    if (counts.unjudged.empty()) return text;
    text += fmt::format("\n{:>8}  {}\n", "programs", "not judged: setup, reason");
    for (const store::Unjudged& one : counts.unjudged)
        text += fmt::format("{:>8}  {}: {}\n", one.tests, one.setup, one.why);
    return text;
}

std::string counts_json(const Counts& counts) {
    nlohmann::ordered_json json{{"judged", nlohmann::ordered_json::array()},
                                {"unjudged", nlohmann::ordered_json::array()}};
    for (const store::Count& one : counts.judged)
        json["judged"].push_back({{"method", one.method},
                                  {"setup", one.setup},
                                  {"programs", one.tests},
                                  {"cpu_seconds", static_cast<double>(one.cpu_us) / 1e6}});
    for (const store::Unjudged& one : counts.unjudged)
        json["unjudged"].push_back({{"setup", one.setup}, {"why", one.why}, {"programs", one.tests}});
    return base::json_text(json, 1) + "\n";
}

} // namespace assay::report
