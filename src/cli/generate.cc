// assay generate: programs of a method, each in its own folder with test.json.
#include "base/file.h"
#include "cli/command.h"
#include "cli/support/method_list.h"
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
    if (auto kept = generate::record_recipe(test); !kept) return kept;
    const std::string folder = out + "/" + test.name();
    if (auto written = base::write_file(folder + "/start.model", test.origin.start); !written) return written;
    return base::write_file(folder + "/steps.txt", test.origin.steps);
}

// Which test of those that one seed gives; the first one unless something is said.
struct Member {
    std::string variant, form;
};

base::Result<testcase::TestCase> chosen(testcase::TestGroup group, const Member& member) {
    for (testcase::TestCase& test : group.tests) {
        const auto& settings = test.origin.settings;
        const auto is = [&](const char* name, const std::string& wanted) {
            const auto found = settings.find(name);
            return (found == settings.end() ? std::string() : found->second) == wanted;
        };
        if (is("variant", member.variant == "1" ? "" : member.variant) && is("form", member.form))
            return std::move(test);
    }
    return base::Error{fmt::format(
        "{} seed {} has no {}", group.tests.front().origin.method, group.tests.front().origin.seed,
        member.form.empty() ? "variant " + member.variant : "form '" + member.form + "'")};
}

// Without files where the seed gives nothing that can be used, which is said and is no failure: programs of
// Csmith need not end.
base::Result<testcase::TestCase> made(testcase::Method& method, uint64_t seed,
                                      const testcase::Settings& settings, const Member& member) {
    auto group = method.make_group(seed, settings);
    if (!group) return group.error();
    if (!group->tests.empty()) return chosen(std::move(*group), member);
    fmt::print(stderr, "{}: seed {} gave nothing: {}\n", method.name(), seed, group->why_empty);
    return testcase::TestCase{};
}

base::Result<void> check_seeds(uint64_t first, uint64_t count, uint64_t batch) {
    const uint64_t most_after = count - 1 + batch - 1;
    if (first <= UINT64_MAX - most_after) return {};
    return base::Error{fmt::format("--seed {} with --count {}{}: the last seed would be above {}", first,
                                   count, batch > 1 ? fmt::format(" and --batch {}", batch) : "",
                                   UINT64_MAX)};
}

// Programs of a batch share a file and a standard, so some settings are not free.
base::Result<void> check_batch(testcase::Method& method, uint64_t first, const testcase::Settings& settings) {
    if (!method.batches(settings))
        return base::Error{
            fmt::format("--batch: {} makes no batches of {}", method.name(), settings.language)};
    const auto common = method.batch_settings(first, settings).changed();
    for (const auto& [name, value] : settings.changed())
        if (common.at(name) != value)
            return base::Error{fmt::format("--batch: {} must be {} in a batch", name, common.at(name))};
    return {};
}

base::Result<testcase::Settings> settings_from(const Arguments& arguments, const testcase::Method& method) {
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
        const std::vector<const choice::Site*> sites = method.sites();
        auto policy = choice::load_policy(file, {sites, {}});
        if (!policy) return policy.error();
        settings.policy = *policy;
    }
    if (auto checked = check_settings(method, settings); !checked) return checked.error();
    return settings;
}

base::Result<Status> run(const Arguments& arguments) {
    const std::string name = arguments.text("--method"), out = arguments.text("--out");
    const auto method = source::method_named(name);
    if (!method) return base::Error{source::unknown_method(name)};
    auto settings = settings_from(arguments, *method);
    if (!settings) return settings.error();
    const uint64_t first = arguments.number("--seed"), count = arguments.number("--count");
    const uint64_t batch = arguments.text("--batch").empty() ? 1 : arguments.number("--batch");
    const bool steps = arguments.flag("--steps");
    if (steps && ((name != "expand" && name != "grow") || batch != 1))
        return base::Error{"--steps: only grow and expand make programs of models, one at a time"};
    if (auto checked = check_seeds(first, count, batch); !checked) return checked.error();
    if (batch != 1)
        if (auto checked = check_batch(*method, first, *settings); !checked) return checked.error();
    if (auto made = make_folder(out); !made) return made.error();
    const Member member{arguments.text("--variant"), arguments.text("--form")};
    uint64_t passed_over = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t seed = first + i;
        auto test =
            batch == 1 ? made(*method, seed, *settings, member) : method->make_batch(seed, batch, *settings);
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
        {{"--method", OptionKind::Text, "which method makes them (see below)", "grow"},
         number_option("--seed", "the first seed", kAnySeed, "1"),
         number_option("--count", "how many, with consecutive seeds", {1, 1'000'000'000}, "1"),
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
         number_option("--variant", "prune: which of the variants of a seed; otherwise the first",
                       {1, 1'000}),
         {"--form", OptionKind::Text, "relax: which of the forms of a program; otherwise the first"},
         number_option("--batch", "as one text of that many programs, with seeds from --seed on", {1, 1'000}),
         {"--policy", OptionKind::Text, "a policy file (TOML) with weights"},
         {"--no-policies", OptionKind::Flag, "without generation policies, to measure them"},
         {"--out", OptionKind::Text, "folder to write DIR/<method>-<seed>/ into", "", true}},
        "assay generate --method grow --seed 1 --count 100 --out /tmp/programs\n"
        "assay generate --method grow --seed 7 --lang c++ --size tiny --out /tmp/programs",
        run,
        "0: done\n2: failed, called wrongly, or no seed gave a program",
        methods_with_settings};
}

} // namespace assay::cli
