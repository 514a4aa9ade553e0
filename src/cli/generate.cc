// assay generate: programs of a method, each in its own folder with test.json.
#include "base/file.h"
#include "cli/command.h"
#include "generate/models.h"
#include "source/registry.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>

namespace assay::cli {
namespace {

base::Result<void> make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) return {};
    return base::Error{fmt::format("cannot make the folder {}: {}", path, std::strerror(errno))};
}

base::Result<void> write_test(const testcase::TestCase& test, const std::string& out) {
    const std::string folder = out + "/" + test.name();
    if (auto made = make_folder(folder); !made) return made;
    for (const testcase::File& file : test.files)
        if (auto written = base::write_file(folder + "/" + file.name, file.text); !written) return written;
    return base::write_file(folder + "/test.json", to_json(test));
}

// The way to the program: a model and steps as text.
base::Result<void> write_making(testcase::TestCase test, const std::string& out) {
    if (auto kept = generate::keep_making(test); !kept) return kept;
    const std::string folder = out + "/" + test.name();
    if (auto written = base::write_file(folder + "/start.model", test.origin.start); !written) return written;
    return base::write_file(folder + "/steps.txt", test.origin.steps);
}

// Without files where the seed gives nothing that can be used, which is said and is no failure: programs of
// Csmith need not end.
base::Result<testcase::TestCase> made(testcase::Method& method, uint64_t seed,
                                      const testcase::Settings& settings) {
    auto group = method.make_group(seed, settings);
    if (!group) return group.error();
    if (!group->tests.empty()) return std::move(group->tests.front());
    fmt::print(stderr, "{}: seed {} gave nothing: {}\n", method.name(), seed, group->why_empty);
    return testcase::TestCase{};
}

base::Result<Status> run(const Arguments& arguments) {
    const std::string name = arguments.text("--method"), out = arguments.text("--out");
    const auto method = source::method_named(name);
    if (!method) return base::Error{source::unknown_method(name)};
    testcase::Settings settings;
    settings.language = arguments.text("--lang");
    settings.standard = arguments.text("--standard");
    settings.target = arguments.text("--target");
    settings.size = arguments.text("--size");
    settings.harness = arguments.text("--harness");
    settings.layout = arguments.text("--layout");
    settings.dialect = arguments.text("--dialect");
    settings.strategy = arguments.text("--strategy");
    settings.from = arguments.text("--from");
    settings.grammars = arguments.files("--grammar");
    settings.programs = arguments.text("--programs");
    settings.policies = !arguments.flag("--no-policies");
    if (const std::string file = arguments.text("--policy"); !file.empty()) {
        const std::vector<const choice::Site*> sites = method->sites();
        auto policy = choice::load_policy(file, {sites, {}});
        if (!policy) return policy.error();
        settings.policy = *policy;
    }
    if (auto made = make_folder(out); !made) return made.error();
    const uint64_t first = arguments.number("--seed"), count = arguments.number("--count");
    const uint64_t batch = arguments.text("--batch").empty() ? 1 : arguments.number("--batch");
    const bool steps = arguments.flag("--steps");
    if (steps && ((name != "expand" && name != "grow") || batch != 1))
        return base::Error{"--steps: only grow and expand make programs of models, one at a time"};
    if (batch == 0 || batch > 1000) return base::Error{"--batch: give a number from 1 to 1000"};
    uint64_t passed_over = 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        auto test = batch == 1 ? made(*method, seed, settings) : method->make_batch(seed, batch, settings);
        if (!test) return test.error();
        if (test->files.empty()) {
            ++passed_over;
            continue;
        }
        test->origin.version = ASSAY_VERSION;
        if (auto written = write_test(*test, out); !written) return written.error();
        if (steps)
            if (auto written = write_making(*test, out); !written) return written.error();
    }
    if (passed_over > 0 && passed_over == count)
        return base::Error{fmt::format("{}: no program; try more seeds with --count", name)};
    return kNothingFound;
}

} // namespace

Command generate_command() {
    return {
        "generate",
        "makes programs whose output is known",
        {{"--method", OptionKind::Text, "which method makes them", "grow"},
         {"--seed", OptionKind::Number, "the first seed", "1"},
         {"--count", OptionKind::Number, "how many, with consecutive seeds", "1"},
         {"--lang", OptionKind::Text, "c, c++, java or python, as the method can", "c"},
         {"--standard", OptionKind::Text, "as in -std=; otherwise the method chooses"},
         {"--target", OptionKind::Text, "data model: lp64, ilp32, llp64", "lp64"},
         {"--size", OptionKind::Text, "tiny, small, medium or large; otherwise a mix"},
         {"--harness", OptionKind::Text, "checksum or selfcheck; otherwise a mix"},
         {"--layout", OptionKind::Text, "one (file), three or functions (a file for each); otherwise a mix"},
         {"--dialect", OptionKind::Text, "plain: without extensions of the language"},
         {"--strategy", OptionKind::Text,
          "derive: how identifiers are selected: NIS, CIS, FIS, RIS, SUIS or SDIS"},
         {"--from", OptionKind::Text, "expand: the method whose programs are rewritten: grow"},
         {"--steps", OptionKind::Flag, "writes start.model and steps.txt beside a program of grow or expand"},
         {"--grammar", OptionKind::Files, "derive: ANTLR grammars in place of its own"},
         {"--programs", OptionKind::Text, "prune: a folder of C programs to start from"},
         {"--batch", OptionKind::Number, "as one text of that many programs, with seeds from --seed on"},
         {"--policy", OptionKind::Text, "a policy file (TOML) with weights"},
         {"--no-policies", OptionKind::Flag, "without generation policies, to measure them"},
         {"--out", OptionKind::Text, "folder to write DIR/<method>-<seed>/ into", "", true}},
        "assay generate --method grow --seed 1 --count 100 --out /tmp/programs\n"
        "assay generate --method grow --seed 7 --lang c++ --size tiny --out /tmp/programs",
        run};
}

} // namespace assay::cli
