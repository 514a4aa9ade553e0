// What a decision costs. A generator takes about one for every byte or two of source that it writes.
#include "choice/choices.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::choice {
namespace {

constexpr SiteOf kFew{"bench.few", Option{0, "a", 10}, Option{1, "b", 3}, Option{2, "c", 1},
                      Option{3, "d", 0}};
constexpr SiteOf kMany{"bench.many",          Option{0, "a", 10}, Option{1, "b", 3},  Option{2, "c", 1},
                       Option{3, "d", 0},     Option{4, "e", 2},  Option{5, "f", 30}, Option{6, "g", 7},
                       Option{7, "h", 4},     Option{8, "i", 4},  Option{9, "j", 4},  Option{10, "k", 4},
                       Option{11, "l", 4},    Option{12, "m", 4}, Option{13, "n", 4}, Option{14, "o", 4},
                       Option{15, "p", 1000}, Option{16, "q", 4}, Option{17, "r", 4}};
constexpr Coin kCoin{"bench.coin", 30};
constexpr Knob kKnob{"bench.knob", 5, 1, 10};

// Runs the operation on fresh Choices and reports the time of one call.
template <typename Operation> void measure(benchmark::State& state, Operation operation) {
    Session session;
    Choices choices(session, 1);
    for (auto _ : state) benchmark::DoNotOptimize(operation(choices));
}

void bits64(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.bits64(); });
}
void below(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.below(1000); });
}
void range128(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.range<base::Int128>(-7, base::Int128{1} << 100); });
}
void pick_of_2(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.pick(kCoin); });
}
void pick_of_4(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.pick(kFew); });
}
void pick_of_18(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.pick(kMany); });
}
void pick_of_4_masked(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.pick(kFew, kFew.all_but(2)); });
}
void pick_of_18_masked(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.pick(kMany, kMany.all_but(15, 3)); });
}
void knob(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.knob(kKnob); });
}
void fork(benchmark::State& state) {
    measure(state, [](Choices& choices) { return choices.fork("statement", 7).bits64(); });
}

// Two hundred sites in turn, as a real generator has, so that the caches do not hold one site alone.
void pick_in_turn(benchmark::State& state) {
    std::vector<std::string> names;
    std::vector<std::unique_ptr<Site>> sites;
    constexpr static std::array<Alternative, 8> kAlternatives{
        {{"a", 5}, {"b", 1}, {"c", 2}, {"d", 9}, {"e", 1}, {"f", 1}, {"g", 7}, {"h", 3}}};
    for (int i = 0; i < 200; ++i) names.push_back("bench.site" + std::to_string(i));
    for (const std::string& name : names) sites.push_back(std::make_unique<Site>(name, kAlternatives));
    Session session;
    Choices choices(session, 1);
    std::size_t at = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(choices.pick(*sites[at]));
        at = at == 199 ? 0 : at + 1;
    }
}

BENCHMARK(bits64);
BENCHMARK(below);
BENCHMARK(range128);
BENCHMARK(pick_of_2);
BENCHMARK(pick_of_4);
BENCHMARK(pick_of_18);
BENCHMARK(pick_of_4_masked);
BENCHMARK(pick_of_18_masked);
BENCHMARK(pick_in_turn);
BENCHMARK(knob);
BENCHMARK(fork);

} // namespace
} // namespace assay::choice
