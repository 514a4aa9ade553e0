#include "oracle/each.h"
#include "oracle/oracles.h"

namespace assay::oracle {
namespace {

// A compiler must not crash on any input, so no promise is needed.
std::optional<Complaint> look(const testcase::TestCase&, const testcase::Observation& seen) {
    if (seen.compiled != testcase::Compiled::Crashed) return std::nullopt;
    const std::string title = seen.signature.empty() ? "the compiler crashes" : seen.signature;
    return Complaint{title, how_it_ended(seen.compile) + "\n" + seen.compile.err};
}

} // namespace

std::unique_ptr<testcase::Oracle> compiler_crash() {
    return each_observation("compiler-crash", "the compiler ends with an internal error or a signal",
                            testcase::Kind::Crash, look);
}

} // namespace assay::oracle
