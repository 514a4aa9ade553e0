// The command line: reads it by the table of subcommands, and turns results into an exit status.
#include "base/suggest.h"
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <new>

namespace assay::cli {
namespace {

constexpr int kMostTexts = 1000; // of one option

std::string indented(std::string_view title, std::string_view lines) {
    std::string text(title);
    size_t begin = 0;
    while (begin <= lines.size()) {
        const size_t end = std::min(lines.find('\n', begin), lines.size());
        text += fmt::format("\n  {}", lines.substr(begin, end - begin));
        begin = end + 1;
    }
    return text;
}

std::string footer(const Command& command) {
    const std::string notes = command.notes == nullptr ? "" : command.notes() + "\n\n";
    return notes + indented("examples:", command.examples) + "\n\n" +
           indented("exit status:", command.exit_status);
}

void add_option(CLI::App& app, const Option& option, Arguments& arguments) {
    const std::string name(option.name), help(option.help);
    if (option.kind == OptionKind::Flag) {
        app.add_flag_callback(
            name, [&arguments, name] { arguments.given[name]; }, help);
        return;
    }
    CLI::Option* made = app.add_option(name, arguments.given[name], help);
    // One word each, wherever it stands: what follows belongs to somebody else.
    if (option.kind != OptionKind::Files)
        made->expected(1, option.kind == OptionKind::Texts ? kMostTexts : 1)->allow_extra_args(false);
    std::string description = help;
    if (option.kind == OptionKind::Number) {
        made->type_name("NUMBER");
        description += fmt::format(" (from {} to {})", option.range.least, option.range.most);
    }
    if (!option.initial.empty()) {
        arguments.given[name] = {std::string(option.initial)};
        description += fmt::format(" [{}]", option.initial);
    }
    made->description(description);
    if (option.required) made->required();
}

// What is wrong with a call, on one line.
std::string unknown_command(const std::string& name) {
    std::vector<std::string_view> known;
    for (const Command& command : commands()) known.push_back(command.name);
    return fmt::format("unknown command '{}': {} (see assay --help)", name, base::suggest(name, known));
}

std::string unknown_option(const std::string& name, std::vector<std::string_view> known,
                           const std::string& program) {
    known.push_back("--help");
    return fmt::format("unknown option '{}': {} (see {} --help)", name, base::suggest(name, known), program);
}

// What was left over by a command tells more than what is missing in its place.
std::string wrong_call(const Command& command, const CLI::App& app, const CLI::ParseError& error) {
    const std::string program = fmt::format("assay {}", command.name);
    const std::vector<std::string> left = app.remaining();
    std::vector<std::string_view> known;
    for (const Option& option : command.options)
        if (option.name.starts_with('-')) known.push_back(option.name);
    for (const std::string& word : left)
        if (word.starts_with('-')) return unknown_option(word.substr(0, word.find('=')), known, program);
    if (!left.empty())
        return fmt::format("unexpected argument '{0}' (see {1} --help)", left.front(), program);
    for (const Option& option : command.options)
        if (option.kind != OptionKind::Files && option.kind != OptionKind::Texts &&
            app.get_option(std::string(option.name))->count() > 1)
            return fmt::format("{} is given more than once (see {} --help)", option.name, program);
    return fmt::format("{} (see {} --help)", error.what(), program);
}

int failed(const std::string& message) {
    say(fmt::format("assay: {}\n", message));
    return kFailed;
}

// What a file or a campaign of somebody else's makes a library throw is an error like others.
base::Result<Status> guarded(const Command& command, const Arguments& arguments) {
    try {
        return command.run(arguments);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return base::Error{error.what()};
    }
}

int run(int argc, char** argv) {
    CLI::App app("assay " ASSAY_VERSION ": finds bugs in compilers", "assay");
    app.set_version_flag("--version", "assay " ASSAY_VERSION);
    app.require_subcommand(1);
    std::vector<Arguments> arguments(commands().size());
    std::vector<CLI::App*> apps;
    for (size_t i = 0; i < commands().size(); ++i) {
        const Command& command = commands()[i];
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
        sub->footer([&command] { return footer(command); });
        for (const Option& option : command.options) add_option(*sub, option, arguments[i]);
        apps.push_back(sub);
    }
    const std::string first = argc > 1 ? argv[1] : "";
    if (first.empty()) return failed("name a command, such as hunt (see assay --help)");
    if (!first.starts_with('-') && std::ranges::find(commands(), first, &Command::name) == commands().end())
        return failed(unknown_command(first));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
        for (size_t i = 0; i < apps.size(); ++i)
            if (apps[i]->parsed()) return failed(wrong_call(commands()[i], *apps[i], error));
        return failed(unknown_option(first, {"--version"}, "assay"));
    }
    for (size_t i = 0; i < apps.size(); ++i) {
        if (!apps[i]->parsed()) continue;
        if (auto numbers = check_numbers(commands()[i], arguments[i]); !numbers)
            return failed(numbers.error().message);
        const base::Result<Status> status = guarded(commands()[i], arguments[i]);
        return status ? *status : failed(status.error().message);
    }
    return kFailed;
}

} // namespace
} // namespace assay::cli

int main(int argc, char** argv) {
    try {
        return assay::cli::run(argc, argv);
    } catch (const std::bad_alloc&) { // to say it takes none
        std::fputs("assay: out of memory\n", stderr);
        return assay::cli::kFailed;
    }
}
