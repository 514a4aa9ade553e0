// Numbers of bugs live for ever, and nothing that was learnt about a bug is lost when it is merged.
#include "base/check.h"
#include "base/process.h"
#include "store/store.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace assay::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class MergingTest : public ::testing::Test {
  protected:
    MergingTest() {
        std::string made = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
        base::check(::mkdtemp(made.data()) != nullptr, "a temporary folder");
        folder_ = made;
    }
    ~MergingTest() override { std::filesystem::remove_all(folder_); }

    Store open() {
        auto store = Store::open_for_writing(folder_);
        base::check(store.ok(), "a store for writing");
        return std::move(*store);
    }
    void change(const char* sql) {
        const auto done = base::run({.argv = {"sqlite3", folder_ + "/assay.db", sql}});
        ASSERT_TRUE(done && done->ok()) << (done ? done->err : done.error().message);
    }
    std::string folder_;
};

void add(Store& store, uint64_t number, const std::string& title, bool telling = true) {
    Finished finished;
    finished.number = number;
    Finding finding;
    finding.method = "grow";
    finding.verdict = {testcase::Kind::WrongOutput, {"gcc-12", {"-O2"}, "lp64"}, 0, title, "more"};
    finding.titles = {title};
    finding.telling = telling;
    finished.findings = {finding};
    testcase::TestCase test;
    test.files = {{"a.c", "int main(void) { return 0; }\n"}};
    test.sources = {"a.c"};
    test.language = "c";
    test.origin = {"grow", number, {}, "0.1"};
    finished.group = {test};
    const auto done = store.finish(std::span(&finished, 1));
    ASSERT_TRUE(done) << done.error().message;
}

Bug examined_as(const std::string& title, triage::State state = triage::State::Confirmed) {
    Bug bug;
    bug.kind = testcase::Kind::WrongOutput;
    bug.compiler = "gcc-12";
    bug.title = title;
    bug.state = state;
    bug.diagnosis.validity = triage::Validity::Certified;
    bug.diagnosis.reliability = {10, 10};
    return bug;
}

Reduction small(const std::string& name, uint64_t tokens, bool done, uint64_t number = 0) {
    Reduction reduction{name, "int x;\n", 1, tokens, done};
    reduction.program.number = number;
    return reduction;
}

TEST_F(MergingTest, AMergedNumberLeadsToItsBug) {
    Store store = open();
    for (uint64_t number = 1; number <= 4; ++number) add(store, number, std::string(number, 'x'));
    ASSERT_TRUE(store.merge(2, 3));
    ASSERT_TRUE(store.merge(3, 1));
    EXPECT_EQ(*store.current(2), 1) << "by way of 3";
    EXPECT_EQ(*store.current(3), 1);
    EXPECT_EQ(*store.current(4), 4);
    EXPECT_THAT(store.bug(1)->merged, ElementsAre(2, 3));
    EXPECT_THAT(store.bug(4)->merged, IsEmpty());
    const auto none = store.current(9);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("there is no bug 9"));
}

TEST_F(MergingTest, NumbersAreNeverGivenOutTwice) {
    Store store = open();
    add(store, 1, "a");
    add(store, 2, "b");
    ASSERT_TRUE(store.merge(2, 1));
    add(store, 3, "c");
    EXPECT_THAT(*store.bugs(), SizeIs(2));
    EXPECT_TRUE(store.bug(3)) << "2 is taken for ever";
}

TEST_F(MergingTest, TheBestReductionSurvives) {
    const std::tuple<Reduction, Reduction, const char*> cases[] = {
        {small("reduced/1.c", 10, true), small("reduced/2.c", 20, true), "reduced/1.c"},
        {small("reduced/1.c", 20, true), small("reduced/2.c", 10, true), "reduced/2.c"},
        {small("reduced/1.c", 20, true), small("reduced/2.c", 10, false), "reduced/1.c"},
        {small("reduced/1.c", 10, false), small("reduced/2.c", 20, true), "reduced/2.c"}};
    uint64_t number = 1;
    Store store = open();
    for (const auto& [first, second, best] : cases) {
        const int64_t into = static_cast<int64_t>(number), bug = into + 1;
        for (int i = 0; i < 2; ++i, ++number) add(store, number, std::to_string(number));
        ASSERT_TRUE(store.keep(into, first));
        ASSERT_TRUE(store.keep(bug, second));
        ASSERT_TRUE(store.merge(bug, into));
        EXPECT_EQ(store.bug(into)->reduced->name, best) << number;
    }
}

TEST_F(MergingTest, AWorseReductionDoesNotReplaceABetterOne) {
    Store store = open();
    add(store, 1, "a");
    EXPECT_TRUE(*store.keep(1, small("reduced/1.c", 20, true)));
    EXPECT_FALSE(*store.keep(1, small("reduced/1.c", 10, false))) << "it was cut off";
    EXPECT_TRUE(*store.keep(1, small("reduced/1.c", 12, true)));
    EXPECT_EQ(store.bug(1)->reduced->tokens, 12u);
}

