#include "choice/generator.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

// The vectors that other implementations of the published algorithms agree on.
TEST(Generator, SplitMixKnownAnswers) {
    SplitMix generator(1234567);
    for (std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                   4593380528125082431U, 16408922859458223821U})
        EXPECT_EQ(generator.next(), expected);
}

TEST(Generator, XoshiroKnownAnswers) {
    Generator generator(1, 2, 3, 4);
    for (std::uint64_t expected : {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240},
                                   std::uint64_t{1215971899390074240}, std::uint64_t{1216172134540287360},
                                   std::uint64_t{607988272756665600}, std::uint64_t{16172922978634559625U},
                                   std::uint64_t{8476171486693032832}, std::uint64_t{10595114339597558777U},
                                   std::uint64_t{2904607092377533576}})
        EXPECT_EQ(generator.next(), expected);
}

TEST(Generator, SeededByFourStepsOfSplitMix) {
    SplitMix fill(42);
    std::uint64_t a = fill.next();
    std::uint64_t b = fill.next();
    std::uint64_t c = fill.next();
    std::uint64_t d = fill.next();
    Generator expected(a, b, c, d);
    Generator seeded(42);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(seeded.next(), expected.next());
}

// Chi-square against the value that 1 of 10,000 fair generators exceeds; the seed is fixed, so it holds or
// not.
template <std::size_t Bound> double chi_square(std::uint64_t key) {
    constexpr int kDraws = 100'000;
    std::array<int, Bound> counts{};
    Generator generator(key);
    for (int i = 0; i < kDraws; ++i) ++counts[generator.below(Bound)];
    double expected = double{kDraws} / Bound;
    double sum = 0;
    for (int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

TEST(Generator, BelowIsUniform) {
    EXPECT_LT(chi_square<2>(1), 15.1);
    EXPECT_LT(chi_square<7>(2), 27.9);
    EXPECT_LT(chi_square<100>(3), 161.3);
}

TEST(Generator, BelowIsWithoutBiasWhereMultiplicationAloneIsNot) {
    // Without rejection, of three equal parts of 0 .. 3*2^62-1 one would be drawn half of the time.
    constexpr std::uint64_t kPart = std::uint64_t{1} << 62;
    std::array<int, 3> counts{};
    std::array<int, 3> residues{};
    Generator generator(9);
    for (int i = 0; i < 30'000; ++i) {
        std::uint64_t drawn = generator.below(3 * kPart);
        ASSERT_LT(drawn, 3 * kPart);
        ++counts[drawn / kPart];
        ++residues[drawn % 3];
    }
    for (int count : counts) EXPECT_NEAR(count, 10'000, 400);
    for (int count : residues) EXPECT_NEAR(count, 10'000, 400);
}

TEST(Generator, BelowOneIsZero) {
    Generator generator(5);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(generator.below(1), 0U);
}

} // namespace
} // namespace assay::choice
