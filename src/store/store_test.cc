#include "store/database.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class StoreTest : public ::testing::Test {
  protected:
    StoreTest() {
        std::string made = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
        base::check(::mkdtemp(made.data()) != nullptr, "a temporary folder");
        root_ = made;
        folder_ = root_ + "/campaign";
    }
    ~StoreTest() override { std::filesystem::remove_all(root_); }

    Store open() {
        auto store = Store::open_for_writing(folder_);
        base::check(store.ok(), "a store for writing");
        return std::move(*store);
    }
    std::string root_, folder_;
};

testcase::TestCase test_with_seed(uint64_t seed) {
    testcase::TestCase test;
    test.files = {{"a.c", "int main(void) { return 0; }\n"}, {"a.h", "/* it's \"quoted\" */\n"}};
    test.sources = {"a.c"};
    test.language = "c";
    test.standard = "c11";
    test.target = "lp64";
    test.expected = "1\n";
    test.promises = {true, true, true};
    test.origin = {"grow", seed, {{"size", "tiny"}}, "0.1"};
    return test;
}

Finished with_finding(uint64_t number, const std::string& title, const std::string& compiler = "gcc-12") {
    Finished finished;
    finished.number = number;
    finished.counts = {{"grow", compiler + " -O2", 1, 1000}};
    Finding finding;
    finding.method = "grow";
    finding.verdict = {testcase::Kind::Crash, {compiler, {"-O2", "-m32"}, "ilp32"}, 0, title, "more"};
    finding.titles = {title};
    finished.findings = {finding};
    finished.group = {test_with_seed(number)};
    return finished;
}

std::vector<uint64_t> claim(Store& store, size_t wanted, uint64_t end = UINT64_MAX) {
    auto claimed = store.claim(wanted, end);
    EXPECT_TRUE(claimed) << claimed.error().message;
    return *claimed;
}

void finish(Store& store, const Finished& finished) {
    const auto done = store.finish(std::span(&finished, 1));
    EXPECT_TRUE(done) << done.error().message;
}

TEST_F(StoreTest, TestsAreClaimedOnceAndInOrder) {
    Store store = open();
    EXPECT_THAT(claim(store, 3), ElementsAre(0, 1, 2));
    EXPECT_THAT(claim(store, 3, 5), ElementsAre(3, 4));
    EXPECT_THAT(claim(store, 3, 5), IsEmpty());
}

TEST_F(StoreTest, KnowsTheFirstUnfinishedTest) {
    Store store = open();
    EXPECT_EQ(*store.first_unfinished(), 0u);
    claim(store, 3);
    EXPECT_EQ(*store.first_unfinished(), 0u);
    finish(store, {0, {}, {}, {}, {}});
    EXPECT_EQ(*store.first_unfinished(), 1u);
    finish(store, {2, {}, {}, {}, {}});
    finish(store, {1, {}, {}, {}, {}});
    EXPECT_EQ(*store.first_unfinished(), 3u);
}

TEST_F(StoreTest, WhatWasRunningIsClaimedAgainAfterADeath) {
    {
        Store store = open();
        claim(store, 3);
        finish(store, {1, {}, {}, {}, {}});
    }
    Store store = open();
    EXPECT_THAT(claim(store, 3), ElementsAre(0, 2, 3));
}

TEST_F(StoreTest, FindingsComeBackWithAllThatReproducesThem) {
    Store store = open();
    finish(store, with_finding(7, "in f, at g.cc"));
    const auto bugs = store.bugs();
    ASSERT_THAT(*bugs, SizeIs(1));
    const Bug& bug = bugs->front();
    EXPECT_EQ(bug.title, "in f, at g.cc");
    EXPECT_EQ(bug.hits, 1u);
    EXPECT_THAT(bug.setups, ElementsAre("gcc-12 -O2 -m32"));
    EXPECT_THAT(bug.methods, ElementsAre("grow"));
    const auto findings = store.findings(bug.id);
    ASSERT_THAT(*findings, SizeIs(1));
    EXPECT_EQ(findings->front().verdict.setup, (testcase::Setup{"gcc-12", {"-O2", "-m32"}, "ilp32"}));
    const auto group = store.group(7);
    ASSERT_THAT(*group, SizeIs(1));
    EXPECT_EQ(to_json(group->front()), to_json(test_with_seed(7)));
    ASSERT_THAT(group->front().files, SizeIs(2));
    EXPECT_EQ(group->front().files[1].text, "/* it's \"quoted\" */\n");
}

