// A Site is one kind of decision, named and declared where it is taken, with its alternatives and how often
// each is wanted:
//
//     constexpr choice::SiteOf kStatement{"grow.statement",
//                                         choice::Option{Statement::Assign, "assign", 10},
//                                         choice::Option{Statement::Loop, "loop", 3}};
//     switch (choices.pick(kStatement)) { case Statement::Assign: ...
//
// There is no list of all sites behind the scenes: a policy, a tally and parameter shuffling know a site by
// its name. A site must outlive the Session in which it is used; constexpr ones at namespace scope always do.
#pragma once

#include "base/check.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assay::choice {

inline constexpr std::size_t kMaxAlternatives = 64; // split a larger decision into two
inline constexpr std::uint32_t kMaxWeight = 10'000;

struct Alternative {
    std::string_view name;
    std::uint32_t weight = 1; // relative to the other alternatives; 0: never, unless a policy wants it
};

// Names appear in policy files and recordings, so they hold only letters, digits and . _ -
constexpr bool valid_name(std::string_view name) {
    for (char c : name) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-') return false;
    }
    return !name.empty();
}

// A set of alternatives of one site, by index.
class Mask {
  public:
    constexpr Mask() = default;

    static constexpr Mask first(std::size_t count) {
        return Mask(count == kMaxAlternatives ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
    }
    static constexpr Mask one(std::size_t index) { return Mask(std::uint64_t{1} << index); }

    constexpr bool has(std::size_t index) const { return (bits_ >> index & 1) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr std::uint64_t bits() const { return bits_; }
    constexpr Mask operator|(Mask other) const { return Mask(bits_ | other.bits_); }
    constexpr Mask operator&(Mask other) const { return Mask(bits_ & other.bits_); }
    constexpr Mask operator-(Mask other) const { return Mask(bits_ & ~other.bits_); }
    constexpr Mask& operator|=(Mask other) { return *this = *this | other; }
    constexpr Mask& operator&=(Mask other) { return *this = *this & other; }
    constexpr Mask& operator-=(Mask other) { return *this = *this - other; }
    constexpr bool operator==(const Mask&) const = default;

  private:
    explicit constexpr Mask(std::uint64_t bits) : bits_(bits) {}

    std::uint64_t bits_ = 0;
};

class Site {
  public:
    // For alternatives that are known only at run time (or have no value of their own). Both arguments are
    // kept by reference.
    constexpr Site(std::string_view name, std::span<const Alternative> alternatives)
        : name_(name), alternatives_(alternatives) {
        base::check(valid_name(name), "a site needs a name of letters, digits and . _ -");
        base::check(!alternatives.empty() && alternatives.size() <= kMaxAlternatives,
                    "a site has 1 to 64 alternatives");
        bool any = false;
        for (std::size_t i = 0; i < alternatives.size(); ++i) {
            base::check(valid_name(alternatives[i].name),
                        "an alternative needs a name of letters, digits and . _ -");
            base::check(alternatives[i].weight <= kMaxWeight, "a weight is at most 10000");
            for (std::size_t j = 0; j < i; ++j)
                base::check(alternatives[i].name != alternatives[j].name,
                            "two alternatives have the same name");
            any = any || alternatives[i].weight > 0;
        }
        base::check(any, "a site needs an alternative with a weight above 0");
    }
    Site(const Site&) = delete; // known by its address
    Site& operator=(const Site&) = delete;

    constexpr std::string_view name() const { return name_; }
    constexpr std::span<const Alternative> alternatives() const { return alternatives_; }
    constexpr std::size_t size() const { return alternatives_.size(); }
    constexpr Mask all() const { return Mask::first(size()); }

  private:
    std::string_view name_;
    std::span<const Alternative> alternatives_;
};

// What a typed alternative stands for: an enumerator, a node kind, a pointer to the function that makes it.
template <typename Value> struct Option {
    Value value;
    std::string_view name;
    std::uint32_t weight = 1;
};

template <typename Value> Option(Value, std::string_view) -> Option<Value>;
template <typename Value> Option(Value, std::string_view, std::uint32_t) -> Option<Value>;

template <typename Value, std::size_t Count> struct OptionStorage {
    std::array<Alternative, Count> alternatives;
    std::array<Value, Count> values;
};

template <typename Value, std::size_t Count> class SiteOf : private OptionStorage<Value, Count>, public Site {
    using Storage = OptionStorage<Value, Count>;

  public:
    template <std::same_as<Option<Value>>... Options>
    explicit constexpr SiteOf(std::string_view name, Options... options)
        : Storage{{Alternative{options.name, options.weight}...}, {options.value...}},
          Site(name, Storage::alternatives) {}

    using Site::alternatives;

    constexpr Value value(std::size_t index) const { return Storage::values[index]; }
    constexpr std::size_t index_of(Value value) const {
        for (std::size_t i = 0; i < Count; ++i)
            if (Storage::values[i] == value) return i;
        base::fail("the site has no such alternative");
    }
    template <std::same_as<Value>... Values> constexpr Mask only(Values... values) const {
        return (Mask() | ... | Mask::one(index_of(values)));
    }
    template <std::same_as<Value>... Values> constexpr Mask all_but(Values... values) const {
        return all() - only(values...);
    }
};

template <typename Value, typename... Rest>
SiteOf(std::string_view, Option<Value>, Rest...) -> SiteOf<Value, 1 + sizeof...(Rest)>;

// A yes or no: `constexpr Coin kVolatile{"grow.volatile", 5};` says yes in 5 of 100 cases.
class Coin : public SiteOf<bool, 2> {
  public:
    constexpr Coin(std::string_view name, std::uint32_t percent)
        : SiteOf(name, Option{true, "yes", percent}, Option{false, "no", 100 - percent}) {}
};

} // namespace assay::choice
