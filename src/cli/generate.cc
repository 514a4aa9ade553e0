// assay generate: programs of a method, each in its own folder with test.json.
#include "base/file.h"
#include "base/listed.h"
#include "cli/command.h"
#include "cli/support/method_list.h"
#include "cli/support/test_folder.h"
#include "generate/models.h"
#include "source/registry.h"
#include "testcase/language.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>

namespace assay::cli {
namespace {

// The way to the program: a model and steps as text.
base::Result<void> write_making(testcase::TestCase test, const std::string& out) {
    if (auto kept = generate::record_recipe(test); !kept) return kept;
    const std::string folder = out + "/" + test.name();
    if (auto written = base::write_file(folder + "/start.model", test.origin.start); !written) return written;
    return base::write_file(folder + "/steps.txt", test.origin.steps);
}

// Which test of those that one seed gives: the value of the method's member setting; empty, or 1: the first.
base::Result<testcase::TestCase> chosen(testcase::TestGroup group, const testcase::Method& method,
                                        const std::string& member) {
    const std::string name(method.member_setting());
    for (testcase::TestCase& test : group.tests) {
        const auto found = test.origin.settings.find(name);
        const bool first = found == test.origin.settings.end();
        if (first ? member.empty() || member == "1" : found->second == member) return std::move(test);
    }
    return base::Error{fmt::format("{} seed {} has no {} '{}'", method.name(),
                                   group.tests.front().origin.seed, name, member)};
}

// Without files where the seed gives nothing that can be used, which is said and is no failure: programs of
// Csmith need not end.
base::Result<testcase::TestCase> made(testcase::Method& method, uint64_t seed,
                                      const testcase::Settings& settings, const std::string& member) {
    auto group = method.make_group(seed, settings);
    if (!group) return group.error();
    if (!group->tests.empty()) return chosen(std::move(*group), method, member);
    say(fmt::format("{}: seed {} gave nothing: {}\n", method.name(), seed, group->why_empty));
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

// What methods declare becomes an option each: their settings, and what tells the members of a group apart.
struct DeclaredOption {
    std::string name, help; // "--size"
    OptionKind kind = OptionKind::Text;
    std::string setting;
    std::string member; // the method whose groups it tells apart; empty: an ordinary setting
};

OptionKind kind_of(testcase::Setting::Kind kind) {
    switch (kind) {
    case testcase::Setting::Kind::Switch: return OptionKind::Flag;
    case testcase::Setting::Kind::Files: return OptionKind::Files;
    case testcase::Setting::Kind::Text:
    case testcase::Setting::Kind::Folder: break;
    }
    return OptionKind::Text;
}

std::vector<DeclaredOption> make_declared_options() {
    std::vector<DeclaredOption> all;
    std::map<std::string, std::vector<std::string>> takers; // by option
    const auto methods = source::methods().make_all();
    for (const auto& method : methods) {
        for (const std::string& language : method->languages())
            for (const testcase::Setting& setting : method->settings_for(language)) {
                const OptionKind kind = kind_of(setting.kind);
                const std::string name =
                    fmt::format("--{}{}", kind == OptionKind::Flag ? "no-" : "", setting.name);
                std::vector<std::string>& known = takers[name];
                if (known.empty())
                    all.push_back({name, std::string(setting.help), kind, std::string(setting.name), ""});
                if (known.empty() || known.back() != method->name()) known.emplace_back(method->name());
            }
        if (const std::string member(method->member_setting()); !member.empty())
            all.push_back({"--" + member,
                           fmt::format("{}: which {} of a seed; otherwise the first", method->name(), member),
                           OptionKind::Text, member, std::string(method->name())});
    }
    for (DeclaredOption& option : all)
        if (const auto taking = takers.find(option.name);
            taking != takers.end() && taking->second.size() == 1)
            option.help = fmt::format("{}: {}", taking->second.front(), option.help);
    return all;
}

const std::vector<DeclaredOption>& declared_options() {
    static const std::vector<DeclaredOption> all = make_declared_options();
    return all;
}

// Of the method alone; one that belongs to another method is an error.
base::Result<std::string> member_from(const Arguments& arguments, const testcase::Method& method) {
    std::string member;
    for (const DeclaredOption& option : declared_options()) {
        if (option.member.empty() || arguments.text(option.name).empty()) continue;
        if (option.setting != method.member_setting())
            return base::Error{
                fmt::format("{}: {} makes no {}s", option.name, method.name(), option.setting)};
        member = arguments.text(option.name);
    }
    return member;
}

base::Result<testcase::Settings> settings_from(const Arguments& arguments, const testcase::Method& method) {
    testcase::Settings settings;
    settings.language = arguments.text("--lang");
    settings.target = arguments.text("--target");
    for (const DeclaredOption& option : declared_options()) {
        if (option.kind == OptionKind::Flag)
            settings.set(option.setting, arguments.flag(option.name) ? "off" : "");
        else if (option.kind == OptionKind::Files)
            settings.set(option.setting, fmt::format("{}", fmt::join(arguments.files(option.name), ",")));
        else if (option.member.empty())
            settings.set(option.setting, arguments.text(option.name));
    }
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
    const auto method = source::methods().make(name);
    if (!method) return base::Error{source::methods().unknown(name)};
    auto settings = settings_from(arguments, *method);
    if (!settings) return settings.error();
    const uint64_t first = arguments.number("--seed"), count = arguments.number("--count");
    const uint64_t batch = arguments.text("--batch").empty() ? 1 : arguments.number("--batch");
    const bool steps = arguments.flag("--steps");
    if (const auto models = generate::methods_with_models();
        steps && (std::ranges::find(models, name) == models.end() || batch != 1))
        return base::Error{
            fmt::format("--steps: only {} make programs of models, one at a time", base::listed(models))};
    if (auto checked = check_seeds(first, count, batch); !checked) return checked.error();
    if (batch != 1)
        if (auto checked = check_batch(*method, first, *settings); !checked) return checked.error();
    if (auto made = make_folder(out); !made) return made.error();
    const auto member = member_from(arguments, *method);
    if (!member) return member.error();
    uint64_t passed_over = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t seed = first + i;
        auto test =
            batch == 1 ? made(*method, seed, *settings, *member) : method->make_batch(seed, batch, *settings);
        if (!test) return test.error();
        if (test->files.empty()) {
            ++passed_over;
            continue;
        }
        test->origin.version = ASSAY_VERSION;
        if (auto written = write_test(*test, out + "/" + test->name()); !written) return written.error();
        if (steps)
            if (auto written = write_making(*test, out); !written) return written.error();
    }
    if (passed_over > 0 && passed_over == count)
        return base::Error{fmt::format("{}: no program; try more seeds with --count", name)};
    return kNothingFound;
}

} // namespace

Command generate_command() {
    static const std::string languages = [] {
        std::vector<std::string> names;
        for (const testcase::Language& language : testcase::languages()) names.push_back(language.name);
        return base::listed(names, "or") + ", as the method can";
    }();
    std::vector<Option> options{
        {"--method", OptionKind::Text, "which method makes them (see below)", "grow"},
        number_option("--seed", "the first seed", kAnySeed, "1"),
        number_option("--count", "how many, with consecutive seeds", {1, 1'000'000'000}, "1"),
        {"--lang", OptionKind::Text, languages, "c"},
        {"--target", OptionKind::Text, "data model: lp64, ilp32, llp64", "lp64"}};
    for (const DeclaredOption& declared : declared_options())
        options.push_back({declared.name, declared.kind, declared.help});
    for (const Option& option :
         {Option{"--steps", OptionKind::Flag, "writes start.model and steps.txt beside a program of a model"},
          number_option("--batch", "as one text of that many programs, with seeds from --seed on",
                        {1, 1'000}),
          Option{"--policy", OptionKind::Text, "a policy file (TOML) with weights"},
          Option{"--out", OptionKind::Text, "folder to write DIR/<method>-<seed>/ into", "", true}})
        options.push_back(option);
    return {"generate",
            "makes programs whose output is known",
            std::move(options),
            "assay generate --method grow --seed 1 --count 100 --out /tmp/programs\n"
            "assay generate --method grow --seed 7 --lang c++ --size tiny --out /tmp/programs",
            run,
            "0: done\n2: failed, called wrongly, or no seed gave a program",
            methods_with_settings};
}

} // namespace assay::cli
