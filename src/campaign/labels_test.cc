#include "campaign/labels.h"

#include <gmock/gmock.h>

namespace assay::campaign {
namespace {

using ::testing::ElementsAre;

store::Finding finding_of(testcase::Kind kind, const std::string& title) {
    store::Finding finding;
    finding.verdict.kind = kind;
    finding.verdict.setup = {"mycc", {"-O1"}, "lp64"};
    finding.verdict.title = title;
    return finding;
}

TEST(Labels, AFailureOfTheEnvironmentIsKeptAndNeverConfirmed) {
    triage::Diagnosis triaged;
    triaged.reliability = {10, 10};
    triaged.title = "wrong code";
    const store::Finding finding = finding_of(testcase::Kind::WrongOutput, "?");
    EXPECT_EQ(described(finding, triaged).state, triage::State::Confirmed);
    triaged.environment = "the simulator is gone";
    triaged.title = "environment: the simulator is gone";
    const store::Bug bug = described(finding, triaged);
    EXPECT_EQ(bug.state, triage::State::Environment);
    EXPECT_EQ(bug.title, "environment: the simulator is gone");
    EXPECT_EQ(bug.diagnosis.environment, "the simulator is gone");
    // However it fails, it is one entry for each compiler.
    EXPECT_THAT(titles_of(finding, triaged), ElementsAre("environment | mycc"));
    EXPECT_THAT(titles_of(finding_of(testcase::Kind::Reject, "valid code is refused"), triaged),
                ElementsAre("environment | mycc"));
}

} // namespace
} // namespace assay::campaign
