#include "choice/tally.h"

#include "base/check.h"

#include <fmt/format.h>

namespace assay::choice {

size_t Tally::row(std::string_view site, const std::vector<std::string>& names) {
    if (const auto found = by_name_.find(site); found != by_name_.end()) {
        if (rows_[found->second].names != names)
            base::fail(fmt::format("two sites are named '{}' and have different alternatives", site));
        return found->second;
    }
    rows_.push_back({std::string(site), names, std::vector<std::uint64_t>(names.size()),
                     std::vector<bool>(names.size())});
    by_name_.emplace(site, rows_.size() - 1);
    return rows_.size() - 1;
}

const Tally::Row* Tally::find(std::string_view site) const {
    const auto found = by_name_.find(site);
    return found == by_name_.end() ? nullptr : &rows_[found->second];
}

std::uint64_t* Tally::counters(const Site& site, std::span<const std::uint32_t> weights) {
    base::check(weights.size() == site.size(), "a weight for each alternative");
    const size_t* met = by_site_.find(&site);
    const bool same = met && rows_[*met].site == site.name() && rows_[*met].names.size() == site.size();
    if (!same) {
        std::vector<std::string> names;
        for (const Alternative& alternative : site.alternatives()) names.emplace_back(alternative.name);
        const size_t found = row(site.name(), names);
        if (met) return known_weights(rows_[found], weights);
        by_site_.insert(&site, found);
        met = by_site_.find(&site);
    }
    return known_weights(rows_[*met], weights);
}

std::uint64_t* Tally::known_weights(Row& row, std::span<const std::uint32_t> weights) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i] > 0) row.wanted[i] = true;
    return row.taken.data();
}

void Tally::merge(const Tally& other) {
    for (const Row& theirs : other.rows_) {
        Row& ours = rows_[row(theirs.site, theirs.names)];
        for (std::size_t i = 0; i < theirs.taken.size(); ++i) {
            ours.taken[i] += theirs.taken[i];
            if (theirs.wanted[i]) ours.wanted[i] = true;
        }
    }
}

std::vector<Tally::Count> Tally::counts() const {
    std::vector<Count> result;
    for (const auto& [site, at] : by_name_)
        for (std::size_t i = 0; i < rows_[at].names.size(); ++i)
            result.push_back({site, rows_[at].names[i], rows_[at].taken[i], rows_[at].wanted[i]});
    return result;
}

std::uint64_t Tally::taken(std::string_view site, std::string_view alternative) const {
    const Row* found = find(site);
    if (!found) return 0;
    for (std::size_t i = 0; i < found->names.size(); ++i)
        if (found->names[i] == alternative) return found->taken[i];
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
        if (find(site->name())) continue; // what the sessions wanted counts, not what was declared
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
