// Guarded operations: what the text does must be what the kernel says, for every operator, pair of types and
// standard, and without undefined behaviour on the way.
#include "print/compile_and_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::print {
namespace {

using program::Standard;

struct Side {
    std::string_view type;
    std::vector<std::string> values;
};

std::vector<Side> sides(bool has_int128) {
    const std::vector<std::string> small{"0", "1", "2", "31", "32", "33", "63", "64", "65", "127"};
    const auto with = [&](std::initializer_list<const char*> more) {
        std::vector<std::string> all = small;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    std::vector<Side> made{
        {"short", with({"-1", "-2", "-32768", "32767"})},
        {"uchar", with({"255"})},
        {"int", with({"-1", "-2", "-3", "-2147483648", "-2147483647", "2147483647", "2147483646", "46340",
                      "46341", "-46341", "1073741823", "1073741824"})},
        {"uint", with({"4294967295", "2147483648", "2147483647"})},
        {"llong", with({"-1", "-2", "-9223372036854775808", "9223372036854775807", "-9223372036854775807",
                        "4611686018427387904", "3037000499", "3037000500", "-3037000500"})},
        {"ulong", with({"0xffffffff", "0x80000000"})},
        {"ullong", with({"18446744073709551615", "9223372036854775808"})},
    };
    if (has_int128) {
        made.push_back({"int128", with({"-1", "-2", "0x80000000000000000000000000000000",
                                        "0x7fffffffffffffffffffffffffffffff", "0xb504f333f9de6484",
                                        "0xb504f333f9de6485", "0x40000000000000000000000000000000"})});
        made.push_back(
            {"uint128", with({"0xffffffffffffffffffffffffffffffff", "0x80000000000000000000000000000000"})});
    }
    return made;
}

// Every operator over all pairs of values of two types: on elements (helpers), on variables (inline), as
// compound assignment on a variable and through a pointer with an effect.
std::string pair_program(const std::vector<Side>& all, size_t l, size_t r) {
    const Side &left = all[l], &right = all[r];
    std::string text;
    const auto table = [&](std::string_view name, const Side& side) {
        std::string values;
        for (const std::string& value : side.values) values += fmt::format(" (int {} {})", side.type, value);
        text += fmt::format("(global static unobserved {} (array {} {}) (init{}))\n", name, side.type,
                            side.values.size(), values);
    };
    table("xs", left);
    table("ys", right);
    text += fmt::format("(global cells (array {} 2))\n", left.type);
    text += "(func run void () (block\n";
    text += fmt::format(
        " (for (declare i int 0) (< i {}) (postinc i) (for (declare j int 0) (< j {}) (postinc j) (block\n",
        left.values.size(), right.values.size());
    text += fmt::format(
        "  (declare x {} ([] xs i)) (declare y {} ([] ys j)) (declare t {} x) (declare p (ptr {}) cells)\n",
        left.type, right.type, left.type, left.type);
    for (const char* op : {"+", "-", "*", "/", "%", "<<", ">>"}) {
        text +=
            fmt::format("  (observe (guard ({} ([] xs i) ([] ys j)))) (observe (guard ({} x y)))\n", op, op);
        text += fmt::format("  (do (= t x)) (do (guard ({}= t y))) (observe t)\n", op);
        text +=
            fmt::format("  (do (= ([] cells 0) x)) (do (= p cells)) (do (guard ({}= (deref (postinc p)) y))) "
                        "(observe ([] cells 0)) (observe (- p cells))\n",
                        op);
    }
    return text + ")))))\n(entry run)\n";
}

// One operand, and constants on the right.
std::string single_program(const Side& side) {
    std::string values;
    for (const std::string& value : side.values) values += fmt::format(" (int {} {})", side.type, value);
    std::string text = fmt::format("(global static unobserved xs (array {} {}) (init{}))\n(global cell {})\n",
                                   side.type, side.values.size(), values, side.type);
    text += fmt::format("(func run void () (block (for (declare i int 0) (< i {}) (postinc i) (block\n",
                        side.values.size());
    text +=
        fmt::format("  (declare x {} ([] xs i)) (declare p (ptr {}) (addr cell))\n", side.type, side.type);
    text += "  (observe (guard (neg x))) (observe (guard (neg ([] xs i))))\n";
    for (const char* op : {"preinc", "predec", "postinc", "postdec"})
        text += fmt::format("  (do (= cell x)) (observe (guard ({} cell))) (observe cell)\n"
                            "  (do (= cell x)) (do (= p (addr cell))) (observe (guard ({} (deref (postinc "
                            "p))))) (observe cell)\n",
                            op, op);
    for (const char* op : {"+", "-", "*", "/", "%", "<<", ">>"})
        for (const char* k : {"0", "1", "-1", "5", "-7", "31", "32"})
            text += fmt::format("  (observe (guard ({} x {}))) (observe (guard ({} {} x)))\n", op, k, op, k);
    return text + "))))\n(entry run)\n";
}

void expect_same(const std::string& text, const program::Platform& platform,
                 const std::vector<std::string>& options) {
    const Known it = known(text, platform);
    const Printed printed = print(it.program, it.meaning);
    for (const std::string& compiler : compilers_for(platform.standard)) {
        std::vector<std::string> all{"-std=" + std::string(name_of(platform.standard)), "-w"};
        all.insert(all.end(), options.begin(), options.end());
        const Ran ran = compile_and_run(printed, compiler, all);
        EXPECT_TRUE(ran.compiled) << compiler << "\n" << ran.complaints << printed.files[0].text;
        if (!ran.compiled) return;
        EXPECT_EQ(ran.program.out, printed.expected) << compiler << " " << name_of(platform.standard) << "\n"
                                                     << printed.files[0].text;
        EXPECT_EQ(ran.program.err, "") << compiler << " " << name_of(platform.standard) << "\n"
                                       << printed.files[0].text;
    }
}

// The functions of many programs in one, so that a compiler starts once.
std::string merged(const std::vector<std::string>& programs) {
    std::string text, calls;
    for (size_t k = 0; k < programs.size(); ++k) {
        std::string one = programs[k].substr(0, programs[k].find("(entry"));
        for (const std::string name : {"xs", "ys", "cells", "cell", "run"}) {
            for (size_t at = 0; (at = one.find(name, at)) != std::string::npos; at += name.size() + 1) {
                const auto is_part = [](char c) {
                    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                };
                if (is_part(one[at - 1]) || is_part(one[at + name.size()])) continue;
                one.insert(at + name.size(), "_" + std::to_string(k));
            }
        }
        text += one;
        calls += fmt::format(" (do (call run_{}))", k);
    }
    return text + "(func all void () (block" + calls + "))\n(entry all)\n";
}

class Guards : public testing::TestWithParam<Standard> {};

TEST_P(Guards, EveryOperatorOnEveryPairOfTypes) {
    const program::Platform platform{{}, GetParam()};
    const std::vector<Side> all = sides(true);
    std::vector<std::string> programs;
    for (size_t l = 0; l < all.size(); ++l)
        for (size_t r = 0; r < all.size(); ++r)
            if (GetParam() == Standard::C11 || (l + r) % 3 == 0) programs.push_back(pair_program(all, l, r));
    for (const Side& side : all) programs.push_back(single_program(side));
    expect_same(merged(programs), platform, {"-fsanitize=undefined"});
}

// The rule of left shifts is what differs: C, C++ before 20, C++20.
INSTANTIATE_TEST_SUITE_P(Standards, Guards, testing::Values(Standard::C11, Standard::Cxx11, Standard::Cxx20),
                         [](const auto& which) {
                             return which.param == Standard::C11     ? "C"
                                    : which.param == Standard::Cxx11 ? "Cxx11"
                                                                     : "Cxx20";
                         });

TEST(Guard, OnThirtyTwoBits) {
    if (!has_compiler("gcc", {"-m32"})) GTEST_SKIP() << "no 32-bit libraries";
    const program::Platform platform = program::platform_of("ilp32", Standard::C11);
    const std::vector<Side> all = sides(false);
    std::vector<std::string> programs;
    for (size_t l = 0; l < all.size(); ++l) programs.push_back(pair_program(all, l, (l + 2) % all.size()));
    for (const Side& side : all) programs.push_back(single_program(side));
    expect_same(merged(programs), platform, {"-m32"});
}

} // namespace
} // namespace assay::print
