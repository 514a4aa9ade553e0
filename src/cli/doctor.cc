// assay doctor: what is missing on this machine and the command that installs it.
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "generate/external/csmith.h"
#include "source/laboratory.h"
#include "source/parse.h"
#include "toolchain/listing.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

// What does not work without something that is missing.
struct Lack {
    std::vector<std::string> methods; // that are off; others may have less to start from
    std::string effect;
    std::string why; // with the command that helps
};

bool has_reference_for_c(const toolchain::Found& found) {
    return std::ranges::any_of(found.compilers, [](const toolchain::Compiler& one) {
        return !one.family->reference_languages().empty() && !one.abilities.sanitizers.empty();
    });
}

std::vector<Lack> lacks(const toolchain::Found& found) {
    std::vector<Lack> all;
    if (!has_reference_for_c(found))
        all.push_back({{},
                       "where setups differ on a C program without a known answer (derive, csmith, relax, "
                       "prune, files of yours), nobody can tell which side is right",
                       "no gcc or clang with sanitizers is installed: apt-get install gcc clang"});
    if (const std::string missing = generate::external::csmith_missing(); !missing.empty())
        all.push_back({{"csmith", "relax"},
                       "methods csmith and relax are off, and prune starts from programs of grow alone or of "
                       "--programs",
                       missing});
    if (const std::string missing = source::parser_missing(); !missing.empty())
        all.push_back({{"relax"},
                       "method relax and the commands 'assay prune' and 'assay relax' are off, and method "
                       "prune starts from programs of grow alone",
                       missing});
    if (const std::string missing = source::laboratory_missing(); !missing.empty())
        all.push_back(
            {{},
             "the command 'assay prune' is off, and method prune starts from programs of grow alone",
             missing});
    return all;
}

std::string as_text(const toolchain::Found& found, const sandbox::Fence& fence,
                    const std::vector<toolchain::Advice>& advice) {
    std::string text =
        fmt::format("{} ready ('assay compilers' lists them)\n",
                    found.compilers.size() == 1 ? "1 compiler is"
                                                : fmt::format("{} compilers are", found.compilers.size()));
    if (fence.why.empty())
        text += "commands run behind a complete fence\n";
    else
        text += fmt::format("the fence around commands has gaps: {}\n", fence.why);
    for (const toolchain::Unused& unused : found.unused)
        text += fmt::format("cannot be used: {}\n", unused.why);
    for (const toolchain::Compiler& compiler : found.compilers)
        for (const std::string& what : compiler.left_out)
            text += fmt::format("left out: {}: {}\n", compiler.name, what);
    for (const Lack& lack : lacks(found)) text += fmt::format("{}: {}\n", lack.effect, lack.why);
    if (!advice.empty()) text += "\nworth having:\n";
    for (const toolchain::Advice& piece : advice)
        text += fmt::format("  {}: {}\n      {}\n", piece.missing, piece.why, piece.command);
    return text;
}

std::string as_json(const toolchain::Found& found, const sandbox::Fence& fence,
                    const std::vector<toolchain::Advice>& advice) {
    Json json{{"compilers", Json::array()},
              {"fence", {{"complete", fence.why.empty()}, {"gaps", fence.why}}},
              {"unused", Json::array()},
              {"missing", Json::array()},
              {"advice", Json::array()}};
    for (const toolchain::Compiler& compiler : found.compilers) json["compilers"].push_back(compiler.name);
    for (const toolchain::Unused& unused : found.unused) json["unused"].push_back(unused.why);
    for (const Lack& lack : lacks(found))
        json["missing"].push_back(
            {{"methods_off", lack.methods}, {"effect", lack.effect}, {"why", lack.why}});
    for (const toolchain::Advice& piece : advice)
        json["advice"].push_back(
            {{"missing", piece.missing}, {"why", piece.why}, {"command", piece.command}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

base::Result<Status> run(const Arguments& arguments) {
    auto search = CompilerSearch::open(arguments);
    if (!search) return search.error();
    const toolchain::Found found = all_compilers(*search);
    const auto text = arguments.flag("--json") ? as_json : as_text;
    const auto advice = advise(search->registry(), found);
    if (auto written = write_out(text(found, search->fence(), advice)); !written) return written.error();
    return kNothingFound;
}

} // namespace

Command doctor_command() {
    std::vector<Option> options = CompilerSearch::options();
    options.push_back(kJsonOption);
    return {"doctor", "what is missing on this machine and the command that installs it", options,
            "assay doctor\nassay doctor --json", run};
}

} // namespace assay::cli
