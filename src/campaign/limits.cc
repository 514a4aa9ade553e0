#include "campaign/limits.h"

#include <algorithm>

namespace assay::campaign {

using std::chrono::milliseconds;

namespace {
milliseconds times(milliseconds time, double factor) {
    return milliseconds(static_cast<int64_t>(static_cast<double>(time.count()) * factor));
}
} // namespace

// A compiler needs about a millisecond for a hundred bytes; a thousand times that is no accident. CPU time
// counts, because the machine is busy with other tests; wall time only stops what sleeps, and patience does
// not wake it.
toolchain::TestLimits limits_for(const Config& config, const testcase::TestCase& test, double patience) {
    size_t bytes = 0;
    for (const testcase::File& file : test.files) bytes += file.text.size();
    toolchain::TestLimits limits;
    limits.compile.cpu = std::min(milliseconds(6'000 + bytes / 4), milliseconds(120'000));
    if (config.compile_limit) limits.compile.cpu = *config.compile_limit;
    limits.compile.cpu = times(limits.compile.cpu, patience);
    limits.compile.idle = times(milliseconds(3'000), std::min(patience, 1.0));
    limits.compile.wall = 3 * limits.compile.cpu;
    // Programs with a known output take few steps; of others nobody knows.
    const milliseconds usual(test.expected ? 1'500 : 5'000);
    limits.run.cpu = config.run_limit ? milliseconds(*config.run_limit) : usual;
    limits.run.cpu = times(limits.run.cpu, patience);
    limits.run.wall = 3 * limits.run.cpu;
    limits.run.memory = uint64_t{1} << 30;
    // Else malloc() fails, the program says so and ends, and that looks like what it prints under every
    // setup.
    limits.run.address_space = false;
    return limits;
}

} // namespace assay::campaign
