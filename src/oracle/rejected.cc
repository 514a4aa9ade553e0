#include "oracle/each.h"
#include "oracle/oracles.h"

namespace assay::oracle {
namespace {

std::optional<Complaint> look(const testcase::TestCase& test, const testcase::Observation& seen) {
    if (!test.promises.no_ub || seen.compiled != testcase::Compiled::Rejected) return std::nullopt;
    std::string title = "valid code is refused";
    if (!seen.signature.empty()) title += ": " + seen.signature;
    return Complaint{title, how_it_ended(seen.compile) + "\n" + seen.compile.err};
}

} // namespace

std::unique_ptr<testcase::Oracle> rejected() {
    return each_observation("rejected", "the compiler refuses valid code", testcase::Kind::Reject, look);
}

} // namespace assay::oracle
