#include "campaign/reduction.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "campaign/labels.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace assay::campaign {
namespace {

using ::testing::ElementsAre;

testcase::TestCase program_named(const std::string& text) {
    testcase::TestCase test;
    test.files = {{"test.c", text}};
    test.sources = {"test.c"};
    test.language = "c";
    test.standard = "c11";
    test.target = "lp64";
    test.origin.method = "grow";
    return test;
}

class KeepReduction : public testing::Test {
  protected:
    KeepReduction()
        : folder_(*base::TemporaryFolder::make()), store_(*store::Store::open_for_writing(folder_.path())) {}

    // A bug of wrong code that was confirmed without the culprit.
    int64_t add_bug(uint64_t number, const std::string& state = "confirmed") {
        store::Finished finished;
        finished.number = number;
        store::Finding finding;
        finding.method = "grow";
        finding.verdict = {testcase::Kind::WrongOutput, {"gcc-12", {"-O2"}, "lp64"}, 0, "wrong output", ""};
        finding.titles = {cluster_title(finding.verdict)};
        finding.telling = false;
        finished.findings = {finding};
        finished.group = {program_named("int large;\n")};
        EXPECT_TRUE(store_.finish(std::span(&finished, 1)));
        const int64_t id = store_.bugs()->back().id;
        if (state == "waiting") return id;
        triage::Diagnosis triaged;
        triaged.reliability = {10, 10};
        triaged.title = "wrong code " + std::to_string(number);
        triaged.validity = triage::Validity::Certified;
        const store::Finding stored = store_.findings(id)->front();
        return *store_.settle(stored, described(stored, triaged), {});
    }

    Reduced small_one(int64_t bug, const std::string& text, bool complete = true) {
        Reduced reduced;
        reduced.bug = bug;
        reduced.finding = store_.findings(bug)->front();
        reduced.shrunk.emplace();
        reduced.shrunk->best.test = program_named(text);
        reduced.shrunk->best.lines = 1;
        reduced.shrunk->best.tokens = text.size();
        reduced.shrunk->complete = complete;
        if (!complete) return reduced;
        reduced.triaged.emplace();
        reduced.triaged->reliability = {10, 10};
        reduced.triaged->attributed = true;
        reduced.triaged->title = "wrong code: vrp";
        reduced.triaged->validity = triage::Validity::Certified;
        return reduced;
    }

    std::vector<std::string> files() {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path() + "/reduced"))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    base::TemporaryFolder folder_;
    store::Store store_;
};

// Bug 2 became small and turned out to be bug 1, which had no small program: the small one got lost.
TEST_F(KeepReduction, WhatAMergedBugWasReducedToIsKept) {
    const int64_t first = add_bug(1), second = add_bug(2);
    ASSERT_TRUE(store_.add_titles(first, {wrong_code_title("gcc-12", "wrong code: vrp")}));
    const auto kept = keep(store_, small_one(second, "int s;\n"));
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, first);
    const store::Bug bug = *store_.bug(first);
    ASSERT_TRUE(bug.reduced);
    EXPECT_EQ(bug.reduced->text, "int s;\n");
    EXPECT_EQ(bug.reduced->name, "reduced/1.c");
    EXPECT_EQ(*base::read_file(folder_.path() + "/reduced/1.c"), "int s;\n");
    EXPECT_THAT(files(), ElementsAre("1.c")) << "nothing lies around";
    EXPECT_THAT(bug.merged, ElementsAre(second));
}

TEST_F(KeepReduction, TheSmallerProgramOfTwoIsKept) {
    const int64_t first = add_bug(1), second = add_bug(2);
    ASSERT_TRUE(keep(store_, small_one(first, "int x;\n")));
    ASSERT_TRUE(keep(store_, small_one(second, "int longer;\n")));
    EXPECT_EQ(store_.bug(first)->reduced->text, "int x;\n");
    EXPECT_EQ(*base::read_file(folder_.path() + "/reduced/1.c"), "int x;\n");
    EXPECT_THAT(files(), ElementsAre("1.c"));
}

// The conductor may merge a bug while a worker reduces it.
TEST_F(KeepReduction, ABugMayBeMergedWhileItIsReduced) {
    const int64_t first = add_bug(1), second = add_bug(2);
    const Reduced late = small_one(second, "int s;\n");
    ASSERT_TRUE(merge(store_, second, first));
    const auto kept = keep(store_, late);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, first);
    EXPECT_TRUE(store_.bug(first)->reduced);
}

TEST_F(KeepReduction, AnInterruptedReductionOfAnUntriagedBugGoesOn) {
    const int64_t bug = add_bug(1, "waiting");
    const Reduced cut_off = small_one(bug, "int medium;\n", false);
    ASSERT_TRUE(keep(store_, cut_off));
    EXPECT_EQ(store_.bug(bug)->state, triage::State::Waiting);
    const auto task = reduction_of(store_, bug);
    ASSERT_TRUE(task && *task);
    EXPECT_EQ((*task)->finding.id, cut_off.finding.id);
    const auto kept = keep(store_, small_one(bug, "int s;\n"));
    ASSERT_TRUE(kept) << kept.error().message;
    const store::Bug settled = *store_.bug(*kept);
    EXPECT_EQ(settled.state, triage::State::Confirmed);
    EXPECT_EQ(to_text(settled.diagnosis.reliability), "10/10");
    EXPECT_EQ(settled.reduced->text, "int s;\n");
}

TEST_F(KeepReduction, NamesFromTheStoreDoNotLeaveItsFolder) {
    const int64_t bug = add_bug(1);
    Reduced hostile = small_one(bug, "int s;\n");
    hostile.shrunk->best.test.files.push_back({"../../outside.c", "int x;\n"});
    EXPECT_FALSE(keep(store_, hostile));
    ASSERT_TRUE(store_.keep(bug, {"../campaign-of-others", "x", 1, 1, true}));
    std::filesystem::create_directory(folder_.path() + "/../campaign-of-others");
    ASSERT_TRUE(merge(store_, bug, add_bug(2)));
    EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/../campaign-of-others"));
    std::filesystem::remove(folder_.path() + "/../campaign-of-others");
}

// The folder of a campaign may be somebody else's too.
TEST_F(KeepReduction, LinksInTheFolderAreNotFollowed) {
    namespace fs = std::filesystem;
    const std::string inside = folder_.path() + "/reduced", outside = folder_.path() + "-outside";
    fs::create_directory(outside);
    ASSERT_TRUE(base::write_file(outside + "/1.c", "mine"));
    const int64_t bug = add_bug(1);
    fs::remove_all(inside);
    fs::create_directory_symlink(outside, inside);
    EXPECT_FALSE(keep(store_, small_one(bug, "int longer;\n")));
    EXPECT_EQ(*base::read_file(outside + "/1.c"), "mine");
    fs::remove(inside);
    fs::create_directory(inside);
    fs::create_symlink(outside + "/1.c", inside + "/1.c");
    EXPECT_TRUE(keep(store_, small_one(bug, "int s;\n")));
    EXPECT_EQ(*base::read_file(outside + "/1.c"), "mine");
    EXPECT_EQ(*base::read_file(inside + "/1.c"), "int s;\n");
    fs::remove_all(outside);
}

} // namespace
} // namespace assay::campaign
