#include "campaign/findings.h"

#include "base/temporary_folder.h"
#include "campaign/labels.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

using triage::State;

class Findings : public testing::Test {
  protected:
    Findings()
        : folder_(*base::TemporaryFolder::make()), store_(*store::Store::open_for_writing(folder_.path())) {}

    // A finding of a compiler that is not here; gives its bug.
    int64_t add(uint64_t number, testcase::Kind kind, const std::string& title) {
        store::Finished finished;
        finished.number = number;
        store::Finding finding;
        finding.method = "grow";
        finding.verdict = {kind, {"gcc-1", {"-O2"}, "lp64"}, 0, title, ""};
        finding.titles = {cluster_title(finding.verdict)};
        finding.telling = traits(kind).names_defect;
        finished.findings = {finding};
        testcase::TestCase test;
        test.language = "c";
        test.files = {{"test.c", "int x;\n"}};
        finished.group = {test};
        EXPECT_TRUE(store_.finish(std::span(&finished, 1)));
        return store_.bugs()->back().id;
    }
    State state(int64_t bug) { return store_.bug(bug)->state; }

    base::TemporaryFolder folder_;
    store::Store store_;
};

TEST_F(Findings, AreExaminedWithTheirProgram) {
    const int64_t bug = add(1, testcase::Kind::Crash, "ICE");
    const auto task = to_examine(store_, store_.findings(bug)->front(), {.repetitions = 3});
    ASSERT_TRUE(task) << task.error().message;
    EXPECT_EQ(task->test.files.front().text, "int x;\n");
    EXPECT_EQ(task->how.repetitions, 3U);
}

TEST_F(Findings, SettleAsTheBugThatTheyTurnOutToBe) {
    std::vector<int64_t> bugs;
    for (uint64_t number = 1; number <= 2; ++number) {
        add(number, testcase::Kind::WrongOutput, "wrong output");
        auto next = store_.next_to_examine({});
        ASSERT_TRUE(next && *next);
        triage::Diagnosis diagnosis;
        diagnosis.reliability = {10, 10};
        diagnosis.validity = triage::Validity::Certified;
        diagnosis.title = "wrong code: vrp";
        diagnosis.attributed = true;
        const auto bug = settle(store_, {**next, diagnosis});
        ASSERT_TRUE(bug) << bug.error().message;
        bugs.push_back(*bug);
    }
    EXPECT_EQ(bugs[0], bugs[1]);
    EXPECT_EQ(store_.bug(bugs[0])->hits, 2U);
    EXPECT_EQ(state(bugs[0]), State::Confirmed);
}

class Deaf final : public TriageWatcher {
  public:
    void begins(int64_t, std::optional<uint64_t>) override { ++begun; }
    void triaged(int64_t, const triage::Diagnosis&) override {}
    int begun = 0;
};

TEST_F(Findings, WaitForACompilerThatIsNotHere) {
    const int64_t bug = add(1, testcase::Kind::Crash, "ICE");
    add(2, testcase::Kind::Hang, "hang");
    auto sandbox = sandbox::Sandbox::open();
    ASSERT_TRUE(sandbox) << sandbox.error().message;
    const std::atomic<bool> stop = false;
    Deaf watcher;
    const toolchain::Toolset nothing;
    const Config config;
    Triage triage(store_, *sandbox, nothing, config, stop, watcher);
    const auto all = triage.all_that_wait();
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->examined, 0U);
    EXPECT_EQ(all->left, 2U);
    EXPECT_EQ(all->missing_compilers, std::set<std::string>{"gcc-1"});
    EXPECT_EQ(watcher.begun, 2);
    const auto one = triage.bug(bug);
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_EQ(one->left, 1U);
    EXPECT_EQ(state(bug), State::New);
}

TEST_F(Findings, ThatTheUserIgnoresGoBackToWhatTheyWere) {
    const int64_t crash = add(1, testcase::Kind::Crash, "ICE"),
                  wrong = add(2, testcase::Kind::WrongOutput, "wrong output");
    ASSERT_TRUE(set_ignored(store_, {crash, wrong}, true));
    EXPECT_EQ(state(crash), State::Ignored);
    ASSERT_TRUE(set_ignored(store_, {crash, wrong}, false));
    EXPECT_EQ(state(crash), State::New);
    EXPECT_EQ(state(wrong), State::Waiting);
    ASSERT_TRUE(set_ignored(store_, {crash}, true));
    EXPECT_FALSE(set_ignored(store_, {crash, wrong}, false)) << "all or none";
    EXPECT_EQ(state(crash), State::Ignored);
}

} // namespace
} // namespace assay::campaign
