#include "toolchain/recipe/link_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::toolchain {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

// Of gcc 12, clang 14, chibicc and pcc, shortened.
constexpr std::string_view kGcc = R"(COLLECT_GCC=gcc
 /usr/lib/gcc/12/collect2 -plugin /usr/lib/gcc/12/liblto_plugin.so "-plugin-opt=/usr/lib/gcc/12/lto-wrapper" --build-id --eh-frame-hdr -m elf_x86_64 "--hash-style=gnu" -pie -o prog /usr/lib/Scrt1.o -L/usr/lib prog.o -lgcc --push-state --as-needed -lgcc_s --pop-state -lc -lgcc --push-state --as-needed -lgcc_s --pop-state /usr/lib/crtn.o
COLLECT_GCC_OPTIONS='-o' 'prog')";
constexpr std::string_view kClang = R"(Debian clang version 14.0.6
 "/usr/bin/ld" "-pie" "--build-id" "-m" "elf_x86_64" "-o" "prog" "/lib/Scrt1.o" "prog.o" "-lgcc" "-lc" "/lib/crtn.o")";
constexpr std::string_view kPcc = "Portable C Compiler\nCalling /usr/bin/ld -o prog -v -d prog.o -lpcc -lc\n";

Words learned(std::string_view listing) {
    const auto line = find_link_line(listing, "prog.o", "prog");
    return line ? link_template(*line, "prog.o", "prog") : Words{};
}

TEST(LinkLine, IsFoundAndFreedOfWhatTestsDoNotNeed) {
    EXPECT_THAT(learned(kClang), ElementsAre("/usr/bin/ld", "-pie", "-m", "elf_x86_64", "-o", "{output}",
                                             "/lib/Scrt1.o", "{objects}", "-lgcc", "-lc", "/lib/crtn.o"));
    const Words gcc = learned(kGcc);
    EXPECT_THAT(gcc, Contains("--hash-style=gnu"));
    EXPECT_THAT(gcc, Not(Contains("-plugin")));
    EXPECT_THAT(gcc, Not(Contains("/usr/lib/gcc/12/liblto_plugin.so")));
    EXPECT_THAT(learned(kPcc),
                ElementsAre("/usr/bin/ld", "-o", "{output}", "-d", "{objects}", "-lpcc", "-lc"));
}

TEST(LinkLine, NothingIsMadeUp) {
    EXPECT_FALSE(find_link_line("", "prog.o", "prog"));
    EXPECT_FALSE(find_link_line("/usr/bin/as prog.o -o prog", "prog.o", "prog"));
    EXPECT_FALSE(find_link_line("/usr/bin/ld -o other prog.o -lc", "prog.o", "prog"));
}

TEST(LinkLine, IsFilledWithObjects) {
    EXPECT_THAT(fill_link({"ld", "-o", "{output}", "{objects}", "-lc"}, {"a.o", "b.o"}, "x"),
                ElementsAre("ld", "-o", "x", "a.o", "b.o", "-lc"));
}

TEST(LinkLine, TheStandInTakesThePlaceOfTheLibrary) {
    const Words lean = with_stub(learned(kGcc), "stub.so");
    EXPECT_EQ(std::count(lean.begin(), lean.end(), "stub.so"), 1);
    EXPECT_EQ(std::count(lean.begin(), lean.end(), "-lgcc"), 1);
    EXPECT_THAT(lean, Not(Contains("-lc")));
    EXPECT_THAT(lean, Not(Contains("-lgcc_s")));
}

TEST(LinkLine, WordsAreSplitAsByAShell) {
    EXPECT_THAT(shell_words(R"( a "b c" 'd "e' f\ g "" "h\"i")"),
                ElementsAre("a", "b c", "d \"e", "f g", "", "h\"i"));
}

TEST(LinkLine, OptionsForTheLinkerNeedTheDriver) {
    EXPECT_TRUE(links_plainly({"-O3", "-march=native", "-m32", "-fno-inline", "-mllvm", "-enable-x"}));
    for (const char* option : {"-flto", "-fsanitize=address", "-static", "-Ofast", "-fuse-ld=lld", "-Wl,-s",
                               "-lm", "-no-pie", "-fno-pie", "-pg", "--coverage"})
        EXPECT_FALSE(links_plainly({"-O2", option})) << option;
}

} // namespace
} // namespace assay::toolchain
