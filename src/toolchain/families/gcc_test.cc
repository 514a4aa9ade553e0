#include "toolchain/families/gcc.h"
#include "toolchain/families/gcc_params.h"
#include "toolchain/probe/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::toolchain {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(GccFlags, OnlyThoseThatKeepTheMeaning) {
    const auto safe = safe_optimisations("The following options control optimizations:\n"
                                         "  -O<number>                  \t\t\n"
                                         "  -falign-functions=          \t\t16\n"
                                         "  -ffast-math                 \t\t\n"
                                         "  -fipa-pta                   \t\t[disabled]\n"
                                         "  -fira-region=[one|all|mixed] \t\tone\n"
                                         "  -frtti                      \t\t[available in C++, D, ObjC++]\n"
                                         "  -fnothrow-opt               \t\t[available in C++, ObjC++]\n"
                                         "  -fno-threadsafe-statics     \t\t[available in C++, ObjC++]\n"
                                         "  -fpack-struct=<number>      \t\t\n"
                                         "  -fshort-enums               \t\t[enabled]\n"
                                         "  -fsigned-zeros              \t\t[enabled]\n"
                                         "  -gstatement-frontiers       \t\t[disabled]\n");
    EXPECT_THAT(safe, ElementsAre("-fipa-pta", "-fno-ipa-pta", "-fira-region=one", "-fira-region=all",
                                  "-fira-region=mixed"));
}

TEST(GccFlags, OppositesAndValuesShareAKey) {
    EXPECT_EQ(option_key("-fno-gcse"), option_key("-fgcse"));
    EXPECT_EQ(option_key("-fira-region=all"), option_key("-fira-region=one"));
    EXPECT_EQ(option_key("-mllvm -unroll-count=3"), "-unroll-count");
    EXPECT_NE(option_key("-fgcse"), option_key("-fgcse-las"));
    EXPECT_EQ(option_key("-mno-red-zone"), "-mred-zone");
}

TEST(GccParameters, StayInsideTheRangesThatAreListed) {
    const auto all = parameters("The following options control parameters:\n"
                                "  --param=align-loop-iterations= \t4\n"
                                "  --param=asan-stack=<0,1>    \t\t1\n"
                                "  --param=avg-loop-niter=<1,65536> \t\t10\n"
                                "  --param=vect-partial-vector-usage=<0,2> \t2\n"
                                "  --param=lazy-modules=[a|b] \ta\n");
    EXPECT_THAT(all, ElementsAre("--param=align-loop-iterations=0", "--param=align-loop-iterations=1",
                                 "--param=align-loop-iterations=2", "--param=align-loop-iterations=5",
                                 "--param=align-loop-iterations=8", "--param=avg-loop-niter=1",
                                 "--param=avg-loop-niter=5", "--param=avg-loop-niter=11",
                                 "--param=avg-loop-niter=20", "--param=vect-partial-vector-usage=0",
                                 "--param=vect-partial-vector-usage=1"));
    EXPECT_EQ(option_key("--param=avg-loop-niter=1"), "--param=avg-loop-niter");
}

TEST(GccStandards, AreWordsOfTheListing) {
    EXPECT_THAT(known_standards("  -std=c11  -std=gnu17 -std=c2x -std=c++20", "c"),
                ElementsAre("c11", "c2x"));
    EXPECT_THAT(known_standards("note: use 'c23' for 'ISO C 2023' standard", "c"), ElementsAre("c23", "c2x"));
    EXPECT_THAT(known_standards("-std=c++17 -std=gnu++20 -std=c17", "c++"), ElementsAre("c++17"));
    EXPECT_THAT(known_standards("iso9899:c11x", "c"), IsEmpty());
}

TEST(Machines, AreThoseWhoseFlagsAreAllThere) {
    const std::string v2 = "fpu cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3";
    const std::string v3 = v2 + " avx avx2 bmi1 bmi2 f16c fma abm movbe xsave";
    EXPECT_THAT(machines_of("fpu sse2"), IsEmpty());
    EXPECT_THAT(machines_of(v2), ElementsAre("x86-64-v2"));
    EXPECT_THAT(machines_of(v3), ElementsAre("x86-64-v2", "x86-64-v3"));
    EXPECT_THAT(machines_of(v2 + " avx avx2 bmi1 bmi2 f16c fma abm xsave"), ElementsAre("x86-64-v2"));
    EXPECT_THAT(machines_of(v3 + " avx512f avx512bw avx512cd avx512dq avx512vl"), Contains("x86-64-v4"));
}

TEST(Models, HaveNames) {
    EXPECT_EQ(model_from("8 8 8 1 0\n"), "lp64");
    EXPECT_EQ(model_from("4 4 4 1 0\n"), "ilp32");
    EXPECT_EQ(model_from("4 4 8 0 0\n"), "ilp32-align8-uchar");
    EXPECT_EQ(model_from("8 8 8 0 1\n"), "lp64-uchar-be");
    EXPECT_EQ(model_from("4 8 8 1 0\n"), "llp64");
    EXPECT_EQ(model_from("2 2 1 1 0\n"), "");
    EXPECT_EQ(model_from("garbage"), "");
    EXPECT_EQ(with_other_char("lp64"), "lp64-uchar");
    EXPECT_EQ(with_other_char("lp64-uchar-be"), "lp64-be");
    EXPECT_EQ(with_other_char("lp64-be"), "lp64-uchar-be");
}

} // namespace
} // namespace assay::toolchain