TEST_F(StoreTest, FindingsWithACommonTitleAreOneBug) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    finish(store, with_finding(2, "b"));
    finish(store, with_finding(3, "a"));
    Finished both = with_finding(4, "c");
    both.findings[0].titles = {"c", "b"};
    finish(store, both);
    finish(store, with_finding(5, "c"));
    std::vector<uint64_t> hits;
    const auto bugs = store.bugs();
    for (const Bug& bug : *bugs) hits.push_back(bug.hits);
    EXPECT_THAT(hits, ElementsAre(2, 3));
}

TEST_F(StoreTest, AKnownBugMetAgainIsCountedOnly) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    finish(store, {2, {}, {}, {}, {"a", "a", "unknown"}});
    EXPECT_EQ(store.bug(1)->hits, 3u);
    EXPECT_EQ(store.totals()->findings, 1u);
}

TEST_F(StoreTest, ABugCanBeMergedIntoAnother) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    finish(store, with_finding(2, "b"));
    ASSERT_TRUE(store.merge(2, 1));
    finish(store, with_finding(3, "b"));
    const auto bugs = store.bugs();
    ASSERT_THAT(*bugs, SizeIs(1));
    EXPECT_EQ(bugs->front().hits, 3u);
}

TEST_F(StoreTest, TheSameFindingTwiceIsRefusedAsAWhole) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    const Finished again = with_finding(1, "a");
    EXPECT_FALSE(store.finish(std::span(&again, 1)));
    EXPECT_EQ(store.totals()->findings, 1u);
    EXPECT_EQ(store.totals()->tests, 1u) << "counts of a refused test must not stay";
}

TEST_F(StoreTest, CountsAddUp) {
    Store store = open();
    finish(store, {1, {{"grow", "gcc -O2", 2, 10}, {"grow", "gcc -O3", 1, 5}}, {}, {}});
    finish(store, {2, {{"grow", "gcc -O2", 3, 10}}, {}, {}});
    const auto counts = store.counts();
    ASSERT_THAT(*counts, SizeIs(2));
    EXPECT_EQ(counts->front().tests, 5u);
    EXPECT_EQ(counts->front().cpu_us, 20u);
}

TEST_F(StoreTest, WhatTriageLearnsIsKept) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    Bug bug = *store.bug(1);
    bug.title = "better";
    bug.state = triage::State::Confirmed;
    bug.diagnosis.culprit = {"vrp1", "right with -fno-tree-vrp", {"-fno-tree-vrp"}};
    bug.diagnosis.validity = triage::Validity::Certified;
    bug.diagnosis.reliability = {10, 10};
    bug.diagnosis.versions = {{"gcc-12", triage::Behaviour::Fails}};
    ASSERT_TRUE(store.update(bug));
    ASSERT_TRUE(store.keep(1, {"small.c", "int x;\n", 1, 3, true}));
    const Bug read = *store.bug(1);
    EXPECT_EQ(read.title, "better");
    EXPECT_EQ(read.diagnosis, bug.diagnosis);
    ASSERT_TRUE(read.reduced);
    EXPECT_EQ(read.reduced->text, "int x;\n");
}

Finished untriaged(uint64_t number) {
    Finished finished = with_finding(number, "wrong output");
    finished.findings[0].telling = false;
    return finished;
}

Bug triaged(const std::string& title) {
    Bug bug;
    bug.kind = testcase::Kind::Crash;
    bug.compiler = "gcc-12";
    bug.title = title;
    bug.state = triage::State::Confirmed;
    bug.diagnosis.validity = triage::Validity::Certified;
    bug.diagnosis.reliability = {10, 10};
    return bug;
}

