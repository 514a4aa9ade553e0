#include "oracle/each.h"
#include "oracle/oracles.h"

#include <csignal>
#include <fmt/format.h>

namespace assay::oracle {
namespace {

std::optional<Complaint> look(const testcase::TestCase& test, const testcase::Observation& seen) {
    if (!test.promises.no_ub || !test.expected || !seen.run) return std::nullopt;
    const testcase::Execution& run = *seen.run;
    // A self-checking program aborts at the first wrong value.
    const bool aborted = run.ending == testcase::Ending::Signalled && run.code == SIGABRT;
    if (run.ending != testcase::Ending::Exited && !aborted) return std::nullopt;
    if (!aborted && run.code == test.exit && run.out == *test.expected) return std::nullopt;
    return Complaint{"wrong output",
                     fmt::format("expected \"{}\", exit status {}\n     got \"{}\", {}",
                                 excerpt(*test.expected), test.exit, excerpt(run.out), how_it_ended(run))};
}

} // namespace

std::unique_ptr<testcase::Oracle> wrong_output() {
    return each_observation("wrong-output",
                            "the program prints something else than what is known to be right",
                            testcase::Kind::WrongOutput, look);
}

} // namespace assay::oracle
