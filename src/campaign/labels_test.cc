#include "campaign/labels.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

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
    triage::Examined told;
    told.failed = told.tried = 10;
    told.title = "wrong code";
    const store::Finding finding = finding_of(testcase::Kind::WrongOutput, "?");
    EXPECT_EQ(described(finding, told).state, "confirmed");
    told.environment = "the simulator is gone";
    told.title = "environment: the simulator is gone";
    const store::Bug bug = described(finding, told);
    EXPECT_EQ(bug.state, "environment");
    EXPECT_EQ(bug.title, "environment: the simulator is gone");
    EXPECT_EQ(nlohmann::json::parse(bug.notes)["environment"], "the simulator is gone");
    // However it fails, it is one entry for each compiler.
    EXPECT_THAT(told_titles(finding, told), ElementsAre("environment | mycc"));
    EXPECT_THAT(told_titles(finding_of(testcase::Kind::Reject, "valid code is refused"), told),
                ElementsAre("environment | mycc"));
}

} // namespace
} // namespace assay::campaign