TEST_F(StoreTest, TheFirstFindingOfEveryBugIsExamined) {
    Store store = open();
    finish(store, with_finding(1, "a"));
    finish(store, with_finding(2, "a"));
    finish(store, with_finding(3, "b"));
    auto first = *store.next_to_examine({});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->number, 1u);
    EXPECT_EQ((*store.next_to_examine({first->id}))->bug, 1) << "one more of it while the first is busy";
    EXPECT_EQ(*store.settle(*first, triaged("better a"), {"a"}), 1);
    auto next = *store.next_to_examine({});
    ASSERT_TRUE(next);
    EXPECT_EQ(next->number, 3u) << "bug 1 is told";
    EXPECT_EQ(to_text(store.bug(1)->diagnosis.reliability), "10/10");
}

TEST_F(StoreTest, WhatMayBeSeveralBugsIsToldApart) {
    Store store = open();
    for (uint64_t number = 1; number <= 4; ++number) finish(store, untriaged(number));
    EXPECT_EQ(store.bug(1)->state, triage::State::Waiting);
    EXPECT_EQ(store.bug(1)->hits, 4u);
    const char* passes[] = {"vrp", "pre", "vrp", "vrp"};
    for (const char* pass : passes) {
        const auto finding = *store.next_to_examine({});
        ASSERT_TRUE(finding);
        ASSERT_TRUE(store.settle(*finding, triaged(pass), {pass}));
    }
    EXPECT_FALSE(*store.next_to_examine({}));
    const auto bugs = store.bugs();
    ASSERT_THAT(*bugs, SizeIs(2)) << "nothing waits any more";
    EXPECT_EQ(bugs->at(0).title, "vrp");
    EXPECT_EQ(bugs->at(0).hits, 3u);
    EXPECT_EQ(bugs->at(1).title, "pre");
    EXPECT_EQ(bugs->at(1).state, triage::State::Confirmed);
    finish(store, untriaged(5));
    EXPECT_EQ(store.bugs()->size(), 3u) << "a new one waits again";
}

TEST_F(StoreTest, WhatMayBeKnownIsSorted) {
    Store store = open();
    for (uint64_t number = 1; number <= 3; ++number) finish(store, untriaged(number));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnown), 0u) << "nothing is triaged about the compiler yet";
    EXPECT_FALSE(*store.next_to_examine({}, Wanted::MaybeKnown));
    Bug wrong = triaged("vrp");
    wrong.kind = testcase::Kind::WrongOutput;
    ASSERT_TRUE(store.settle(**store.next_to_examine({}), wrong, {"vrp"}));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnown), 2u);
    EXPECT_FALSE(*store.next_to_examine({}, Wanted::Unknown));
    const auto second = *store.next_to_examine({}, Wanted::MaybeKnown);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->number, 2u);
    EXPECT_EQ((*store.next_to_examine({second->id}, Wanted::MaybeKnown))->number, 3u);
    ASSERT_TRUE(store.settle(*second, wrong, {"vrp"}));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnown), 1u);
}

TEST_F(StoreTest, WhatMayBeKnownWaitsForTheFirstReduction) {
    Store store = open();
    for (uint64_t number = 1; number <= 2; ++number) finish(store, untriaged(number));
    Bug wrong = triaged("vrp");
    wrong.kind = testcase::Kind::WrongOutput;
    const auto bug = store.settle(**store.next_to_examine({}), wrong, {"vrp"});
    ASSERT_TRUE(bug);
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnownNow), 1u);
    ASSERT_TRUE(store.add_job("reduce", *bug));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnownNow), 0u);
    EXPECT_FALSE(*store.next_to_examine({}, Wanted::MaybeKnownNow));
    EXPECT_TRUE(*store.next_to_examine({}, Wanted::MaybeKnown));
    ASSERT_TRUE(store.abandon_job("reduce", *bug));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnownNow), 1u) << "it will tell nothing";
    ASSERT_TRUE(store.finish_job("reduce", *bug));
    ASSERT_TRUE(store.keep(*bug, {"reduced/1.c", "int main(void) {}", 1, 7, true}));
    ASSERT_TRUE(store.add_job("reduce", *bug));
    EXPECT_EQ(*store.left_to_examine(Wanted::MaybeKnownNow), 1u) << "one small program is enough";
}

