#include "cli/support/status.h"

#include "base/count.h"
#include "report/counts.h"

#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::counted;

double per_second(uint64_t count, const campaign::Progress& progress) {
    const double seconds = progress.elapsed.count();
    return seconds < 0.001 ? 0 : static_cast<double>(count) / seconds;
}

// "triaging bug 3", "reducing bugs 4, 5 and 3 more"
std::string work_on(std::string_view what, const std::set<int64_t>& bugs) {
    constexpr size_t kNamed = 3;
    std::string text = fmt::format("{} bug{}", what, bugs.size() == 1 ? "" : "s");
    size_t named = 0;
    for (const int64_t bug : bugs) {
        if (named == kNamed) break;
        text += fmt::format("{} {}", named++ == 0 ? "" : ",", bug);
    }
    if (bugs.size() > kNamed) text += fmt::format(" and {} more", bugs.size() - kNamed);
    return text;
}

} // namespace

std::string findings_text(const campaign::Progress& progress) {
    std::string text;
    for (const auto& [kind, count] : progress.findings)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_text(kind));
    return text.empty() ? "nothing" : text;
}

std::string activity_text(const campaign::Progress& progress) {
    if (progress.stopping) return "stopping";
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (progress.tests_running > 0)
        add(progress.time_is_over ? "waiting for " + counted(progress.tests_running, "test") : "testing");
    if (!progress.triaging.empty()) add(work_on("triaging", progress.triaging));
    if (!progress.reducing.empty()) add(work_on("reducing", progress.reducing));
    return text.empty() ? "starting" : text;
}

std::vector<LineField> fields_of(const campaign::Progress& progress) {
    std::vector<LineField> fields;
    if (progress.left && progress.left->count() > 0)
        fields.push_back({fmt::format("left {}", clock_text(progress.left->count())), 6});
    fields.push_back({activity_text(progress), 9});
    fields.push_back({counted(progress.programs, "program"), 7});
    fields.push_back({fmt::format("{:.1f}/s", per_second(progress.programs, progress)), 3});
    fields.push_back({counted(progress.runs, "run"), 2});
    fields.push_back({fmt::format("found {}", findings_text(progress)), 5});
    if (progress.hits > 0)
        fields.push_back({fmt::format("{} of known bugs", counted(progress.hits, "hit")), 4});
    fields.push_back({counted(progress.bugs, "bug"), 8});
    fields.push_back({fmt::format("compilers {:.1f} % of CPU", 100 * progress.compiler_share()), 1});
    return fields;
}

std::string summary(const campaign::Progress& progress) {
    std::string text = fmt::format(
        "{} in {}, {} of compilers; found {}", counted(progress.programs, "program"),
        clock_text(progress.elapsed.count()), counted(progress.runs, "run"), findings_text(progress));
    if (progress.hits > 0) text += fmt::format(", and {} of known bugs", counted(progress.hits, "hit"));
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
    text += report::unjudged_text(progress.unjudged);
    for (const auto& [compiler, why] : progress.taken_out)
        text += fmt::format("left out: {}: {}\n", compiler, why);
    list("programs by method: ", progress.programs_by_method);
    list("runs by compiler: ", progress.runs_by_compiler);
    return text;
}

void StatusLine::progress(const campaign::Progress& progress) {
    constexpr double kBetweenPlainLines = 15;
    if (line_.on_terminal()) return line_.show(fields_of(progress));
    if (progress.elapsed.count() < next_plain_line_) return;
    std::vector<LineField> fields = fields_of(progress);
    fields.insert(fields.begin(), {clock_text(progress.elapsed.count()), 0});
    line_.print_above(fitted(std::move(fields), std::string::npos));
    next_plain_line_ = progress.elapsed.count() + kBetweenPlainLines;
}

void StatusLine::found(const store::Finding& finding, const testcase::TestCase& test) {
    line_.print_above(fmt::format("{}: {}: {}, {}", to_text(finding.verdict.kind),
                                  finding.verdict.setup.name(), test.name(), finding.verdict.title));
}

void StatusLine::taken_out(const std::string& compiler, const std::string& why) {
    line_.print_above(fmt::format("{} stopped working and is left out: {}", compiler, why));
}

void StatusLine::not_reduced(int64_t bug, const std::string& why) {
    line_.print_above(fmt::format("bug {} stays as it was found, it could not be reduced: {}", bug, why));
}

} // namespace assay::cli
