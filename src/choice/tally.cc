#include "choice/tally.h"

#include "base/check.h"

#include <fmt/format.h>

namespace assay::choice {

Tally::Row& Tally::row(std::string_view site, const std::vector<std::string>& names) {
    auto found = rows_.find(site);
    if (found != rows_.end()) {
        if (found->second.names != names)
            base::fail(fmt::format("two sites are named '{}' and have different alternatives", site));
        return found->second;
    }
    Row fresh{names, std::vector<std::uint64_t>(names.size()), std::vector<bool>(names.size())};
    return rows_.emplace(site, std::move(fresh)).first->second;
}

std::uint64_t* Tally::counters(const Site& site, std::span<const std::uint32_t> weights) {
    base::check(weights.size() == site.size(), "a weight for each alternative");
    std::vector<std::string> names;
    for (const Alternative& alternative : site.alternatives()) names.emplace_back(alternative.name);
    Row& known = row(site.name(), names);
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i] > 0) known.wanted[i] = true;
    return known.taken.data();
}

void Tally::merge(const Tally& other) {
    for (const auto& [site, theirs] : other.rows_) {
        Row& ours = row(site, theirs.names);
        for (std::size_t i = 0; i < theirs.taken.size(); ++i) {
            ours.taken[i] += theirs.taken[i];
            if (theirs.wanted[i]) ours.wanted[i] = true;
        }
    }
}

std::vector<Tally::Count> Tally::counts() const {
    std::vector<Count> result;
    for (const auto& [site, known] : rows_)
        for (std::size_t i = 0; i < known.names.size(); ++i)
            result.push_back({site, known.names[i], known.taken[i], known.wanted[i]});
    return result;
}

std::uint64_t Tally::taken(std::string_view site, std::string_view alternative) const {
    auto found = rows_.find(site);
    if (found == rows_.end()) return 0;
    for (std::size_t i = 0; i < found->second.names.size(); ++i)
        if (found->second.names[i] == alternative) return found->second.taken[i];
    return 0;
}

std::vector<Tally::Count> Tally::never_taken() const {
    std::vector<Count> result = counts();
    std::erase_if(result, [](const Count& count) { return count.taken > 0 || !count.wanted; });
    return result;
}

std::vector<Tally::Count> Tally::never_taken(std::span<const Site* const> all) const {
    Tally complete = *this;
    for (const Site* site : all) {
        if (rows_.contains(site->name())) continue; // what the sessions wanted counts, not what was declared
        std::vector<std::uint32_t> declared;
        for (const Alternative& alternative : site->alternatives()) declared.push_back(alternative.weight);
        complete.counters(*site, declared);
    }
    return complete.never_taken();
}

std::string Tally::to_text() const {
    std::string text;
    for (const Count& count : counts())
        text += fmt::format("{:>12} {} {}\n", count.taken, count.site, count.alternative);
    return text;
}

} // namespace assay::choice
