// Printed programs, compiled by real compilers in every standard, layout and harness, do what the evaluator
// says.
#include "print/batch.h"
#include "print/compile_and_run.h"
#include "print/test_models.h"

#include <gtest/gtest.h>

namespace assay::print {
namespace {

using program::Standard;

struct Style {
    Layout layout;
    Harness harness;
    bool full_parentheses;
    bool designators;
    bool entry_in_main = false;
};
constexpr Style kStyles[] = {
    {Layout::OneFile, Harness::Checksum, false, false},
    {Layout::OneFile, Harness::SelfCheck, true, false},
    {Layout::ThreeFiles, Harness::Checksum, true, true},
    {Layout::ThreeFiles, Harness::SelfCheck, false, false},
    {Layout::PerFunction, Harness::Checksum, false, true},
    {Layout::PerFunction, Harness::SelfCheck, true, false},
    {Layout::OneFile, Harness::Brief, false, false},
    {Layout::OneFile, Harness::Brief, true, false, true},
    {Layout::OneFile, Harness::Show, false, false, true},
};

Options options_of(const Style& style) {
    Options options;
    options.layout = style.layout;
    options.harness = style.harness;
    options.full_parentheses = style.full_parentheses;
    options.designators = style.designators;
    options.entry_in_main = style.entry_in_main;
    return options;
}

void expect_expected(const Printed& printed, const std::string& compiler,
                     const std::vector<std::string>& options) {
    const Ran ran = compile_and_run(printed, compiler, options);
    const std::string what = compiler + " " + options.front() + "\n" + printed.files.front().text;
    EXPECT_TRUE(ran.compiled) << what << ran.complaints;
    EXPECT_EQ(ran.program.out, printed.expected) << what;
    EXPECT_EQ(ran.program.exit, 0) << what;
}

class EveryStandard : public testing::TestWithParam<Standard> {};

TEST_P(EveryStandard, ABatchDoesWhatEachOfItsProgramsMeans) {
    std::vector<Known> models;
    for (const std::string_view text : {kTypesModel, kGuardModel, kFlowModel, kTypesModel})
        models.push_back(known(text, {{}, GetParam()}));
    std::vector<BatchPart> parts;
    for (const Known& it : models)
        parts.push_back({&it.program, &it.meaning, "part-" + std::to_string(parts.size())});
    const Printed batch = print_batch(parts);
    for (const BatchPart& part : parts)
        EXPECT_NE(batch.expected.find(part.label + " " + print(*part.program, *part.meaning).expected),
                  std::string::npos);
    for (const std::string& compiler : compilers_for(GetParam()))
        expect_expected(batch, compiler, {"-std=" + std::string(name_of(GetParam())), "-O1", "-w"});
}

TEST_P(EveryStandard, CompiledTextDoesWhatTheProgramMeans) {
    const std::string standard = "-std=" + std::string(name_of(GetParam()));
    size_t turn = static_cast<size_t>(GetParam());
    for (const std::string_view text : {kTypesModel, kFlowModel, kGuardModel}) {
        const Known it = known(text, {{}, GetParam()});
        for (const std::string& compiler : compilers_for(GetParam())) {
            const Options options = options_of(kStyles[turn++ % std::size(kStyles)]);
            expect_expected(print(it.program, it.meaning, options), compiler,
                            {standard, turn % 4 < 2 ? "-O0" : "-O2", "-w"});
        }
    }
}

// What compilers let pass with a warning, though the language does not.
TEST_P(EveryStandard, NothingIsImplicit) {
    for (const std::string_view text : {kTypesModel, kFlowModel, kGuardModel}) {
        const Known it = known(text, {{}, GetParam()});
        const Printed printed = print(it.program, it.meaning, options_of(kStyles[1]));
        for (const std::string& compiler : compilers_for(GetParam())) {
            std::vector<std::string> options{"-std=" + std::string(name_of(GetParam())), "-fsyntax-only"};
            if (is_cxx(GetParam()))
                options.push_back("-Werror=narrowing");
            else
                options.insert(options.end(), {"-Werror=implicit", "-Werror=incompatible-pointer-types",
                                               "-Werror=int-conversion", "-Werror=return-type"});
            const Ran ran = compile_and_run(printed, compiler, options);
            EXPECT_TRUE(ran.compiled) << compiler << ran.complaints << printed.files.front().text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EveryStandard, testing::ValuesIn(program::all_standards()),
                         [](const auto& which) {
                             std::string name(name_of(which.param));
                             for (char& c : name)
                                 if (c == '+') c = 'x';
                             return name;
                         });

TEST(Run, OnThirtyTwoBits) {
    if (!has_compiler("gcc", {"-m32"})) GTEST_SKIP() << "no 32-bit libraries";
    const Known it = known(kFlowModel, program::platform_of("ilp32", Standard::C11));
    for (const Style& style : kStyles)
        expect_expected(print(it.program, it.meaning, options_of(style)), "gcc", {"-m32", "-std=c11", "-w"});
}

TEST(Run, ABriefHarnessNoticesWrongValues) {
    const Known it = known(kTypesModel, {{}, Standard::C11});
    Options options;
    options.harness = Harness::Brief;
    options.entry_in_main = true;
    const auto aborts = [&](const semantics::Meaning& meaning) {
        const Ran ran = compile_and_run(print(it.program, meaning, options), "gcc", {"-w"});
        EXPECT_TRUE(ran.compiled) << ran.complaints;
        return ran.program.exit != 0;
    };
    EXPECT_FALSE(aborts(it.meaning));
    semantics::Meaning wrong = it.meaning;
    wrong.finals.front().value.bits ^= 1;
    EXPECT_TRUE(aborts(wrong));
    for (size_t site = 0; site < it.meaning.observed.size(); ++site) {
        semantics::Meaning meaning = it.meaning;
        if (meaning.observed[site].same)
            meaning.observed[site].first.bits ^= 1;
        else
            meaning.observed[site].hash ^= 1;
        EXPECT_TRUE(aborts(meaning)) << "site " << site;
    }
}

TEST(Run, ShownValuesAreTheFinalOnes) {
    const Known it = known(
        "(struct S (field a int) (bits b uint 3) (field c (array schar 2)))"
        "(global s (struct S) (init -5 7u (init (int schar -1) (int schar 2))))"
        "(global big ulong 0xfffffffffffffffful)(global half float 0.5f)(global wide int128 (int int128 -2))"
        "(func test void () (block (observe (- half 2.0f)) (do (+= (. s a) 2)) (observe (. s b))"
        "(if (== (. s a) 4) (observe wide)) (observe (* big 2ul))))(entry test)",
        {{}, Standard::C11});
    Options options;
    options.harness = Harness::Show;
    options.entry_in_main = true;
    for (const bool plain_calls : {false, true}) {
        options.plain_calls = plain_calls;
        const Printed printed = print(it.program, it.meaning, options);
        EXPECT_EQ(printed.expected,
                  "-0x1.8p+0\n7\n18446744073709551614\n-3\n7\n-1\n2\n18446744073709551615\n0x1p-1\n"
                  "ffffffffffffffff fffffffffffffffe\n");
        const std::string& text = printed.files[0].text;
        EXPECT_EQ(text.find("assay_"), std::string::npos) << text;
        EXPECT_EQ(text.find("int printf(") != std::string::npos, plain_calls) << text;
        expect_expected(printed, "gcc", {"-O1", "-Wall", "-Werror"});
    }
}

// A harness that accepts anything would pass all tests above.
TEST(Run, ASelfCheckNoticesWrongValues) {
    Known it = known(kTypesModel, {{}, Standard::C11});
    Options options;
    options.harness = Harness::SelfCheck;
    const auto status = [&](const semantics::Meaning& meaning) {
        const Ran ran = compile_and_run(print(it.program, meaning, options), "gcc", {"-w"});
        EXPECT_TRUE(ran.compiled) << ran.complaints;
        return ran.program.exit;
    };
    EXPECT_EQ(status(it.meaning), 0);
    // Single values, a table, a hash over structs, one bit of a zero.
    for (const size_t wrong : {size_t{0}, it.meaning.finals.size() / 2, it.meaning.finals.size() - 1}) {
        semantics::Meaning meaning = it.meaning;
        meaning.finals[wrong].value.bits ^= 1;
        EXPECT_EQ(status(meaning), -1) << "final value " << wrong;
    }
    for (size_t site = 0; site < it.meaning.observed.size(); ++site) {
        semantics::Meaning meaning = it.meaning;
        if (meaning.observed[site].same)
            meaning.observed[site].first.bits ^= 1;
        else
            meaning.observed[site].hash ^= 1;
        EXPECT_EQ(status(meaning), -1) << "site " << site;
    }
    semantics::Meaning missing = it.meaning; // as if one had been executed once more
    missing.observed.front().times += 1;
    EXPECT_EQ(status(missing), -1);
    semantics::Meaning unreached = it.meaning;
    unreached.observed.pop_back();
    EXPECT_EQ(status(unreached), -1);
}

} // namespace
} // namespace assay::print
