#include "oracle/each.h"
#include "oracle/oracles.h"

#include <fmt/format.h>

namespace assay::oracle {
namespace {

std::optional<Complaint> look(const testcase::TestCase&, const testcase::Observation& seen) {
    if (seen.compiled != testcase::Compiled::Hung) return std::nullopt;
    return Complaint{"the compiler does not end",
                     fmt::format("stopped after {:.1f} s, {:.1f} s of CPU time",
                                 static_cast<double>(seen.compile.wall_us) / 1e6,
                                 static_cast<double>(seen.compile.cpu_us) / 1e6)};
}

} // namespace

std::unique_ptr<testcase::Oracle> compiler_hang() {
    return each_observation("compiler-hang", "the compiler does not end within its limit",
                            testcase::Kind::Hang, look);
}

} // namespace assay::oracle
