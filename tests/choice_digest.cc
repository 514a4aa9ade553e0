// Prints a digest of draws of every kind, for tests/same_bytes.sh, which compares what it prints when built
// with different compilers and standard libraries. One line for each kind, so that a difference has a name.
// With an argument it starts from other seeds.
#include "base/hash.h"
#include "base/int128.h"
#include "choice/choices.h"

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace assay::choice {
namespace {

constexpr SiteOf kSmall{"digest.small", Option{11, "a", 10}, Option{12, "b", 3}, Option{13, "c", 1},
                        Option{14, "off", 0}};
constexpr SiteOf kLarge{"digest.large",         Option{'a', "a", 1},  Option{'b', "b", 2},
                        Option{'c', "c", 4},    Option{'d', "d", 8},  Option{'e', "e", 16},
                        Option{'f', "f", 0},    Option{'g', "g", 64}, Option{'h', "h", 9},
                        Option{'i', "i", 10000}};
constexpr Coin kCoin{"digest.coin", 37};
constexpr Knob kKnob{"digest.knob", 5, 0, 1000, ShuffleRange{0, 1000}};
constexpr std::array<const Site*, 3> kSites{&kSmall, &kLarge, &kCoin};
constexpr std::array<const Knob*, 1> kKnobs{&kKnob};

class Digest {
  public:
    explicit Digest(const char* name) : name_(name) {}
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;
    ~Digest() { std::printf("%-10s %016" PRIx64 "\n", name_, hash_); }

    void add(std::uint64_t value) { hash_ = base::combine(hash_, value); }
    void add(base::UInt128 value) {
        add(static_cast<std::uint64_t>(value));
        add(static_cast<std::uint64_t>(value >> 64));
    }
    void add(const std::string& text) { add(base::hash_text(text)); }

  private:
    const char* name_;
    std::uint64_t hash_ = 0;
};

constexpr int kRounds = 20'000;

void draw_numbers(Choices choices) {
    Digest bits("bits");
    Digest below("below");
    Digest ranges("ranges");
    Digest chances("chances");
    for (int i = 0; i < kRounds; ++i) {
        std::uint64_t bound = choices.bits64() >> (i % 64);
        bits.add(bound);
        if (bound > 0) below.add(choices.below(bound));
        ranges.add(static_cast<std::uint64_t>(choices.range(-i, i)));
        ranges.add(static_cast<base::UInt128>(choices.range<base::Int128>(-i, base::Int128{i} << 80)));
        chances.add(std::uint64_t{choices.percent(30)});
        chances.add(std::uint64_t{choices.chance(1, 3)});
    }
}

void draw_orders(const Choices& choices) {
    Digest orders("orders");
    for (std::uint64_t i = 0; i < 200; ++i) {
        std::vector<std::uint64_t> items;
        for (std::uint64_t item = 0; item < i; ++item) items.push_back(item);
        Choices fork = choices.fork("round", i);
        fork.shuffle(items);
        for (std::uint64_t item : items) orders.add(item);
        if (!items.empty()) orders.add(fork.element(items));
    }
}

void draw_picks(Session& session, std::uint64_t seed, const char* name) {
    Digest picks(name);
    Choices choices(session, seed);
    picks.add(static_cast<std::uint64_t>(choices.knob(kKnob)));
    for (int i = 0; i < kRounds; ++i) {
        picks.add(static_cast<std::uint64_t>(choices.pick(kSmall)));
        picks.add(static_cast<std::uint64_t>(choices.pick(kLarge)));
        picks.add(static_cast<std::uint64_t>(choices.pick(kLarge, kLarge.all_but('i', 'g'))));
        picks.add(std::uint64_t{choices.pick(kCoin)});
    }
    picks.add(session.tally().to_text());
    picks.add(session.policy().to_text());
    picks.add(session.tape().recording().to_text());
}

int run(std::uint64_t seed) {
    Session session;
    draw_numbers(Choices(session, seed));
    draw_orders(Choices(session, seed + 1).fork("orders"));
    draw_picks(session, seed, "picks");
    Session recorded({}, Tape::record());
    draw_picks(recorded, seed, "recorded");

    base::Result<Policy> policy =
        parse_policy("[site.digest.small]\na = 3\noff = 1\n[knob]\ndigest.knob = 7\n"
                     "[shuffle]\nseed = 12345\n",
                     "digest.toml", Catalogue{kSites, kKnobs});
    if (!policy) {
        std::fprintf(stderr, "%s\n", policy.error().message.c_str());
        return 1;
    }
    Session set(*policy);
    draw_picks(set, seed, "policy");
    for (std::uint64_t i = 0; i < 20; ++i) {
        Policy shuffled;
        shuffled.shuffle(Choices(session, seed + i).bits64());
        Session with_shuffle(shuffled);
        draw_picks(with_shuffle, seed, "shuffled");
    }
    return 0;
}

} // namespace
} // namespace assay::choice

int main(int argc, char**) { return assay::choice::run(argc > 1 ? 1000 : 1); }
