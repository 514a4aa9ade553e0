#include "triage/culprit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <set>

namespace assay::triage {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A clang with `count` passes, of which number `guilty` breaks the program.
Probe fake_clang(uint64_t count, uint64_t guilty, size_t& asked) {
    return [=, &asked](const std::vector<std::string>& added) -> base::Result<Answer> {
        ++asked;
        const std::string& option = added.at(1);
        const int64_t limit = std::stoll(option.substr(option.find('=') + 1));
        const uint64_t run = limit < 0 ? count : std::min<uint64_t>(static_cast<uint64_t>(limit), count);
        Answer answer;
        for (uint64_t i = 1; i <= count; ++i)
            answer.said += fmt::format("BISECT: {} pass ({}) Pass{} on function (f on g)\n",
                                       i <= run ? "running" : "NOT running", i, i);
        answer.what = run >= guilty ? Behaviour::Fails : Behaviour::Right;
        return answer;
    };
}

TEST(Culprit, ClangsPassIsFoundByHalving) {
    for (const uint64_t guilty : {1, 2, 77, 330}) {
        size_t asked = 0;
        const auto culprit = culprit_of_clang(fake_clang(330, guilty, asked));
        ASSERT_TRUE(culprit);
        EXPECT_EQ(culprit->pass, fmt::format("Pass{}", guilty));
        EXPECT_LT(asked, 13u);
        EXPECT_THAT(culprit->workaround,
                    ElementsAre("-mllvm", fmt::format("-opt-bisect-limit={}", guilty - 1)));
    }
}

TEST(Culprit, ClangsFailureOutsideOfThePassesIsUnattributed) {
    size_t asked = 0;
    const auto culprit = culprit_of_clang(fake_clang(10, 0, asked));
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, std::nullopt);
    EXPECT_THAT(culprit->how, HasSubstr("without any pass"));
}

bool contains(const std::vector<std::string>& list, const std::string& wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

TEST(Culprit, GccsFlagIsFound) {
    std::vector<std::string> flags;
    for (int i = 0; i < 100; ++i) flags.push_back(fmt::format("-fopt{}", i));
    size_t asked = 0;
    const auto culprit = culprit_of_gcc(flags, [&](const std::vector<std::string>& added) {
        ++asked;
        const bool right = contains(added, "-fno-opt37");
        return base::Result<Answer>(Answer{right ? Behaviour::Right : Behaviour::Fails, ""});
    });
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, "opt37");
    EXPECT_LT(asked, 30u);
}

// GCC has no -fno-stack-protector-all; with it nothing would compile, and no flag would ever be a workaround.
TEST(Culprit, OnlyFlagsThatGccTakesAreSwitchedOff) {
    const std::vector<std::string> flags{"-fstack-protector-all", "-ftree-vrp", "-fno-tree-vrp",
                                         "-fvect-cost-model=cheap"};
    EXPECT_THAT(flags_off(flags), ElementsAre("-fno-tree-vrp"));
    const auto culprit = culprit_of_gcc(flags, [](const std::vector<std::string>& added) {
        const bool refused = contains(added, "-fno-stack-protector-all");
        const bool right = contains(added, "-fno-tree-vrp");
        return base::Result<Answer>(Answer{refused ? Behaviour::CannotTell
                                           : right ? Behaviour::Right
                                                   : Behaviour::Fails,
                                           ""});
    });
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, "tree-vrp");
}

TEST(Culprit, GccsPassesAreFoundWhereNoFlagHelps) {
    const auto culprit = culprit_of_gcc({"-fx"}, [](const std::vector<std::string>& added) {
        Answer answer;
        if (contains(added, "-fdump-passes"))
            answer.said = "   *warn : ON\n   tree-cfg   :  ON\n      tree-vrp1  :  ON\n   rtl-cse1 : OFF\n"
                          "   tree-cunroll :  ON\n   tree-pre :  ON\n";
        const bool needed_missing = contains(added, "-fdisable-tree-cfg");
        const bool right =
            contains(added, "-fdisable-tree-vrp1") && contains(added, "-fdisable-tree-cunroll");
        answer.what = needed_missing ? Behaviour::CannotTell : right ? Behaviour::Right : Behaviour::Fails;
        return base::Result<Answer>(answer);
    });
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, "tree-vrp1+tree-cunroll");
}

TEST(Culprit, UnattributedIsAnAnswer) {
    const auto culprit = culprit_of_gcc({"-fx"}, [](const std::vector<std::string>&) {
        return base::Result<Answer>(Answer{Behaviour::Fails, "   tree-pre :  ON\n"});
    });
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, std::nullopt);
    EXPECT_FALSE(culprit->how.empty());
}

TEST(Culprit, TheSearchOverAllPassesOfGccEndsWithItsCpuTime) {
    std::string passes;
    for (int i = 0; i < 240; ++i) passes += fmt::format("   tree-pass{} :  ON\n", i);
    uint64_t asked = 0;
    const auto culprit = culprit_of_gcc({"-fx"}, [&](const std::vector<std::string>&) {
        ++asked;
        Answer answer{Behaviour::Fails, passes};
        answer.compile_us = 500'000;
        answer.run_us = 1'500'000;
        return base::Result<Answer>(answer);
    });
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->pass, std::nullopt);
    EXPECT_THAT(culprit->how, HasSubstr("ran out of CPU time"));
    EXPECT_LT(asked, 40u);
}

TEST(Culprit, TheSmallestCureHasNothingToSpare) {
    const std::set<std::string> needed{"b", "g", "h"};
    std::vector<std::string> all;
    for (char c = 'a'; c <= 'z'; ++c) all.emplace_back(1, c);
    const auto workaround =
        smallest_workaround(all, [&](const std::vector<std::string>& some) -> base::Result<bool> {
            return std::all_of(needed.begin(), needed.end(),
                               [&](const auto& one) { return contains(some, one); });
        });
    ASSERT_TRUE(workaround);
    EXPECT_THAT(*workaround, ElementsAre("b", "g", "h"));
}

} // namespace
} // namespace assay::triage
