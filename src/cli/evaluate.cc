// assay evaluate: what saved programs mean.
#include "semantics/evaluate.h"
#include "cli/support/model_file.h"
#include "semantics/show.h"

#include <fmt/format.h>

namespace assay::cli {
namespace {

using semantics::Meaning;

std::string report(const std::string& file, const program::Program& p, const Meaning& meaning, bool values) {
    std::string text = fmt::format("{}: {}\n", file, describe(meaning));
    if (!values || !meaning.defined()) return text;
    for (const semantics::FinalValue& final : meaning.finals)
        text += fmt::format("  {} = {}\n", name_text(p, meaning, final), value_text(p, final.value));
    return text;
}

base::Result<Status> run(const Arguments& arguments) {
    auto platform = platform_of(arguments);
    if (!platform) return platform.error();
    semantics::EvaluateOptions options;
    options.step_budget = arguments.number("--steps");
    for (const std::string& file : arguments.files("FILE")) {
        auto program = read_model(file, *platform);
        if (!program) return program.error();
        const Meaning meaning = semantics::evaluate(*program, options);
        if (auto written = write_out(report(file, *program, meaning, arguments.flag("--values"))); !written)
            return written.error();
    }
    return kNothingFound;
}

} // namespace

Command evaluate_command() {
    std::vector<Option> options{{"FILE", OptionKind::Files, "saved programs (.model)", "", true}};
    for (const Option& option : platform_options()) options.push_back(option);
    options.push_back(
        number_option("--steps", "give up after that many steps", {1, 1'000'000'000'000}, "20000000"));
    options.push_back({"--values", OptionKind::Flag, "list the final value of every global"});
    return {"evaluate", "what saved programs mean: their checksum, or their undefined behaviour", options,
            "assay evaluate prog.model --values\nassay evaluate prog.model --target ilp32 --standard c++17",
            run};
}

} // namespace assay::cli
