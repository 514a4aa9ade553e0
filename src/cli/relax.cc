// assay relax: a Csmith program without its redundant safe-math wrappers, in five forms that must agree.
#include "base/count.h"
#include "cli/command.h"
#include "cli/support/given_programs.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"
#include "cli/support/test_folder.h"
#include "generate/external/csmith.h"
#include "sandbox/sandbox.h"
#include "source/relax/method.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;
namespace relax = source::relax;

struct Totals {
    size_t programs = 0, refused = 0, wrappers = 0, ran = 0, unsafe = 0, removed = 0;
};

Result<void> write_forms(const Arguments& arguments, const fs::path& folder, const source::Subject& subject,
                         const relax::Analysis& analysis) {
    const uint64_t seed = arguments.number("--seed");
    choice::Session session;
    for (const relax::Program& program : relax::five_forms(analysis, choice::Choices(session, seed))) {
        testcase::TestCase test = relax::form_test(subject, analysis, program, seed);
        test.origin.version = ASSAY_VERSION;
        if (auto written = write_test(test, (folder / program.name).string()); !written) return written;
    }
    return {};
}

// The headers of Csmith are found without being asked for; those beside the program come first.
source::Subject subject_of(const Arguments& arguments, const Given& given) {
    source::Subject subject{given.test.files, items(arguments.text("--cflags"), ' ')};
    subject.limit = std::chrono::seconds(arguments.number("--limit"));
    for (testcase::File& file : subject.files)
        if (file.name == given.test.sources[0]) std::swap(file, subject.files[0]);
    const auto has = [&](const std::string& name) {
        return std::any_of(subject.files.begin(), subject.files.end(),
                           [&](const testcase::File& file) { return file.name == name; });
    };
    if (!has("csmith.h"))
        if (auto headers = generate::external::csmith_headers())
            for (testcase::File& header : *headers)
                if (!has(header.name)) subject.files.push_back(std::move(header));
    return subject;
}

Result<void> relax_one(const Arguments& arguments, sandbox::Sandbox& sandbox, const Given& given,
                       bool several, Totals& totals, LiveLine& line) {
    ++totals.programs;
    line.show({{given.name, 2}, {fmt::format("program {}", totals.programs), 1}});
    const auto refuse = [&](const std::string& why) {
        ++totals.refused;
        line.print_above(fmt::format("{}: {}", given.name, why));
    };
    if (given.test.language != "c" || given.test.sources.size() != 1) {
        refuse(given.test.language != "c" ? "it is not C" : "it is more than one file");
        return {};
    }
    const source::Subject subject = subject_of(arguments, given);
    auto analysis = relax::analyse(sandbox, subject);
    if (!analysis) {
        refuse(analysis.error().message);
        return {};
    }
    totals.wrappers += analysis->kept.size();
    totals.ran += static_cast<size_t>(std::count(analysis->ran.begin(), analysis->ran.end(), true));
    totals.unsafe += static_cast<size_t>(std::count(analysis->unsafe.begin(), analysis->unsafe.end(), true));
    totals.removed += analysis->removed();
    const fs::path out = arguments.text("--out");
    return write_forms(arguments, several ? out / fs::path(given.name).stem() : out, subject, *analysis);
}

Result<Status> run(const Arguments& arguments) {
    if (const std::string missing = relax::analysis_missing(); !missing.empty()) return Error{missing};
    if (arguments.files("FILE").empty()) return Error{"give C programs of Csmith"};
    auto programs = given_programs(arguments.files("FILE"));
    if (!programs) return programs.error();
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    Totals totals;
    LiveLine line;
    for (const Given& given : *programs)
        if (auto done = relax_one(arguments, *sandbox, given, programs->size() > 1, totals, line); !done)
            return done.error();
    line.hide();
    const std::string text = fmt::format(
        "{}, {} refused; {}, {} of them ran, {} were needed, {} kept for the order of "
        "writes, {} removed\n",
        base::counted(totals.programs, "program"), totals.refused, base::counted(totals.wrappers, "wrapper"),
        totals.ran, totals.unsafe, totals.wrappers - totals.removed - totals.unsafe, totals.removed);
    if (auto written = write_out(text); !written) return written.error();
    return totals.refused == totals.programs ? kFailed : kNothingFound;
}

} // namespace

Command relax_command() {
    return {"relax",
            "Csmith programs without their redundant safe-math wrappers",
            {{"FILE", OptionKind::Files, "C programs: files, or folders"},
             number_option("--seed", "of the mix of forms", kAnySeed, "1"),
             number_option("--limit", "seconds that a program may run", {1, 86'400}, "10"),
             {"--cflags", OptionKind::Text, "options that the program needs: \"-std=gnu89 -DX=1\""},
             {"--out", OptionKind::Text, "folder to write DIR/<form>/ into", "", true}},
            "csmith > program.c && assay relax program.c --out /tmp/forms && assay check /tmp/forms",
            run,
            "0: done\n2: failed, called wrongly, or every program was refused",
            nullptr,
            relax::analysis_missing};
}

} // namespace assay::cli
