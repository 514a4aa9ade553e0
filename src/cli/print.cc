// assay print: saved programs as C or C++ with a harness, ready to compile.
#include "print/print.h"
#include "base/file.h"
#include "cli/support/model_file.h"
#include "semantics/evaluate.h"
#include "transform/replay.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

base::Result<print::Options> print_options(const Arguments& arguments) {
    print::Options options;
    const std::string layout = arguments.text("--layout"), harness = arguments.text("--harness");
    if (layout == "three")
        options.layout = print::Layout::ThreeFiles;
    else if (layout == "functions")
        options.layout = print::Layout::PerFunction;
    else if (layout != "one")
        return base::Error{fmt::format("unknown layout '{}': use one, three or functions", layout)};
    if (harness == "selfcheck")
        options.harness = print::Harness::SelfCheck;
    else if (harness != "checksum")
        return base::Error{fmt::format("unknown harness '{}': use checksum or selfcheck", harness)};
    options.full_parentheses = arguments.flag("--parentheses");
    return options;
}

base::Result<void> replay_file(program::Program& program, const std::string& file) {
    auto text = base::read_file(file);
    if (!text) return text.error();
    auto steps = transform::load_steps(*text, file, transform::all_transforms());
    if (!steps) return steps.error();
    auto replayed = transform::replay(program, *steps);
    if (!replayed) return base::Error{fmt::format("{}: {}", file, replayed.error().message)};
    return {};
}

base::Result<Status> run(const Arguments& arguments) {
    auto platform = platform_of(arguments);
    if (!platform) return platform.error();
    auto options = print_options(arguments);
    if (!options) return options.error();
    const std::string out = arguments.text("--out");
    for (const std::string& file : arguments.files("FILE")) {
        auto program = read_model(file, *platform);
        if (!program) return program.error();
        if (const std::string steps = arguments.text("--steps"); !steps.empty())
            if (auto replayed = replay_file(*program, steps); !replayed) return replayed.error();
        const semantics::Meaning meaning = semantics::evaluate(*program);
        options->stem = std::filesystem::path(file).stem().string();
        const print::Printed printed = print::print(*program, meaning, *options);
        for (const print::File& each : printed.files) {
            const auto written =
                out.empty() ? write_out(each.text)
                            : base::write_file((std::filesystem::path(out) / each.name).string(), each.text);
            if (!written) return written.error();
        }
    }
    return kNothingFound;
}

} // namespace

Command print_command() {
    std::vector<Option> options{{"FILE", OptionKind::Files, "saved programs (.model)", "", true}};
    for (const Option& option : platform_options()) options.push_back(option);
    options.push_back(
        {"--layout", OptionKind::Text, "one, three (header, functions, driver) or functions", "one"});
    options.push_back({"--harness", OptionKind::Text, "checksum or selfcheck", "checksum"});
    options.push_back({"--steps", OptionKind::Text, "steps.txt of a program of expand, to apply first", ""});
    options.push_back({"--parentheses", OptionKind::Flag, "around every operand"});
    options.push_back({"--out", OptionKind::Text, "write files into this folder (default: print)", ""});
    return {"print", "saved programs as C or C++ that checks itself", options,
            "assay print prog.model\nassay print prog.model --standard c++17 --layout three --out /tmp/prog",
            run};
}

} // namespace assay::cli
