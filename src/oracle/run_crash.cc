#include "oracle/each.h"
#include "oracle/oracles.h"

#include <csignal>

namespace assay::oracle {
namespace {

std::optional<Complaint> look(const testcase::TestCase& test, const testcase::Observation& seen) {
    if (!test.promises.no_ub || !seen.run) return std::nullopt;
    const testcase::Execution& run = *seen.run;
    const bool endless =
        run.ending == testcase::Ending::TimedOut || run.ending == testcase::Ending::TooMuchOutput;
    if (endless && test.promises.terminates) return Complaint{"the program does not end", how_it_ended(run)};
    // Programs do not kill themselves: somebody did, or a machine without memory. It is not judged.
    if (run.ending == testcase::Ending::Signalled && run.code != SIGKILL)
        return Complaint{"the program crashes: " + how_it_ended(run), how_it_ended(run) + "\n" + run.err};
    return std::nullopt;
}

} // namespace

std::unique_ptr<testcase::Oracle> run_crash() {
    return each_observation("run-crash", "the program crashes or does not end, though it is valid",
                            testcase::Kind::RunCrash, look);
}

} // namespace assay::oracle