TEST_F(MergingTest, WhatWasEstablishedHoldsForBoth) {
    Store store = open();
    add(store, 1, "a");
    add(store, 2, "b");
    Bug examined = examined_as("b");
    examined.id = 2;
    examined.diagnosis.options = {"-O2"};
    ASSERT_TRUE(store.update(examined));
    ASSERT_TRUE(store.merge(2, 1));
    const Bug kept = *store.bug(1);
    EXPECT_EQ(kept.state, triage::State::Confirmed);
    EXPECT_EQ(kept.diagnosis, examined.diagnosis);
}

TEST_F(MergingTest, AFindingThatWaitsAloneKeepsItsNumber) {
    Store store = open();
    add(store, 1, "?", false);
    EXPECT_EQ(*store.settle(store.findings(1)->front(), examined_as("vrp"), {"vrp"}), 1);
    EXPECT_EQ(store.bug(1)->state, triage::State::Confirmed);
    add(store, 2, "?", false);
    EXPECT_EQ(store.bug(2)->state, triage::State::Waiting) << "what comes later is not known to be the same";
}

TEST_F(MergingTest, TheNumberOfFindingsThatWaitedLeadsToWhatTheyAre) {
    Store store = open();
    for (uint64_t number = 1; number <= 3; ++number) add(store, number, "?", false);
    const auto findings = *store.findings(1);
    EXPECT_EQ(*store.settle(findings[0], examined_as("flaky", triage::State::Doubtful), {}), 2);
    EXPECT_EQ(*store.current(1), 1) << "two still wait";
    EXPECT_EQ(*store.settle(findings[1], examined_as("vrp"), {"vrp"}), 3);
    EXPECT_EQ(*store.settle(findings[2], examined_as("vrp"), {"vrp"}), 3);
    EXPECT_EQ(*store.current(1), 3) << "rather than to what does not repeat";
    EXPECT_THAT(store.bug(3)->merged, ElementsAre(1));
}

// A reduction that names its pass gave the findings that wait a title, and settling then found themselves.
TEST_F(MergingTest, WhatWasReducedWhileItWaitedIsSettled) {
    Store store = open();
    add(store, 7, "?", false);
    ASSERT_TRUE(store.keep(1, small("reduced/1.c", 20, true, 7)));
    ASSERT_TRUE(store.add_titles(1, {"vrp"}));
    EXPECT_EQ(*store.settle(store.findings(1)->front(), examined_as("vrp"), {"vrp"}), 1);
    EXPECT_EQ(store.bug(1)->state, triage::State::Confirmed);
    EXPECT_TRUE(store.bug(1)->reduced);
    EXPECT_EQ(*store.bug_titled("vrp"), 1);
}

TEST_F(MergingTest, AReductionGoesWithItsFinding) {
    Store store = open();
    for (uint64_t number = 1; number <= 2; ++number) add(store, number, "?", false);
    ASSERT_TRUE(store.keep(1, small("reduced/1.c", 20, false, 2)));
    ASSERT_TRUE(store.add_titles(1, {"vrp"}));
    const auto findings = *store.findings(1);
    EXPECT_EQ(*store.settle(findings[0], examined_as("pre"), {"pre"}), 2);
    EXPECT_TRUE(store.bug(1)->reduced) << "it is of the other finding";
    const auto last = store.settle(findings[1], examined_as("vrp"), {"vrp"});
    ASSERT_TRUE(last) << last.error().message;
    EXPECT_TRUE(store.bug(*last)->reduced);
    EXPECT_FALSE(store.bug(2)->reduced);
}

TEST_F(MergingTest, ACampaignOfFormatOneIsReadAsItIsAndMigratedForWriting) {
    {
        Store store = open();
        add(store, 1, "a");
        add(store, 2, "b");
    }
    change("DROP TABLE merged; DROP TABLE unjudged; PRAGMA writable_schema = ON; "
           "UPDATE sqlite_master SET sql = replace(sql, "
           "'''unsettled'', ''environment'',', '') WHERE name = 'bugs'; "
           "PRAGMA user_version = 1;");
    {
        auto reader = Store::open_for_reading(folder_);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_THAT(*reader->bugs(), SizeIs(2));
        EXPECT_EQ(*reader->current(2), 2);
    }
    {
        Store store = open();
        ASSERT_TRUE(store.merge(2, 1));
        Bug bug = *store.bug(1);
        bug.state = triage::State::Unsettled; // a state that format 1 did not have
        const auto updated = store.update(bug);
        EXPECT_TRUE(updated) << updated.error().message;
    }
    auto reader = Store::open_for_reading(folder_);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(*reader->current(2), 1);
}

TEST_F(MergingTest, ACampaignOfALaterFormatIsRefusedWithAdvice) {
    { Store store = open(); }
    change("PRAGMA user_version = 99;");
    const auto later = Store::open_for_reading(folder_);
    ASSERT_FALSE(later);
    EXPECT_THAT(later.error().message, HasSubstr("newer version of Assay (format 99"));
}

} // namespace
} // namespace assay::store
