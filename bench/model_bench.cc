// The model's own speed: evaluating, printing, copying. The goals are absolute (20 million node visits a
// second and core, 30 MB/s of text, 1 ms for a copy of 100,000 nodes), so they are printed beside what was
// reached.
#include "base/check.h"
#include "print/print.h"
#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate.h"

#include <benchmark/benchmark.h>

namespace {

using namespace assay;

// What generated programs do most: loops over arrays and globals, calls, mixed widths, conditions.
constexpr std::string_view kLoops = R"(
(struct S (field a int) (bits b uint 5) (field c (array short 8)))
(global total ulong)
(global s (struct S))
(global table (array int 64))
(func static step int ((x int) (y uint)) (block
  (if (> (& x 7) 3) (return (cast int (+ (* y 3u) (cast uint x)))))
  (return (^ x (cast int (>> y 2))))))
(func run void () (block
  (for (declare round int 0) (< round 400) (postinc round) (block
    (for (declare i uint 0u) (< i 64u) (postinc i) (block
      (do (= ([] table i) (+ (/ ([] table i) 2) (call step (cast int i) (cast uint round)))))
      (do (+= total (cast ulong ([] table (& (* i 7u) 63u)))))
      (do (= ([] (. s c) (& i 7u)) (cast short (- ([] table i) round))))
      (if (|| (== (% i 5u) 0u) (< round 3)) (do (preinc (. s b))))))))))
(entry run)
)";

program::Program load(std::string_view text) {
    auto loaded = program::load(text, {}, "bench");
    base::check(loaded.ok(), loaded.ok() ? "" : loaded.error().message);
    return *std::move(loaded);
}

// The same function many times over, until the program has that many nodes.
program::Program large(uint32_t nodes) {
    std::string text(kLoops);
    const size_t entry = text.find("(entry run)"), run = text.find("(func run");
    const std::string body = text.substr(run, entry - run);
    text.erase(entry);
    const auto add = [&](uint32_t number) {
        std::string copy = body;
        text += copy.replace(copy.find("run"), 3, "f" + std::to_string(number));
    };
    add(0);
    const uint32_t each = count_nodes(load(text + "(entry run)")) - count_nodes(load(kLoops));
    for (uint32_t i = 1; i <= nodes / each; ++i) add(i);
    return load(text + "(entry run)");
}

void evaluate_loops(benchmark::State& state, bool profile) {
    const program::Program p = load(kLoops);
    semantics::EvaluateOptions options;
    options.profile = profile;
    uint64_t steps = 0;
    for (auto _ : state) {
        const semantics::Meaning meaning = semantics::evaluate(p, options);
        base::check(meaning.defined(), "the benchmark's program is undefined");
        steps += meaning.steps;
    }
    state.counters["visits/s (goal 20M)"] =
        benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(evaluate_loops, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate_loops, with_profile, true)->Unit(benchmark::kMillisecond);

void print_large(benchmark::State& state) {
    const program::Program p = large(100'000);
    const semantics::Meaning meaning = semantics::evaluate(p);
    size_t bytes = 0;
    for (auto _ : state) {
        const print::Printed printed = print::print(p, meaning);
        bytes += printed.files[0].text.size();
    }
    state.counters["bytes/s (goal 30M)"] =
        benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kIsRate);
}
BENCHMARK(print_large)->Unit(benchmark::kMillisecond);

void copy_large(benchmark::State& state) {
    const program::Program p = large(100'000);
    for (auto _ : state) {
        program::Program copy = p;
        benchmark::DoNotOptimize(copy.nodes.data());
    }
    state.counters["nodes (goal 1 ms for 100k)"] = static_cast<double>(p.nodes.size());
}
BENCHMARK(copy_large)->Unit(benchmark::kMillisecond);

} // namespace
