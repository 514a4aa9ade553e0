#include "triage/history.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace assay::triage {
namespace {

using toolchain::version_numbers;

std::string newest_first(const std::vector<std::string>& versions) {
    return fmt::format("{}", fmt::join(versions.rbegin(), versions.rend(), ", "));
}

} // namespace

bool History::is_alive() const {
    if (fails.empty()) return false;
    return works.empty() ? fails.size() > 1 : version_numbers(works.back()) < version_numbers(fails.back());
}

bool History::is_fixed() const {
    return !fails.empty() && !works.empty() && version_numbers(fails.back()) < version_numbers(works.back());
}

bool History::is_regression() const {
    return is_alive() && !works.empty() && version_numbers(works.front()) < version_numbers(fails.front());
}

History history_of(const std::vector<const toolchain::Compiler*>& compilers, const Versions& versions) {
    std::map<std::vector<int>, std::string> numbers;
    std::set<std::vector<int>> fails, works;
    for (const toolchain::Compiler* compiler : compilers) {
        const auto answer = versions.find(compiler->name);
        const std::vector<int> number = version_numbers(compiler->version);
        if (answer == versions.end() || number.empty() || answer->second == Behaviour::CannotTell) continue;
        numbers[number] = compiler->version;
        (answer->second == Behaviour::Fails ? fails : works).insert(number);
    }
    History history;
    for (const auto& [number, text] : numbers) {
        if (fails.contains(number) == works.contains(number)) continue;
        (fails.contains(number) ? history.fails : history.works).push_back(text);
    }
    return history;
}

std::string to_text(const History& history) {
    std::string text;
    if (!history.fails.empty()) text = "fails with " + newest_first(history.fails);
    if (!history.works.empty())
        text += fmt::format("{}works with {}", text.empty() ? "" : "; ", newest_first(history.works));
    return text;
}

std::string regression_mark(const History& history) {
    if (!history.is_regression()) return "";
    std::set<int> majors;
    for (const std::string& version : history.fails) majors.insert(version_numbers(version).front());
    return fmt::format("[{} Regression] ", fmt::join(majors, "/"));
}

int rank(const History& history) {
    if (history.is_regression()) return 0;
    return history.is_fixed() ? 2 : 1;
}

std::string version_range(const std::vector<const toolchain::Compiler*>& compilers,
                          const Versions& versions) {
    std::vector<std::pair<const toolchain::Compiler*, bool>> known; // oldest first; does it fail?
    for (const toolchain::Compiler* compiler : compilers)
        if (const auto found = versions.find(compiler->name);
            found != versions.end() && found->second != Behaviour::CannotTell)
            known.emplace_back(compiler, found->second == Behaviour::Fails);
    const auto first = std::ranges::find(known, true, &std::pair<const toolchain::Compiler*, bool>::second);
    if (known.size() < 2 || first == known.end()) return {};
    // Two of one version that differ are no matter of versions.
    for (size_t i = 1; i < known.size(); ++i)
        if (known[i].first->version == known[i - 1].first->version && known[i].second != known[i - 1].second)
            return {};
    std::string text = "first bad: " + first->first->name;
    if (first == known.begin())
        text += " (the oldest here)";
    else
        text += "; last good: " + std::prev(first)->first->name;
    const auto fixed = std::find_if(first, known.end(), [](const auto& one) { return !one.second; });
    if (fixed != known.end()) text += "; good again: " + fixed->first->name;
    return text;
}

} // namespace assay::triage
