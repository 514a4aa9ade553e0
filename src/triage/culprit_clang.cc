#include "triage/culprit.h"

#include <charconv>
#include <fmt/format.h>
#include <map>

namespace assay::triage {
namespace {

using base::Result;

// "BISECT: running pass (20) PromotePass on f" by number. "NOT running" lines are passes as well, but
// switched off; only those that ran can be culprit.
std::map<uint64_t, std::string> passes_run(const std::string& said) {
    constexpr std::string_view kMark = "BISECT: running pass (";
    std::map<uint64_t, std::string> passes;
    for (size_t at = said.find(kMark); at != std::string::npos; at = said.find(kMark, at + 1)) {
        const size_t line_end = std::min(said.find('\n', at), said.size());
        const std::string_view rest =
            std::string_view(said).substr(at + kMark.size(), line_end - at - kMark.size());
        uint64_t number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const size_t close = rest.find(") ");
        if (error == std::errc() && close != rest.npos) passes[number] = std::string(rest.substr(close + 2));
    }
    return passes;
}

// "InstCombinePass on f" without what it ran on, which differs with every program.
std::string pass_name(const std::string& line) {
    size_t end = line.rfind(" on ");
    for (const std::string_view what : {" on function (", " on module (", " on basic block (", " on SCC ("})
        end = std::min(end, line.find(what));
    return line.substr(0, end);
}

std::vector<std::string> limit(int64_t passes) {
    return {"-mllvm", fmt::format("-opt-bisect-limit={}", passes)};
}

} // namespace

Result<Culprit> culprit_of_clang(const Probe& probe) {
    auto all = probe(limit(-1));
    if (!all) return all.error();
    if (all->what != Behaviour::Fails)
        return Culprit{std::nullopt, "the failure does not show under -opt-bisect-limit", {}};
    const std::map<uint64_t, std::string> passes = passes_run(all->said);
    if (passes.empty()) return Culprit{std::nullopt, "the compiler names no passes", {}};
    auto none = probe(limit(0));
    if (!none) return none.error();
    if (none->what != Behaviour::Right)
        return Culprit{std::nullopt, "it fails without any pass that can be switched off", {}};
    // right: not failing with the first `right` passes; wrong: failing with the first `wrong`.
    uint64_t right = 0, wrong = passes.rbegin()->first;
    while (wrong - right > 1) {
        const uint64_t middle = right + (wrong - right) / 2;
        auto answer = probe(limit(static_cast<int64_t>(middle)));
        if (!answer) return answer.error();
        (answer->what == Behaviour::Fails ? wrong : right) = middle;
    }
    const auto culprit = passes.find(wrong);
    if (culprit == passes.end()) return Culprit{std::nullopt, "the numbers of passes shift", {}};
    return Culprit{pass_name(culprit->second),
                   fmt::format("right with -mllvm -opt-bisect-limit={}, wrong with {}: {}", right, wrong,
                               culprit->second),
                   limit(static_cast<int64_t>(right))};
}

} // namespace assay::triage
