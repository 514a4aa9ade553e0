#include "base/words.h"
#include "triage/culprit.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace assay::triage {
namespace {

using base::joined;
using base::Result;

// "   tree-vrp1    :  ON" of -fdump-passes. Passes with a star have no switch.
std::vector<std::string> passes_on(const std::string& said) {
    std::vector<std::string> passes;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        const size_t colon = line.rfind(':');
        if (colon == std::string::npos || line.find("ON", colon) == std::string::npos) continue;
        const size_t begin = line.find_first_not_of(' ');
        const std::string name = line.substr(begin, line.find_first_of(" \t", begin) - begin);
        const bool named = name.starts_with("tree-") || name.starts_with("rtl-") || name.starts_with("ipa-");
        if (named && std::find(passes.begin(), passes.end(), name) == passes.end()) passes.push_back(name);
    }
    return passes;
}

// For switching off hundreds of passes one by one.
constexpr uint64_t kBudget_us = 60'000'000;

class GccSearch {
  public:
    explicit GccSearch(const Probe& probe) : probe_(probe) {}

    Result<Culprit> by_flags(const std::vector<std::string>& flags);
    Result<Culprit> by_passes();

  private:
    const Probe& probe_;

    Result<bool> fixes(const std::vector<std::string>& added) const {
        auto answer = probe_(added);
        if (!answer) return answer.error();
        return answer->what == Behaviour::Right;
    }
};

// Optimisations by the names that people know. All of them off is near to -O0, so most failures are fixed.
Result<Culprit> GccSearch::by_flags(const std::vector<std::string>& flags) {
    const std::vector<std::string> off = flags_off(flags);
    if (off.empty()) return Culprit{};
    auto all = fixes(off);
    if (!all) return all.error();
    if (!*all) return Culprit{};
    auto workaround =
        smallest_workaround(off, [&](const std::vector<std::string>& some) { return fixes(some); });
    if (!workaround) return workaround.error();
    std::vector<std::string> names;
    for (const std::string& flag : *workaround) names.push_back(flag.substr(5));
    return Culprit{joined(names, "+"), "right with " + joined(*workaround, " "), *workaround};
}

// Some passes are needed for any code at all; those are told by what happens without them alone.
Result<Culprit> GccSearch::by_passes() {
    auto listed = probe_({"-fdump-passes"});
    if (!listed) return listed.error();
    std::vector<std::string> switches;
    uint64_t spent_us = 0;
    for (const std::string& pass : passes_on(listed->said)) {
        if (spent_us > kBudget_us)
            return Culprit{
                std::nullopt, "no single flag fixes it, and the search over passes ran out of CPU time", {}};
        const std::string off = "-fdisable-" + pass;
        auto alone = probe_({off});
        if (!alone) return alone.error();
        spent_us += alone->compile_us + alone->run_us;
        if (alone->what == Behaviour::Right) return Culprit{pass, "right with " + off, {off}};
        if (alone->what == Behaviour::Fails) switches.push_back(off);
    }
    if (switches.empty()) return Culprit{};
    auto all = fixes(switches);
    if (!all) return all.error();
    if (!*all) return Culprit{};
    auto workaround =
        smallest_workaround(switches, [&](const std::vector<std::string>& some) { return fixes(some); });
    if (!workaround) return workaround.error();
    std::vector<std::string> names;
    for (const std::string& off : *workaround)
        names.push_back(off.substr(std::string_view("-fdisable-").size()));
    return Culprit{joined(names, "+"), "right with " + joined(*workaround, " "), *workaround};
}

} // namespace

std::vector<std::string> flags_off(const std::vector<std::string>& flags) {
    const auto listed = [&](const std::string& flag) {
        return std::ranges::find(flags, flag) != flags.end();
    };
    // One that the compiler refuses would spoil all of them; where it was asked, the list has both forms.
    const bool has_both =
        std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-fno-"); });
    std::vector<std::string> off;
    for (const std::string& flag : flags) {
        if (!flag.starts_with("-f") || flag.starts_with("-fno-") || flag.find('=') != flag.npos) continue;
        const std::string no = "-fno-" + flag.substr(2);
        if (!has_both || listed(no)) off.push_back(no);
    }
    return off;
}

Result<Culprit> culprit_of_gcc(const std::vector<std::string>& flags, const Probe& probe, bool all_passes) {
    GccSearch search(probe);
    auto culprit = search.by_flags(flags);
    if (!culprit || culprit->pass) return culprit;
    if (!all_passes) return Culprit{std::nullopt, "no single flag fixes it", {}};
    culprit = search.by_passes();
    if (!culprit || culprit->pass || !culprit->how.empty()) return culprit;
    return Culprit{std::nullopt, "no single flag or pass fixes it", {}};
}

} // namespace assay::triage
