// Sweetened programs mean what plain ones mean, and look as people write C++.
#include "print/compile_and_run.h"
#include "print/test_models.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace assay::print {
namespace {

using program::Standard;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kModel = R"(
(struct Pair (field a short) (bits b int 5))
(global limits (const (array int 4)) (init 3 1 4))
(global total int 5)
(global pair (struct Pair) (init 2 7))
(func static sum int ((start int))
  (block (for (declare i int 0) (< i 4) (postinc i) (do (+= start ([] limits i)))) (return start)))
(func static more int ((x int)) (block (return (+ x 40))))
(func run void ()
  (block
    (declare local (array short 6) (init 1 2))
    (do (= ([] local 3) (. pair a)))
    (do (+= total (+ (call sum (. pair b)) ([] local 3))))
    (do (= total (call more total)))))
(entry run)
)";

std::string text_of(const Sugar& sugar) {
    const Known it = known(kModel, {{}, Standard::Cxx17});
    Options options;
    options.sugar = sugar;
    return print(it.program, it.meaning, options).files.at(0).text;
}

Sugar possible() { return possible_sugar(known(kModel, {{}, Standard::Cxx17}).program); }

TEST(Sugar, ArraysOfTheLibrary) {
    Sugar sugar;
    sugar.arrays = possible().arrays;
    ASSERT_EQ(sugar.arrays.size(), 2u);
    sugar.arrays[0].form = ArrayForm::Vector;
    sugar.arrays[1].checked = true;
    const std::string text = text_of(sugar);
    EXPECT_THAT(text, HasSubstr("#include <array>\n#include <vector>\n"));
    EXPECT_THAT(text, HasSubstr("const std::vector<int> limits = {3, 1, 4, 0};"));
    EXPECT_THAT(text, HasSubstr("std::array<short, 6> local = {1, 2};\n    local.at(3) = pair.a;"));
}

TEST(Sugar, NamesOfVariables) {
    Sugar sugar;
    sugar.constants = possible().constants;
    sugar.members = possible().members;
    sugar.references = possible().references;
    const std::string text = text_of(sugar);
    EXPECT_THAT(text, HasSubstr("constexpr const int limits[4] = {3, 1, 4};"));
    EXPECT_THAT(text, HasSubstr("struct Shared {\n    static int total;\n    static struct Pair pair;\n};"));
    EXPECT_THAT(text, HasSubstr("int Shared::total = 5;"));
    EXPECT_THAT(text, HasSubstr("{\n    auto &r_limits = limits;\n    for (int i = 0; i < 4; i++)\n"
                                "        start += r_limits[i];"));
    EXPECT_THAT(text, HasSubstr("auto &r_total = Shared::total;"));
}

TEST(Sugar, Functions) {
    Sugar sugar;
    sugar.lambdas = {possible().lambdas.at(0)};
    for (const Sugar::Parameter& parameter : possible().templates)
        if (parameter.func.index == 1) sugar.templates.push_back(parameter);
    const std::string text = text_of(sugar);
    EXPECT_THAT(text, HasSubstr("static const auto sum = [](int start) -> int {"));
    EXPECT_THAT(text, HasSubstr("    return start;\n};\n"));
    EXPECT_THAT(text, HasSubstr("template <int N> static int more(int x) {\n    return x + N;\n}"));
    EXPECT_THAT(text, HasSubstr("total = more<40>(total);"));
}

TEST(Sugar, GettersReadMembersButNoBitFields) {
    Sugar sugar;
    sugar.getters = possible().getters;
    sugar.ranges = possible().ranges;
    const std::string text = text_of(sugar);
    EXPECT_THAT(text, HasSubstr("    short get_a() const { return a; }\n};"));
    EXPECT_THAT(text, HasSubstr("local[3] = pair.get_a();"));
    EXPECT_THAT(text, Not(HasSubstr("get_b")));
    EXPECT_THAT(text, HasSubstr("for (auto &each_i : limits)\n        start += each_i;"));
}

TEST(Sugar, EverythingAtOnceMeansTheSameInEveryStandard) {
    for (const std::string_view model : {kModel, kTypesModel, kGuardModel, kFlowModel}) {
        for (const Standard standard : {Standard::Cxx11, Standard::Cxx14, Standard::Cxx17, Standard::Cxx20}) {
            const Known it = known(model, {{}, standard});
            Options options;
            options.sugar = possible_sugar(it.program);
            for (size_t i = 0; i < options.sugar.arrays.size(); ++i) {
                options.sugar.arrays[i].form = static_cast<ArrayForm>((i + 1) % 3);
                options.sugar.arrays[i].checked = i % 2 == 0;
            }
            // Half of the functions as lambdas, so that the others become templates.
            std::erase_if(options.sugar.lambdas, [](program::FuncId func) { return func.index % 2 == 0; });
            if (standard == Standard::Cxx14) options.harness = Harness::SelfCheck;
            const Printed printed = print(it.program, it.meaning, options);
            for (const std::string& compiler : compilers_for(standard)) {
                const Ran ran =
                    compile_and_run(printed, compiler, {fmt::format("-std={}", name_of(standard)), "-O1"});
                EXPECT_TRUE(ran.compiled) << ran.complaints << printed.files[0].text;
                EXPECT_EQ(ran.program.out, printed.expected) << compiler << printed.files[0].text;
            }
        }
    }
}

} // namespace
} // namespace assay::print
