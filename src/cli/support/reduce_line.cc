#include "cli/support/reduce_line.h"

#include "base/count.h"

#include <fmt/format.h>

namespace assay::cli {

ReduceLine::ReduceLine(std::string name) : name_(std::move(name)) { line_.show({{"reducing " + name_, 1}}); }

void ReduceLine::progress(const reduce::Progress& progress) {
    if (progress.seconds < next_) return;
    next_ = progress.seconds + (line_.on_terminal() ? 0.1 : 5);
    std::vector<LineField> fields{
        {name_, 5},
        {fmt::format("size {} of {}", progress.size, progress.first_size), 6},
        {fmt::format("round {}", progress.round + 1), 2},
        {std::string(progress.pass), 3},
        {base::counted(progress.tests, "test"), 4},
        {fmt::format("{:.1f}/s", progress.tests_per_second()), 1},
    };
    if (line_.on_terminal()) return line_.show(std::move(fields));
    fields.insert(fields.begin(), {clock_text(progress.seconds), 0});
    line_.print_above(fitted(std::move(fields), std::string::npos));
}

} // namespace assay::cli