TEST_F(StoreTest, JobsOfWhatIsToldLeastComeFirst) {
    Store store = open();
    const std::pair<const char*, testcase::Kind> bugs[] = {{"does not end", testcase::Kind::Hang},
                                                           {"crash", testcase::Kind::Crash},
                                                           {"another crash", testcase::Kind::Crash},
                                                           {"wrong", testcase::Kind::WrongOutput}};
    for (uint64_t number = 1; const auto& [title, kind] : bugs) {
        Finished one = with_finding(number++, title);
        one.findings[0].verdict.kind = kind;
        finish(store, one);
    }
    for (int64_t bug = 1; bug <= 4; ++bug) ASSERT_TRUE(store.add_job("reduce", bug));
    EXPECT_EQ(*store.claim_job("reduce"), 4) << "other findings wait for it";
    EXPECT_EQ(*store.claim_job("reduce"), 2);
    ASSERT_TRUE(store.keep(2, {"reduced/2.c", "int main(void) {}", 1, 7, true}));
    EXPECT_EQ(*store.claim_job("reduce"), 1) << "one crash is triaged, no hang";
    EXPECT_EQ(*store.claim_job("reduce"), 3);
}

TEST_F(StoreTest, JobsAreClaimedOnce) {
    Store store = open();
    ASSERT_TRUE(store.add_job("reduce", 1));
    EXPECT_EQ(*store.claim_job("reduce"), 1);
    EXPECT_EQ(*store.claim_job("reduce"), std::nullopt);
    ASSERT_TRUE(store.finish_job("reduce", 1));
    EXPECT_FALSE(store.add_job("no such kind", 1));
    // What runs or was given up is not asked for again.
    ASSERT_TRUE(store.add_job("reduce", 1));
    EXPECT_EQ(*store.claim_job("reduce"), 1);
    ASSERT_TRUE(store.add_job("reduce", 1));
    EXPECT_EQ(*store.claim_job("reduce"), std::nullopt);
    ASSERT_TRUE(store.abandon_job("reduce", 1));
    ASSERT_TRUE(store.add_job("reduce", 1));
    EXPECT_EQ(*store.claim_job("reduce"), std::nullopt);
    ASSERT_TRUE(store.finish_job("reduce", 1));
}

TEST_F(StoreTest, ASecondCampaignIsToldSo) {
    Store store = open();
    const auto second = Store::open_for_writing(folder_);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message,
                HasSubstr("another campaign is running here (process " + std::to_string(::getpid()) + ")"));
    EXPECT_TRUE(Store::open_for_reading(folder_)) << "readers may come at any time";
}

TEST_F(StoreTest, AReaderOfNothingIsToldSo) {
    const auto store = Store::open_for_reading(folder_);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().message, HasSubstr("there is no campaign here"));
}

TEST_F(StoreTest, AFileThatIsNoCampaignIsRefused) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/assay.db") << std::string(4096, 'x');
    const auto store = Store::open_for_writing(folder_);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().message, HasSubstr("not a campaign"));
}

