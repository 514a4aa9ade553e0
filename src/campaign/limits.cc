#include "campaign/limits.h"

#include <algorithm>

namespace assay::campaign {

using std::chrono::milliseconds;

// A compiler needs about a millisecond for a hundred bytes; a thousand times that is no accident. CPU time
// counts, because the machine is busy with other tests; wall time only stops what sleeps.
toolchain::TestLimits limits_for(const testcase::TestCase& test) {
    size_t bytes = 0;
    for (const testcase::File& file : test.files) bytes += file.text.size();
    toolchain::TestLimits limits;
    limits.compile.cpu = std::min(milliseconds(10'000 + bytes / 2), milliseconds(120'000));
    limits.compile.wall = 4 * limits.compile.cpu;
    limits.run.cpu = milliseconds(10'000);
    limits.run.wall = milliseconds(40'000);
    limits.run.memory = uint64_t{1} << 30;
    return limits;
}

} // namespace assay::campaign
