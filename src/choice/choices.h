// Choices is the only source of decisions. It is passed by reference to whoever decides something; there is
// no other randomness in Assay. What it gives depends on the seed, the path of fork labels, the policy and
// the order of draws from this stream alone, and is the same on every machine and standard library.
//
//     choice::Session session(policy);
//     choice::Choices choices(session, seed);
//     choice::Choices body = choices.fork("body");           draws from body leave choices as it is
//     if (body.pick(kVolatile)) ...
#pragma once

#include "base/check.h"
#include "base/int128.h"
#include "choice/generator.h"
#include "choice/session.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::choice {

template <typename T>
concept WideInteger = std::same_as<T, base::Int128> || std::same_as<T, base::UInt128>;
template <typename T>
concept Integer = WideInteger<T> ||(std::integral<T> && !std::same_as<T, bool>);

class Choices {
  public:
    Choices(Session& session, std::uint64_t seed);
    Choices(Choices&&) = default;
    Choices& operator=(Choices&&) = default;
    Choices(const Choices&) = delete; // a copy would repeat the decisions of the original
    Choices& operator=(const Choices&) = delete;

    // An independent stream that depends on the seed, the path of labels to here and this label, and not on
    // the draws made so far. The same label gives the same stream again: number the forks of a loop.
    Choices fork(std::string_view label) const;
    Choices fork(std::string_view label, std::uint64_t number) const;

    std::uint64_t bits64() { return taped_ ? bits64_on_tape() : generator_.next(); }
    base::UInt128 bits128();

    // Uniform in 0 .. bound-1; the bound is not 0.
    std::uint64_t below(std::uint64_t bound) {
        base::check(bound != 0, "below(0)");
        return taped_ ? below_on_tape(bound) : generator_.below(bound);
    }
    base::UInt128 below128(base::UInt128 bound);

    // Uniform in min .. max, both included, for every integer type.
    template <Integer T> T range(T min, T max) {
        base::check(min <= max, "range(min, max) with min above max");
        if constexpr (WideInteger<T>) {
            base::UInt128 count = static_cast<base::UInt128>(max) - static_cast<base::UInt128>(min) + 1;
            base::UInt128 offset = count == 0 ? bits128() : below128(count);
            return static_cast<T>(static_cast<base::UInt128>(min) + offset);
        } else {
            std::uint64_t count = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min) + 1;
            std::uint64_t offset = count == 0 ? bits64() : below(count);
            return static_cast<T>(static_cast<std::uint64_t>(min) + offset);
        }
    }

    // True in `wanted` of `cases`. For a decision that a policy should be able to change, declare a Coin.
    bool chance(std::uint64_t wanted, std::uint64_t cases) { return below(cases) < wanted; }
    bool percent(std::uint64_t wanted) { return chance(wanted, 100); }

    template <typename T> void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::size_t chosen = below(left);
            if (chosen != left - 1) std::swap(items[chosen], items[left - 1]);
        }
    }
    template <typename T> void shuffle(std::vector<T>& items) { shuffle(std::span<T>(items)); }

    // One of the items, of which there is at least one.
    template <typename T> T& element(std::span<T> items) { return items[below(items.size())]; }
    template <typename T> T& element(std::vector<T>& items) { return items[below(items.size())]; }
    template <typename T> const T& element(const std::vector<T>& items) { return items[below(items.size())]; }

    // Takes an alternative by weight and counts it: its index, or its value at a typed site.
    std::size_t pick(const Site& site) {
        const WeightedSite& weighted = session_->weighted(site);
        if (taped_) return *pick_on_tape(site, weighted, site.all());
        return counted(weighted,
                       weighted.pick([this](std::uint64_t bound) { return generator_.below(bound); }));
    }
    // Only among those allowed here. pick() is for masks that always leave a weight above 0 under every
    // policy; try_pick() is empty when all weights left are 0.
    std::size_t pick(const Site& site, Mask allowed) {
        std::optional<std::size_t> picked = try_pick(site, allowed);
        if (!picked) fail_to_pick(site, allowed);
        return *picked;
    }
    std::optional<std::size_t> try_pick(const Site& site, Mask allowed) {
        const WeightedSite& weighted = session_->weighted(site);
        if (taped_) return pick_on_tape(site, weighted, allowed);
        std::size_t index =
            weighted.pick(allowed, [this](std::uint64_t bound) { return generator_.below(bound); });
        if (index == weighted.size()) return std::nullopt;
        return counted(weighted, index);
    }
    template <typename Value, std::size_t Count> Value pick(const SiteOf<Value, Count>& site) {
        return site.value(pick(static_cast<const Site&>(site)));
    }
    template <typename Value, std::size_t Count> Value pick(const SiteOf<Value, Count>& site, Mask allowed) {
        return site.value(pick(static_cast<const Site&>(site), allowed));
    }
    template <typename Value, std::size_t Count>
    std::optional<Value> try_pick(const SiteOf<Value, Count>& site, Mask allowed) {
        std::optional<std::size_t> index = try_pick(static_cast<const Site&>(site), allowed);
        if (!index) return std::nullopt;
        return site.value(*index);
    }

    // The value that the policy gives the knob; nothing is drawn.
    std::int64_t knob(const Knob& knob) { return session_->value(knob); }

  private:
    struct Key {
        std::uint64_t value;
    };
    Choices(Session& session, Key key);

    static std::size_t counted(const WeightedSite& site, std::size_t index) {
        site.count(index);
        return index;
    }
    std::uint64_t bits64_on_tape();
    std::uint64_t below_on_tape(std::uint64_t bound);
    std::optional<std::size_t> pick_on_tape(const Site& site, const WeightedSite& weighted, Mask allowed);
    [[noreturn]] static void fail_to_pick(const Site& site, Mask allowed);

    Generator generator_;
    std::uint64_t key_;
    Session* session_;
    bool taped_;
};

} // namespace assay::choice
