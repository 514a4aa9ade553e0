// assay reduce: makes a failing program small. A bug of a campaign, a folder or file with a program that some
// compiler here gets wrong, or any file with a script that says what is interesting.
#include "base/duration.h"
#include "base/file.h"
#include "base/temporary_folder.h"
#include "campaign/limits.h"
#include "campaign/reduction.h"
#include "cli/command.h"
#include "cli/support/campaign_compilers.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_choice.h"
#include "cli/support/compiler_search.h"
#include "cli/support/given_programs.h"
#include "cli/support/interrupt.h"
#include "cli/support/lists.h"
#include "cli/support/reduce_cvise.h"
#include "cli/support/reduce_line.h"
#include "generate/models.h"
#include "reduce/text/passes.h"
#include "reduce/text/script.h"
#include "sandbox/scratch.h"
#include "triage/inspect.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

unsigned jobs_of(const Arguments& arguments) {
    if (!arguments.text("--jobs").empty()) return static_cast<unsigned>(arguments.number("--jobs"));
    return std::max(1U, std::thread::hardware_concurrency());
}

Result<WithCvise> with_cvise(const Arguments& arguments) {
    auto wanted = wants_cvise(arguments.text("--with"));
    if (!wanted) return wanted.error();
    WithCvise how{*wanted, jobs_of(arguments)};
    if (const std::string given = arguments.text("--cvise-time"); !given.empty()) {
        auto parsed = base::parse_duration(given);
        if (!parsed) return Error{"--cvise-time: " + parsed.error().message};
        how.limit = *parsed;
    }
    return how;
}

struct Rooms { // one for each slot
    std::vector<sandbox::Sandbox> all;
    std::vector<sandbox::Sandbox*> pointers() {
        std::vector<sandbox::Sandbox*> made;
        for (sandbox::Sandbox& one : all) made.push_back(&one);
        return made;
    }
    static Result<Rooms> open(unsigned jobs, const sandbox::Means& means = {}) {
        Rooms rooms;
        for (unsigned i = 0; i < jobs; ++i) {
            auto sandbox = sandbox::Sandbox::open(means);
            if (!sandbox) return sandbox.error();
            rooms.all.push_back(std::move(*sandbox));
        }
        return rooms;
    }
};

std::string what_came(const std::string& name, uint64_t lines, uint64_t tokens,
                      const triage::Shrunk& shrunk) {
    return fmt::format("{}: {} lines, {} tokens -> {} lines, {} tokens; {} tests in {:.1f} s{}\n", name,
                       lines, tokens, shrunk.best.lines, shrunk.best.tokens, shrunk.tests, shrunk.seconds,
                       shrunk.complete ? "" : "; stopped: the same command goes on");
}

std::string all_text(const testcase::TestCase& test) {
    std::string text;
    for (const testcase::File& file : test.files)
        text += test.files.size() == 1 ? file.text : fmt::format("/* {} */\n{}", file.name, file.text);
    return text;
}

// --- a bug of a campaign

Result<Status> reduce_bug(const Arguments& arguments, const std::string& name) {
    Interrupt interrupt;
    auto store = store::Store::open_existing(arguments.text("--campaign"));
    if (!store) return store.error();
    auto meant = bug_meant(*store, name);
    if (!meant) return meant.error();
    int64_t id = *meant;
    auto task = campaign::reduction_of(*store, id);
    if (!task) return task.error();
    if (!*task) return Error{fmt::format("bug {} has no finding that could be reduced", id)};
    auto tools = campaign_compilers(arguments, *store, Also::Nothing);
    if (!tools) return tools.error();
    const std::string& failing = (*task)->finding.verdict.setup.compiler;
    if (!tools->named(failing))
        return Error{fmt::format("bug {} needs {}: {}", id, failing, tools->why_missing(failing))};
    auto rooms = Rooms::open(jobs_of(arguments), means_for(tools->toolbox));
    if (!rooms) return rooms.error();
    ReduceLine line(fmt::format("bug {}", id));
    triage::ShrinkHow how;
    how.stop = &interrupt.asked();
    how.on_progress = [&](const reduce::Progress& progress) { line.progress(progress); };
    auto reduced = campaign::reduce(**task, rooms->pointers(), tools->toolbox, tools->limits, std::move(how));
    line.finish();
    if (!reduced) return reduced.error();
    auto kept = campaign::keep(*store, *reduced);
    if (!kept) return kept.error();
    if (!reduced->shrunk) return Error{fmt::format("bug {}: {}", id, reduced->why)};
    if (reduced->complete())
        for (const int64_t job : {id, *kept})
            if (auto done = store->finish_job("reduce", job); !done) return done.error();
    if (*kept != id) {
        say(fmt::format("what is left of bug {} shows that it is bug {}\n", id, *kept));
        id = *kept;
    }
    const triage::Small before = triage::measured((*task)->test);
    std::string text = what_came(fmt::format("bug {}", id), before.lines, before.tokens, *reduced->shrunk);
    if (arguments.flag("--passes")) text += "\n" + reduced->shrunk->passes;
    text += "\n" + all_text(reduced->shrunk->best.test);
    if (auto written = write_out(text); !written) return written.error();
    return kSomethingFound;
}

