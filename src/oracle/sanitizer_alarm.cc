#include "oracle/each.h"
#include "oracle/oracles.h"

namespace assay::oracle {
namespace {

std::optional<Complaint> look(const testcase::TestCase& test, const testcase::Observation& seen) {
    if (!test.promises.no_ub || !seen.sanitized || !seen.alarm || !seen.run) return std::nullopt;
    const std::string title = seen.signature.empty() ? "a sanitizer's false alarm" : seen.signature;
    return Complaint{title, seen.run->err};
}

} // namespace

std::unique_ptr<testcase::Oracle> sanitizer_alarm() {
    return each_observation("sanitizer-alarm",
                            "a sanitizer complains of a program without undefined behaviour",
                            testcase::Kind::Sanitizer, look);
}

} // namespace assay::oracle
