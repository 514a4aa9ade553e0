// The command line: reads it by the table of subcommands, and turns results into an exit status.
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <cstdio>

namespace assay::cli {
namespace {

std::string footer(const Command& command) {
    std::string text = "examples:";
    size_t begin = 0;
    while (begin <= command.examples.size()) {
        const size_t end = std::min(command.examples.find('\n', begin), command.examples.size());
        text += "\n  " + std::string(command.examples.substr(begin, end - begin));
        begin = end + 1;
    }
    return text;
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
    if (option.kind != OptionKind::Files) made->expected(1)->allow_extra_args(false);
    if (option.kind == OptionKind::Number) made->check(CLI::TypeValidator<uint64_t>("number"));
    if (!option.initial.empty()) {
        arguments.given[name] = {std::string(option.initial)};
        made->description(help + " [" + std::string(option.initial) + "]");
    }
    if (option.required) made->required();
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
        sub->footer(footer(command));
        for (const Option& option : command.options) add_option(*sub, option, arguments[i]);
        apps.push_back(sub);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
        std::fprintf(stderr, "assay: %s (see assay --help)\n", error.what());
        return kFailed;
    }
    for (size_t i = 0; i < apps.size(); ++i) {
        if (!apps[i]->parsed()) continue;
        const base::Result<Status> status = commands()[i].run(arguments[i]);
        if (status) return *status;
        std::fprintf(stderr, "assay: %s\n", status.error().message.c_str());
    }
    return kFailed;
}

} // namespace
} // namespace assay::cli

int main(int argc, char** argv) { return assay::cli::run(argc, argv); }
