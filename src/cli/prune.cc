// assay prune: variants of C programs that others wrote, which must do the same on the given inputs.
#include "base/count.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/support/given_programs.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"
#include "cli/support/test_folder.h"
#include "sandbox/sandbox.h"
#include "source/prune/method.h"
#include "source/prune/project.h"
#include "source/prune/variant.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;
namespace prune = source::prune;

Result<source::CoverageSource> coverage_named(const std::string& name) {
    if (name == "regions") return source::CoverageSource::Regions;
    if (name == "gcov") return source::CoverageSource::Lines;
    if (name == "both") return source::CoverageSource::Both;
    return Error{"--coverage: give regions, gcov or both"};
}

// --input "a b": arguments, the text of a file after "<" as standard input.
Result<source::Input> input_from(const std::string& text) {
    source::Input input;
    std::string words = text;
    if (const size_t from = text.find('<'); from != std::string::npos) {
        const size_t begin = text.find_first_not_of(' ', from + 1);
        auto content = base::read_file(begin == std::string::npos ? "" : text.substr(begin));
        if (!content) return Error{"--input: " + content.error().message};
        input.text = std::move(*content);
        words = text.substr(0, from);
    }
    input.arguments = items(words, ' ');
    return input;
}

struct Totals {
    uint64_t programs = 0, refused = 0, variants = 0, statements = 0, dead = 0, drafts_refused = 0;
    prune::Counts counts;
};

struct Job {
    const Arguments& arguments;
    source::CoverageSource coverage;
    std::vector<source::Input> inputs;
    fs::path out;
};

Result<void> write_variant(const Job& job, const fs::path& folder, const source::Subject& subject,
                           const prune::Analysis& analysis, const prune::Variant& variant, uint64_t number) {
    const std::string patch = source::patch(subject.files[0].name, subject.files[0].text, variant.text);
    for (size_t i = 0; i < subject.inputs.size(); ++i) {
        const std::string suffix = subject.inputs.size() > 1 ? fmt::format("-input-{}", i + 1) : "";
        const std::string place = (folder / fmt::format("variant-{}{}", number, suffix)).string();
        testcase::TestCase test =
            prune::variant_test(subject, analysis, variant, i, job.arguments.number("--seed"), number);
        test.origin.version = ASSAY_VERSION;
        if (auto written = write_test(test, place); !written) return written;
        if (auto written = base::write_file(place + "/variant.patch", patch); !written) return written;
    }
    return {};
}

// Refusals are told and counted; an Error is Assay's own.
Result<void> prune_one(const Job& job, sandbox::Sandbox& sandbox, const Given& given, bool several,
                       Totals& totals, LiveLine& line) {
    ++totals.programs;
    line.show({{given.name, 2}, {fmt::format("program {}", totals.programs), 1}});
    const auto refuse = [&](const std::string& why) {
        ++totals.refused;
        line.print_above(fmt::format("{}: {}", given.name, why));
    };
    if (given.test.language != "c") {
        refuse("it is not C");
        return {};
    }
    if (given.test.sources.size() != 1) {
        refuse("it is more than one file; give --project for a program of several files");
        return {};
    }
    source::Subject subject{given.test.files, items(job.arguments.text("--cflags"), ' '), job.inputs};
    for (testcase::File& file : subject.files)
        if (file.name == given.test.sources[0]) std::swap(file, subject.files[0]);
    auto analysis = prune::analyse(sandbox, subject, job.coverage);
    if (!analysis) {
        refuse(analysis.error().message);
        return {};
    }
    choice::Session session;
    const choice::Choices choices =
        choice::Choices(session, job.arguments.number("--seed")).fork(subject.files[0].name);
    choice::Choices number = choices.fork("count");
    const uint64_t wanted = job.arguments.number("--variants");
    const uint64_t count = job.arguments.flag("--exactly") ? wanted : prune::draw_count(wanted, number);
    const prune::Made made = prune::make_variants(analysis->parser, analysis->life, count, choices);
    const fs::path folder = several ? job.out / fs::path(given.name).stem() : job.out;
    for (size_t i = 0; i < made.variants.size(); ++i) {
        if (auto written = write_variant(job, folder, subject, *analysis, made.variants[i], i + 1); !written)
            return written;
        totals.counts.deleted += made.variants[i].counts.deleted;
        totals.counts.inserted += made.variants[i].counts.inserted;
        totals.counts.replaced += made.variants[i].counts.replaced;
        totals.counts.mutated += made.variants[i].counts.mutated;
    }
    totals.variants += made.variants.size();
    totals.drafts_refused += made.complaints.size();
    totals.statements += analysis->parser.unit().statements.size();
    totals.dead += analysis->life.dead_count();
    return {};
}