// A file-size limit stands in for a full disk; SQLite sees a failed write in both cases.
TEST_F(StoreTest, AFullDiskIsSaidAndCorruptsNothing) {
    {
        Store store = open();
        finish(store, with_finding(1, "before"));
    }
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        Store store = open();
        const rlimit limit{1 << 20, 1 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Finished huge = with_finding(2, "huge");
        huge.group[0].files[0].text.assign(8 << 20, 'x');
        const auto done = store.finish(std::span(&huge, 1));
        ::_exit(!done && !done.error().message.empty() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    Store store = open();
    const auto bugs = store.bugs();
    ASSERT_THAT(*bugs, SizeIs(1));
    EXPECT_EQ(bugs->front().title, "before");
    finish(store, with_finding(2, "after"));
    EXPECT_EQ(store.totals()->bugs, 2u);
}

// Reading a view may take for ever, and a trigger runs when Assay writes.
TEST_F(StoreTest, OnlyTablesAreACampaign) {
    for (const char* change :
         {"DROP TABLE counts; CREATE VIEW counts AS WITH RECURSIVE c(method) AS (SELECT 1 UNION ALL SELECT "
          "method + 1 FROM c) SELECT method, 'x' AS setup, 1 AS tests, 1 AS cpu_us FROM c",
          "CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM bugs; END",
          "DROP TABLE unjudged; CREATE VIRTUAL TABLE unjudged USING fts5(setup, why, tests)"}) {
        std::filesystem::remove_all(folder_);
        { Store store = open(); }
        try {
            SQLite::Database(folder_ + "/assay.db", SQLite::OPEN_READWRITE).exec(change);
        } catch (const SQLite::Exception&) {
            continue; // without fts5
        }
        for (const auto& opened :
             {Store::open_for_reading(folder_).ok(), Store::open_for_writing(folder_).ok()})
            EXPECT_FALSE(opened) << change;
    }
}

// Nobody may ever write to a pipe that SQLite would read.
TEST_F(StoreTest, PipesInItsPlaceAreRefused) {
    for (const char* name : {"/assay.db", "/assay.db-wal", "/lock"}) {
        std::filesystem::remove_all(folder_);
        { Store store = open(); }
        std::filesystem::remove(folder_ + name);
        ASSERT_EQ(::mkfifo((folder_ + name).c_str(), 0600), 0);
        for (const auto& opened :
             {Store::open_for_reading(folder_).ok(), Store::open_for_writing(folder_).ok()})
            EXPECT_FALSE(opened) << name;
    }
}

// What a campaign of somebody else's says is next begins anew rather than ending Assay.
TEST_F(StoreTest, NumbersThatAreNoneAreZero) {
    Store store = open();
    for (const char* odd : {"", "x", "-1", "1e9", "99999999999999999999"}) {
        ASSERT_TRUE(store.set_fact("next test", odd));
        EXPECT_EQ(*store.first_unfinished(), 0u) << odd;
    }
    EXPECT_THAT(claim(store, 1), ElementsAre(0u));
}

// A program may be no text, and print bytes that are none.
TEST_F(StoreTest, BytesAreKeptAsBytes) {
    Store store = open();
    const std::string bytes("\xff\xfe\0\x1b\n", 5);
    Finished finished = with_finding(1, "title \xff");
    finished.group[0].files[0].text = bytes;
    finished.group[0].expected = finished.group[0].input = bytes;
    finish(store, finished);
    const auto group = store.group(1);
    ASSERT_TRUE(group) << group.error().message;
    EXPECT_EQ(group->front().files[0].text, bytes);
    EXPECT_EQ(group->front().expected, bytes);
    EXPECT_EQ(group->front().input, bytes);
    EXPECT_EQ(store.bugs()->front().title, "title \xff");
    Reduction reduction{"reduced/1.c", bytes, 1, 1, true, {}};
    reduction.program.test = group->front();
    ASSERT_TRUE(store.keep(1, reduction));
    EXPECT_EQ(store.bug(1)->reduced->text, bytes);
    EXPECT_EQ(store.bug(1)->reduced->program.test->files[0].text, bytes);
}

// Somebody looks at it with another program.
TEST_F(StoreTest, ALockedFileIsWaitedFor) {
    { Store store = open(); }
    const auto hold = [&](std::chrono::milliseconds time) {
        auto other = std::make_unique<SQLite::Database>(folder_ + "/assay.db", SQLite::OPEN_READWRITE);
        other->exec("BEGIN EXCLUSIVE");
        return std::jthread([other = std::move(other), time] {
            std::this_thread::sleep_for(time);
            other->exec("COMMIT");
        });
    };
    {
        const auto held = hold(std::chrono::seconds(2));
        EXPECT_TRUE(Store::open_for_writing(folder_)) << "while it is opened";
    }
    Store store = open();
    const auto held = hold(std::chrono::seconds(2));
    const auto kept = store.set_fact("a", "b");
    EXPECT_TRUE(kept) << kept.error().message;
}

TEST_F(StoreTest, ADeletedOrReplacedCampaignIsNoticed) {
    Store store = open();
    EXPECT_TRUE(store.still_there());
    std::filesystem::remove_all(folder_);
    ASSERT_FALSE(store.still_there());
    EXPECT_THAT(store.still_there().error().message, HasSubstr("deleted"));
    Store other = open();
    ASSERT_FALSE(store.still_there());
    EXPECT_THAT(store.still_there().error().message, HasSubstr("replaced"));
}

} // namespace
} // namespace assay::store
