#include "print/constants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

namespace assay::print {
namespace {

using base::Int128;
using base::UInt128;
using program::Standard;
using program::TypeKind;

std::string integer(TypeKind kind, Int128 value, Standard standard = Standard::C11,
                    Radix radix = Radix::Decimal, const char* target = "lp64") {
    Writer out;
    Constants({*program::target_named(target), standard})
        .put_integer(out, kind, static_cast<UInt128>(value), radix);
    return out.take();
}

std::string real(TypeKind kind, double value, Standard standard = Standard::C11) {
    Writer out;
    Constants({{}, standard}).put_real(out, kind, value);
    return out.take();
}

TEST(Constants, IntegersHaveTheirType) {
    EXPECT_EQ(integer(TypeKind::Int, 5), "5");
    EXPECT_EQ(integer(TypeKind::Int, -5), "-5");
    EXPECT_EQ(integer(TypeKind::Int, INT32_MIN), "(-2147483647 - 1)");
    EXPECT_EQ(integer(TypeKind::UInt, 5), "5u");
    EXPECT_EQ(integer(TypeKind::Long, 5), "5L");
    EXPECT_EQ(integer(TypeKind::Long, INT64_MIN), "(-9223372036854775807L - 1)");
    EXPECT_EQ(integer(TypeKind::Long, INT32_MIN, Standard::C11, Radix::Decimal, "ilp32"),
              "(-2147483647L - 1)");
    EXPECT_EQ(integer(TypeKind::ULong, 5), "5UL");
    EXPECT_EQ(integer(TypeKind::LLong, -5), "-5LL");
    EXPECT_EQ(integer(TypeKind::ULLong, UINT64_MAX), "18446744073709551615ULL");
    EXPECT_EQ(integer(TypeKind::Short, -5), "(short)-5");
    EXPECT_EQ(integer(TypeKind::Char, 65), "(char)65");
    EXPECT_EQ(integer(TypeKind::UChar, 255), "(unsigned char)255");
    EXPECT_EQ(integer(TypeKind::Bool, 1), "(_Bool)1");
    EXPECT_EQ(integer(TypeKind::Bool, 1, Standard::Cxx11), "true");
}

TEST(Constants, WideIntegersAreMadeOfHalves) {
    EXPECT_EQ(integer(TypeKind::Int128, -5), "(__int128)-5");
    EXPECT_EQ(integer(TypeKind::Int128, INT64_MIN), "(__int128)(-9223372036854775807LL - 1)");
    EXPECT_EQ(integer(TypeKind::UInt128, UINT64_MAX), "(unsigned __int128)18446744073709551615ULL");
    EXPECT_EQ(integer(TypeKind::UInt128, -1),
              "((unsigned __int128)0xffffffffffffffffULL << 64 | 0xffffffffffffffffULL)");
    EXPECT_EQ(integer(TypeKind::Int128, Int128{1} << 64), "(__int128)((unsigned __int128)0x1ULL << 64)");
}

TEST(Constants, OtherRadixes) {
    EXPECT_EQ(integer(TypeKind::Int, 31, Standard::C11, Radix::Hex), "0x1f");
    EXPECT_EQ(integer(TypeKind::Int, -31, Standard::C11, Radix::Octal), "-037");
    EXPECT_EQ(integer(TypeKind::Int, 0, Standard::C11, Radix::Octal), "0");
    EXPECT_EQ(integer(TypeKind::ULong, 255, Standard::C11, Radix::Hex), "0xffUL");
}

TEST(Constants, SignsAreNotGlued) {
    Writer out;
    out.put('-');
    Constants({{}, Standard::C11}).put_integer(out, TypeKind::Int, static_cast<UInt128>(-5));
    EXPECT_EQ(out.take(), "- -5");
}

TEST(Constants, RealsAreExact) {
    EXPECT_EQ(real(TypeKind::Double, 1), "1.0");
    EXPECT_EQ(real(TypeKind::Double, -2.5), "-2.5");
    EXPECT_EQ(real(TypeKind::Float, 0.5), "0.5f");
    EXPECT_EQ(real(TypeKind::Double, -0.0), "-0.0");
    EXPECT_EQ(real(TypeKind::Double, 1e20), "1e+20");
    EXPECT_EQ(real(TypeKind::Double, 0.1), "0x1.999999999999ap-4");
    EXPECT_EQ(real(TypeKind::Double, 0.1, Standard::Cxx17), "0x1.999999999999ap-4");
    EXPECT_EQ(real(TypeKind::Double, 0.1, Standard::Cxx14),
              "1.000000000000000055511151231257827021181583404541015625e-01");
    EXPECT_EQ(real(TypeKind::Float, static_cast<double>(0.1f), Standard::Cxx11),
              "1.00000001490116119384765625e-01f");
}

// Also for compilers that keep more digits than the type has: a long double has 64 bits.
TEST(Constants, RealsAreExactWithMorePrecisionToo) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 3000; ++i) {
        const uint64_t bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (i % 2 == 0)
            value = std::ldexp(static_cast<double>(static_cast<int64_t>(bits) >> (i % 60)), -(i % 20));
        if (!std::isnormal(value)) continue;
        for (const Standard standard : {Standard::C11, Standard::Cxx11}) {
            const std::string text = real(TypeKind::Double, value, standard);
            ASSERT_EQ(std::strtold(text.c_str(), nullptr), static_cast<long double>(value)) << text;
            ASSERT_NE(text.find_first_of(".ep"), std::string::npos) << text;
            const auto narrow = static_cast<float>(value);
            if (!std::isnormal(narrow)) continue;
            const std::string single = real(TypeKind::Float, static_cast<double>(narrow), standard);
            ASSERT_EQ(single.back(), 'f');
            ASSERT_EQ(std::strtold(single.c_str(), nullptr), static_cast<long double>(narrow)) << single;
        }
    }
}

TEST(Constants, PlainIntegersAreConvertedAtOnce) {
    const auto plain = [](int64_t value) {
        Writer out;
        put_plain_integer(out, value);
        return out.take();
    };
    EXPECT_EQ(plain(-7), "-7");
    EXPECT_EQ(plain(INT32_MIN), "(-2147483647 - 1)");
    EXPECT_EQ(plain(3000000000), "3000000000u");
    EXPECT_EQ(plain(-3000000000), "-3000000000LL");
    EXPECT_EQ(plain(INT64_MIN), "(-9223372036854775807LL - 1)");
    EXPECT_TRUE(is_plain_integer(TypeKind::Short, static_cast<UInt128>(-5)));
    EXPECT_FALSE(is_plain_integer(TypeKind::UInt128, static_cast<UInt128>(-5)));
    EXPECT_FALSE(is_plain_integer(TypeKind::Long, UInt128{1} << 31));
}

TEST(Constants, Characters) {
    const auto character = [](uint8_t code) {
        Writer out;
        put_character(out, code);
        return out.take();
    };
    EXPECT_EQ(character('a'), "'a'");
    EXPECT_EQ(character('\''), "'\\''");
    EXPECT_EQ(character('\\'), "'\\\\'");
    EXPECT_EQ(character('"'), "'\"'");
    EXPECT_EQ(character(0), "'\\0'");
    EXPECT_EQ(character('\n'), "'\\n'");
    EXPECT_EQ(character(127), "'\\177'");
}

} // namespace
} // namespace assay::print