// --- a program that the user brings

Result<triage::Failure> first_failure(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                      Toolbox& toolbox, const Arguments& arguments) {
    triage::Matrix matrix;
    for (const std::string& set : items(arguments.text("--options")))
        matrix.options.push_back(items(set, ' '));
    if (auto tried = settle_options(toolbox, matrix.options, {test.language}); !tried) return tried.error();
    auto seen =
        triage::inspect(sandbox, test, toolbox, matrix, campaign::limits_for(campaign::Config{}, test));
    if (!seen) return seen.error();
    return triage::first_failure(*seen, toolbox);
}

Result<void> write_small(const std::string& folder, const testcase::TestCase& test) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    for (const testcase::File& file : test.files)
        if (auto written = base::write_file(folder + "/" + file.name, file.text); !written) return written;
    testcase::TestCase described = test;
    described.origin.settings["reduced"] = "yes"; // so that nobody takes its seed for the whole of it
    return base::write_file(folder + "/test.json", testcase::to_json(described));
}

Result<Status> reduce_given(const Arguments& arguments, const std::string& path) {
    Interrupt interrupt;
    auto programs = given_programs({path});
    if (!programs) return programs.error();
    if (programs->size() != 1) return Error{fmt::format("{}: name one program", path)};
    const testcase::TestCase& test = programs->front().test;
    auto toolbox = choose_compilers(arguments);
    if (!toolbox) return toolbox.error();
    auto rooms = Rooms::open(jobs_of(arguments), means_for(*toolbox));
    if (!rooms) return rooms.error();
    auto failure = first_failure(rooms->all.front(), test, *toolbox, arguments);
    if (!failure) return Error{fmt::format("{}: {}", path, failure.error().message)};
    std::string out = arguments.text("--out");
    if (out.empty()) {
        const fs::path plain = fs::path(path + "/").lexically_normal().parent_path();
        out = (plain.parent_path() / (plain.stem().string() + "-reduced")).string();
    }
    auto with = with_cvise(arguments);
    if (!with) return with.error();
    testcase::TestCase first = test;
    if (with->wanted && !generate::has_model(test)) {
        auto smaller = smaller_by_cvise(*failure, test, *with);
        if (smaller)
            first = std::move(*smaller);
        else
            say(fmt::format("C-Vise: {}; going on without it\n", smaller.error().message));
    }
    ReduceLine line(failure->setup.name());
    triage::ShrinkHow how;
    how.stop = &interrupt.asked();
    how.on_progress = [&](const reduce::Progress& progress) { line.progress(progress); };
    how.on_better = [&](const triage::Small& best) { (void)write_small(out, best.test).ok(); };
    const toolchain::TestLimits limits = campaign::limits_for(campaign::Config{}, test);
    auto shrunk = triage::shrink(rooms->pointers(), *failure, first, *toolbox, limits, how);
    // What C-Vise left may not be valid by the whole ladder.
    if (!shrunk && with->wanted)
        shrunk = triage::shrink(rooms->pointers(), *failure, test, *toolbox, limits, how);
    line.finish();
    if (!shrunk) return Error{fmt::format("{}: {}", path, shrunk.error().message)};
    if (auto written = write_small(out, shrunk->best.test); !written) return written.error();
    const triage::Small before = triage::measured(test);
    std::string text = fmt::format("{}: {}\n", failure->setup.name(), to_text(failure->kind)) +
                       what_came(out, before.lines, before.tokens, *shrunk);
    if (arguments.flag("--passes")) text += "\n" + shrunk->passes;
    if (auto written = write_out(text + "\n" + all_text(shrunk->best.test)); !written) return written.error();
    return kSomethingFound;
}

// --- a file and a script

