#include "cli/reduce_line.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace assay::cli {

ReduceLine::ReduceLine(std::string name) : name_(std::move(name)), terminal_(::isatty(STDERR_FILENO) != 0) {}

void ReduceLine::progress(const reduce::Progress& progress) {
    if (progress.seconds < next_) return;
    next_ = progress.seconds + (terminal_ ? 0.1 : 5);
    const std::string line =
        fmt::format("{}: size {} of {}, round {}, {}, {} tests, {:.1f}/s, {:.0f} s", name_, progress.size,
                    progress.first_size, progress.round + 1, progress.pass, progress.tests,
                    progress.tests_per_second(), progress.seconds);
    if (terminal_)
        fmt::print(stderr, "\r\033[K{}", line.substr(0, 150));
    else
        fmt::print(stderr, "{}\n", line);
    shown_ = true;
    std::fflush(stderr);
}

void ReduceLine::finish() {
    if (terminal_ && shown_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
}

} // namespace assay::cli
