#include "choice/policy.h"

#include "base/hash.h"
#include "choice/generator.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace assay::choice {
namespace {

// A declared weight of 1 on the finer scale of a shuffled policy. 64 alternatives of 8 times the largest
// weight still sum up below 2^31.
constexpr std::uint32_t kShuffleScale = 256;
static_assert(kMaxAlternatives * kMaxWeight * 8 * kShuffleScale <
              std::uint64_t{std::numeric_limits<std::int32_t>::max()});

std::uint64_t key_of(std::uint64_t seed, std::string_view kind, std::string_view name) {
    return base::combine(base::combine(seed, base::hash_text(kind)), base::hash_text(name));
}

Generator generator_for(std::uint64_t key, std::string_view part) {
    return Generator(base::combine(key, base::hash_text(part)));
}

// From 1/16 to 8 times the mean, each doubling as likely as the next; or the least weight there is.
std::uint32_t drawn_weight(Generator generator, std::uint64_t mean) {
    if (generator.below(8) == 0) return 1;
    std::uint64_t power = std::uint64_t{1} << generator.below(7);
    std::uint64_t sixteenths = power + generator.below(power);
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, mean * kShuffleScale * sixteenths / 16));
}

std::uint64_t mean_above_zero(std::span<const std::uint32_t> weights) {
    std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    auto zeros = std::count(weights.begin(), weights.end(), 0U);
    return std::max<std::uint64_t>(1, sum / (weights.size() - static_cast<std::size_t>(zeros)));
}

} // namespace

void Policy::set_weight(const Site& site, std::string_view alternative, std::uint32_t weight) {
    auto all = site.alternatives();
    base::check(std::any_of(all.begin(), all.end(), [&](auto& a) { return a.name == alternative; }),
                "weight of an alternative that the site does not have");
    base::check(weight <= kMaxWeight, "weight out of range");
    weights_[std::string(site.name())].insert_or_assign(std::string(alternative), weight);
}

void Policy::set_knob(const Knob& knob, std::int64_t value) {
    base::check(knob.min() <= value && value <= knob.max(), "value out of the knob's range");
    knobs_.insert_or_assign(std::string(knob.name()), value);
}

void Policy::shuffle(std::uint64_t seed) { shuffle_seed_ = seed & std::numeric_limits<std::int64_t>::max(); }

const Policy::Weights* Policy::set_for(const Site& site) const {
    if (weights_.empty()) return nullptr;
    const auto entry = weights_.find(site.name());
    return entry == weights_.end() ? nullptr : &entry->second;
}

std::vector<std::uint32_t> Policy::weights(const Site& site) const {
    std::vector<std::uint32_t> result(site.size());
    weights(site, result);
    return result;
}

void Policy::weights(const Site& site, std::span<std::uint32_t> result) const {
    const auto alternatives = site.alternatives();
    const Weights* set = set_for(site);
    Mask is_set;
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = alternatives[i].weight;
        if (!set) continue;
        const auto found = set->find(alternatives[i].name);
        if (found == set->end()) continue;
        is_set |= Mask::one(i);
        result[i] = found->second;
    }
    if (!set && !shuffle_seed_) return; // what is declared, which has a weight above 0
    base::check(std::any_of(result.begin(), result.end(), [](std::uint32_t w) { return w > 0; }),
                "the policy leaves a site without a weight above 0");
    if (!shuffle_seed_) return;
    const std::uint64_t mean = mean_above_zero(result);
    const std::uint64_t key = key_of(*shuffle_seed_, "site", site.name());
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (is_set.has(i) || result[i] == 0)
            result[i] *= kShuffleScale;
        else
            result[i] = drawn_weight(generator_for(key, alternatives[i].name), mean);
    }
}

std::int64_t Policy::value(const Knob& knob) const {
    auto set = knobs_.find(knob.name());
    if (set != knobs_.end()) return set->second;
    if (!shuffle_seed_) return knob.default_value();
    auto [min, max] = knob.shuffle_range();
    std::uint64_t count = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min) + 1;
    Generator generator = generator_for(key_of(*shuffle_seed_, "knob", knob.name()), {});
    std::uint64_t offset = count == 0 ? generator.next() : generator.below(count);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(min) + offset);
}

std::string Policy::to_text() const {
    std::string text;
    for (const auto& [site, alternatives] : weights_) {
        text += fmt::format("[site.\"{}\"]\n", site);
        for (const auto& [name, weight] : alternatives) text += fmt::format("\"{}\" = {}\n", name, weight);
    }
    if (!knobs_.empty()) text += "[knob]\n";
    for (const auto& [name, value] : knobs_) text += fmt::format("\"{}\" = {}\n", name, value);
    if (shuffle_seed_) text += fmt::format("[shuffle]\nseed = {}\n", *shuffle_seed_);
    return text;
}

} // namespace assay::choice