Result<Status> run_project(const Arguments& arguments) {
    prune::Project project;
    project.folder = arguments.text("--project");
    project.build = arguments.text("--build");
    project.test = arguments.text("--test");
    project.out = arguments.text("--out");
    project.variants = arguments.number("--variants");
    project.setups = items(arguments.text("--setups"));
    if (project.setups.empty()) project.setups = prune::default_setups();
    if (project.build.empty() || project.test.empty())
        return Error{"--project needs --build and --test: the commands that build it and run its tests"};
    choice::Session session;
    const choice::Choices choices(session, arguments.number("--seed"));
    auto result = prune::prune_project(
        project, choices, [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); });
    if (!result) return result.error();
    std::string text;
    for (const std::string& note : result->notes) text += note + "\n";
    text += fmt::format("{} files, {} of {} statements never ran; {} variants with {} changes; {} findings\n",
                        result->files, result->dead, result->statements, result->variants, result->changed,
                        result->findings.size());
    for (const prune::ProjectFinding& finding : result->findings)
        text +=
            fmt::format("variant {} with {}: {}{}: {}\n", finding.variant, finding.setup, finding.what,
                        finding.passes_with.empty() ? " (as with every other setup)" : "", finding.folder);
    if (auto written = write_out(text); !written) return written.error();
    return result->findings.empty() ? kNothingFound : kSomethingFound;
}

Result<Status> run(const Arguments& arguments) {
    if (const std::string missing = source::parser_missing(); !missing.empty()) return Error{missing};
    const bool project = !arguments.text("--project").empty();
    if (project != arguments.files("FILE").empty())
        return Error{"give C programs, or a project with --project, --build and --test"};
    if (project) return run_project(arguments);
    auto coverage = coverage_named(arguments.text("--coverage"));
    if (!coverage) return coverage.error();
    Job job{arguments, *coverage, {}, arguments.text("--out")};
    for (const std::string& text : arguments.files("--input")) {
        auto input = input_from(text);
        if (!input) return input.error();
        job.inputs.push_back(std::move(*input));
    }
    if (job.inputs.empty()) job.inputs.push_back({});
    auto programs = given_programs(arguments.files("FILE"));
    if (!programs) return programs.error();
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    Totals totals;
    LiveLine line;
    for (const Given& given : *programs)
        if (auto done = prune_one(job, *sandbox, given, programs->size() > 1, totals, line); !done)
            return done.error();
    line.hide();
    const std::string text =
        fmt::format("{}, {} refused; {} of {} statements never ran\n{}: {} statements "
                    "deleted, {} replaced, {} "
                    "copies inserted, {} expressions changed ({} drafts did not compile)\n",
                    base::counted(totals.programs, "program"), totals.refused, totals.dead, totals.statements,
                    base::counted(totals.variants, "variant"), totals.counts.deleted, totals.counts.replaced,
                    totals.counts.inserted, totals.counts.mutated, totals.drafts_refused);
    if (auto written = write_out(text); !written) return written.error();
    if (totals.refused == totals.programs) return kFailed;
    return kNothingFound;
}

} // namespace

Command prune_command() {
    return {"prune",
            "variants of existing C that must do the same on its inputs (EMI)",
            {{"FILE", OptionKind::Files, "C programs: files, or folders"},
             number_option("--variants", "how many of each, on average", {1, 10'000}, "8"),
             {"--exactly", OptionKind::Flag, "that many, not on average"},
             number_option("--seed", "the same seed gives the same variants", kAnySeed, "1"),
             {"--input", OptionKind::Files,
              "arguments to run it with, and \"< FILE\" for its standard input; once for each run"},
             {"--cflags", OptionKind::Text, "options that the program needs: \"-std=gnu89 -DX=1\""},
             {"--coverage", OptionKind::Text, "how to tell what ran: regions, gcov or both", "regions"},
             {"--project", OptionKind::Text, "a folder with a whole project, instead of FILE"},
             {"--build", OptionKind::Text, "the command that builds the project"},
             {"--test", OptionKind::Text, "the command that runs its tests"},
             {"--setups", OptionKind::Text,
              "what to build the project with: gcc -O0,clang -O2; otherwise the gcc and the clang of this "
              "machine at -O0, -O2 and -O3"},
             {"--out", OptionKind::Text, "folder to write DIR/variant-<k>/ into", "", true}},
            "assay prune program.c --out /tmp/variants\n"
            "assay prune sort.c --input \"-n\" --input \"-r < words.txt\" --out /tmp/variants && assay check "
            "/tmp/variants\n"
            "assay prune --project zlib --build \"./configure && make -j2\" --test \"make check\" --out "
            "/tmp/zlib",
            run,
            "0: done\n1: of a project: a variant behaves differently\n2: failed, or called wrongly",
            nullptr,
            [] {
                const std::string missing = source::parser_missing();
                return missing.empty() ? source::laboratory_missing() : missing;
            }};
}

} // namespace assay::cli
