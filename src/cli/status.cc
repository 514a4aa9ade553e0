#include "cli/status.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace assay::cli {
namespace {

std::string clock_text(double seconds) {
    const auto whole = static_cast<uint64_t>(seconds < 0 ? 0 : seconds);
    if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
    return fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

double per_second(uint64_t count, const campaign::Progress& progress) {
    const double seconds = progress.elapsed.count();
    return seconds < 0.001 ? 0 : static_cast<double>(count) / seconds;
}

std::string line_of(const campaign::Progress& progress) {
    std::string line = fmt::format("{}  {} programs, {:.1f}/s, {} runs", clock_text(progress.elapsed.count()),
                                   progress.programs, per_second(progress.programs, progress), progress.runs);
    line += fmt::format("  found {}", findings_text(progress));
    if (progress.hits > 0) line += fmt::format(" (+{} known)", progress.hits);
    line +=
        fmt::format("  bugs {}  compilers {:.1f} % of CPU", progress.bugs, 100 * progress.compiler_share());
    if (progress.left) line += fmt::format("  left {}", clock_text(progress.left->count()));
    return line;
}

} // namespace

std::string findings_text(const campaign::Progress& progress) {
    std::string text;
    for (const auto& [kind, count] : progress.findings)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_text(kind));
    return text.empty() ? "nothing" : text;
}

std::string summary(const campaign::Progress& progress) {
    std::string text =
        fmt::format("{} programs in {}, {} runs of compilers; found {}", progress.programs,
                    clock_text(progress.elapsed.count()), progress.runs, findings_text(progress));
    if (progress.hits > 0) text += fmt::format(", and known bugs {} times", progress.hits);
    text += fmt::format("\ncompilers and programs took {:.1f} % of the CPU time\n",
                        100 * progress.compiler_share());
    const auto list = [&](std::string_view title, const std::map<std::string, uint64_t>& counts) {
        if (counts.empty()) return;
        text += title;
        bool first = true;
        for (const auto& [name, count] : counts) {
            text += fmt::format("{}{} {}", first ? "" : ", ", name, count);
            first = false;
        }
        text += "\n";
    };
    list("programs by method: ", progress.programs_by_method);
    list("runs by compiler: ", progress.runs_by_compiler);
    return text;
}

StatusLine::StatusLine() : terminal_(::isatty(STDERR_FILENO) != 0) {}

void StatusLine::erase() {
    if (line_shown_) std::fputs("\r\033[K", stderr);
    line_shown_ = false;
}

void StatusLine::progress(const campaign::Progress& progress) {
    constexpr double kBetweenPlainLines = 15;
    if (terminal_) {
        erase();
        std::fputs(line_of(progress).substr(0, 150).c_str(), stderr);
        line_shown_ = true;
    } else if (progress.elapsed.count() >= next_plain_line_) {
        std::fprintf(stderr, "%s\n", line_of(progress).c_str());
        next_plain_line_ = progress.elapsed.count() + kBetweenPlainLines;
    }
    std::fflush(stderr);
}

void StatusLine::found(const store::Finding& finding, const testcase::TestCase& test) {
    erase();
    std::fprintf(stderr, "%s: %s: %s, %s\n", std::string(to_text(finding.verdict.kind)).c_str(),
                 finding.verdict.setup.name().c_str(), test.name().c_str(), finding.verdict.title.c_str());
    std::fflush(stderr);
}

void StatusLine::finish() {
    erase();
    std::fflush(stderr);
}

} // namespace assay::cli
