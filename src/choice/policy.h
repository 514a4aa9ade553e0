// A Policy overrides the default weights of sites and values of knobs, by name. It is plain data: what a user
// wrote in a policy file, what a campaign sets, or a shuffle of everything from one seed.
//
//     [site."grow.statement"]
//     assign = 10
//     loop = 0                  # never
//     [knob]
//     "grow.depth" = 5
//     [shuffle]
//     seed = 17                 # every weight that is not set here is drawn anew
#pragma once

#include "base/result.h"
#include "choice/knob.h"
#include "choice/site.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::choice {

class Policy {
  public:
    void set_weight(const Site& site, std::string_view alternative, std::uint32_t weight);
    void set_knob(const Knob& knob, std::int64_t value);

    // Parameter shuffling: every weight above 0 that is not set is drawn anew, and every knob within its
    // shuffle range. What is drawn depends on the seed (63 bits of it, a TOML integer) and the names alone,
    // not on the order in which sites are met. A weight of 0 stays 0 and no other becomes 0; about one in
    // eight becomes nearly 0, because programs that lack a feature find other bugs than programs that have
    // all of them.
    void shuffle(std::uint64_t seed);
    bool shuffled() const { return shuffle_seed_.has_value(); }

    // What applies: at least one weight is above 0 and their sum fits in 31 bits. Weights are relative, so
    // those of a shuffled policy are on a finer scale than the declared ones.
    std::vector<std::uint32_t> weights(const Site& site) const;
    void weights(const Site& site, std::span<std::uint32_t> result) const; // as many as it has alternatives
    std::int64_t value(const Knob& knob) const;

    // A policy file that reads as this policy.
    std::string to_text() const;

    bool operator==(const Policy&) const = default;

  private:
    using Weights = std::map<std::string, std::uint32_t, std::less<>>; // by alternative
    const Weights* set_for(const Site& site) const;                    // null: none

    std::map<std::string, Weights, std::less<>> weights_; // by site
    std::map<std::string, std::int64_t, std::less<>> knobs_;
    std::optional<std::uint64_t> shuffle_seed_;
};

// All sites and knobs that a policy may name.
struct Catalogue {
    std::span<const Site* const> sites;
    std::span<const Knob* const> knobs;
};

// Errors name file, line and column, and say what to do. file_name is for messages only.
base::Result<Policy> parse_policy(std::string_view text, std::string_view file_name, const Catalogue& known);
base::Result<Policy> load_policy(const std::string& path, const Catalogue& known);

} // namespace assay::choice