// As C-Reduce and C-Vise do it: the file itself becomes small, and what it was is kept beside it.
Result<Status> reduce_file(const Arguments& arguments, const std::string& script, const std::string& file) {
    Interrupt interrupt;
    auto text = base::read_file(file);
    if (!text) return text.error();
    std::chrono::seconds limit{60};
    if (const std::string given = arguments.text("--limit"); !given.empty()) {
        auto parsed = base::parse_duration(given);
        if (!parsed) return Error{"--limit: " + parsed.error().message};
        limit = *parsed;
    }
    const std::string name = fs::path(file).filename().string();
    auto test = reduce::text::ScriptTest::make(script, name, limit);
    if (!test) return test.error();
    auto with = with_cvise(arguments);
    if (!with) return with.error();
    if (!base::is_there(file + ".orig"))
        if (auto kept = base::write_file(file + ".orig", *text); !kept) return kept.error();
    std::string first = *text;
    if (with->wanted && (*test)->test_text(*text, 0) == reduce::Answer::Yes) {
        auto smaller = reduce::text::reduce_with_cvise(*text, name, script, with->jobs, with->limit);
        if (!smaller) return smaller.error();
        first = std::move(*smaller);
        if (auto kept = base::write_file(file, first); !kept) return kept.error();
    }
    ReduceLine line(file);
    reduce::Options options;
    options.slots = jobs_of(arguments);
    options.stop = &interrupt.asked();
    options.on_progress = [&](const reduce::Progress& progress) { line.progress(progress); };
    Result<void> written;
    options.on_better = [&](const reduce::State& best) {
        written = base::write_file(file, static_cast<const reduce::text::TextState&>(best).text());
    };
    auto reduced = reduce::reduce(std::make_shared<reduce::text::TextState>(first),
                                  reduce::text::all_passes(), **test, std::move(options));
    line.finish();
    if (const std::string trouble = (*test)->trouble(); !reduced && !trouble.empty())
        return Error{fmt::format("the script {} cannot be asked: {}", script, trouble)};
    if (!reduced)
        return Error{fmt::format(
            "{}: the script {} does not say that the file is interesting (exit status 0)", file, script)};
    if (!written) return written.error();
    const auto measured = [&](const std::string& content) {
        testcase::TestCase one;
        one.files = {{file, content}};
        return triage::measured(one);
    };
    const triage::Small before = measured(*text);
    triage::Shrunk shrunk;
    shrunk.best = measured(static_cast<const reduce::text::TextState&>(*reduced->best).text());
    shrunk.complete = reduced->complete;
    shrunk.tests = reduced->tests;
    shrunk.seconds = reduced->seconds;
    std::string said = what_came(file, before.lines, before.tokens, shrunk);
    if (arguments.flag("--passes")) said += "\n" + reduce::describe(reduced->passes);
    if (auto out = write_out(said); !out) return out.error();
    return kNothingFound;
}

Result<Status> run(const Arguments& arguments) {
    base::TemporaryFolder::sweep(); // one that was killed may have left some
    sandbox::sweep_scratch();
    const std::vector<std::string>& given = arguments.files("WHAT");
    if (given.size() != 1) return Error{"reduce takes one bug, folder or file at a time"};
    if (const std::string script = arguments.text("--test"); !script.empty())
        return reduce_file(arguments, script, given.front());
    auto id = bug_id(given.front());
    if (id && !base::is_there(given.front())) return reduce_bug(arguments, given.front());
    return reduce_given(arguments, given.front());
}

} // namespace

Command reduce_command() {
    return {
        "reduce",
        "makes a failing program small: a bug, a program that a compiler here gets wrong, or any file",
        {{"WHAT", OptionKind::Files, "number of a bug, or a folder or file with a program", "", true},
         {"--test", OptionKind::Text,
          "a script in the way of C-Reduce and C-Vise: status 0 means interesting; WHAT is the file"},
         {"--limit", OptionKind::Text, "how long the script may take", "60s"},
         {"--with", OptionKind::Text,
          "for text: cvise (first C-Vise, then Assay), built-in, or auto (cvise if it is installed)",
          "built-in"},
         {"--cvise-time", OptionKind::Text, "how long C-Vise may take", "10m"},
         {"--out", OptionKind::Text, "of a program: the folder for what is left; otherwise NAME-reduced"},
         {"--compilers", OptionKind::Text, "which compilers; otherwise those of the campaign, or all"},
         {"--options", OptionKind::Text,
          "of a program: which options; otherwise the plain levels of each compiler"},
         number_option("--jobs", "how many tests at the same time; otherwise one for each core", {1, 256}),
         {"--passes", OptionKind::Flag, "tell what each pass did"},
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kRootOption,
         kCampaignOption},
        "assay reduce 1\n"
        "assay reduce out/grow-7 --compilers gcc-12\n"
        "assay reduce --test ./interesting.sh bug.c",
        run,
        "0: the file of --test was reduced\n1: a bug or a failing program was reduced\n2: failed, called "
        "wrongly, or it does not fail"};
}

} // namespace assay::cli
