// assay doctor: what is missing on this machine and the command that installs it.
#include "base/json_text.h"
#include "base/listed.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "source/registry.h"
#include "toolchain/listing.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

// What does not work without something that is missing.
struct Lack {
    std::string why;                                      // with the command that helps
    std::vector<std::string> methods = {}, commands = {}; // that are off
    std::vector<std::string> effects = {};

    std::string effect() const {
        std::vector<std::string> parts;
        const auto off = [&](const char* one, const char* several, const std::vector<std::string>& names) {
            if (names.empty()) return;
            parts.push_back(fmt::format("{} {} {} off", names.size() == 1 ? one : several,
                                        base::listed(names), names.size() == 1 ? "is" : "are"));
        };
        off("method", "methods", methods);
        off("the command", "the commands", commands);
        parts.insert(parts.end(), effects.begin(), effects.end());
        return base::listed(parts, parts.size() == 2 ? ", and" : "and");
    }
};

bool has_reference_for_c(const toolchain::Found& found) {
    return std::ranges::any_of(found.compilers, [](const toolchain::Compiler& one) {
        return !one.family->reference_languages().empty() && !one.abilities.sanitizers.empty();
    });
}

Lack lack_of_references(const std::vector<std::unique_ptr<testcase::Method>>& methods) {
    std::vector<std::string> without_answers;
    for (const auto& method : methods)
        if (!method->knows_answers()) without_answers.emplace_back(method->name());
    return {"no gcc or clang with sanitizers is installed: apt-get install gcc clang",
            {},
            {},
            {fmt::format("where setups differ on a C program without a known answer ({}, files of yours), "
                         "nobody can tell which side is right",
                         fmt::join(without_answers, ", "))}};
}

std::vector<Lack> lacks(const toolchain::Found& found) {
    const auto methods = source::methods().make_all();
    std::vector<Lack> all;
    if (!has_reference_for_c(found)) all.push_back(lack_of_references(methods));
    const auto about = [&](const std::string& why) -> Lack& {
        const auto known = std::ranges::find(all, why, &Lack::why);
        return known != all.end() ? *known : all.emplace_back(Lack{why});
    };
    for (const auto& method : methods)
        for (const testcase::Lack& lack : method->lacks()) {
            Lack& known = about(lack.why);
            if (lack.off)
                known.methods.insert(std::ranges::upper_bound(known.methods, method->name()),
                                     std::string(method->name()));
            else
                known.effects.push_back(lack.effect);
        }
    for (const Command& command : commands())
        if (const std::string why = command.missing ? command.missing() : ""; !why.empty())
            about(why).commands.push_back(fmt::format("'assay {}'", command.name));
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
    for (const Lack& lack : lacks(found)) text += fmt::format("{}: {}\n", lack.effect(), lack.why);
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
            {{"methods_off", lack.methods}, {"effect", lack.effect()}, {"why", lack.why}});
    for (const toolchain::Advice& piece : advice)
        json["advice"].push_back(
            {{"missing", piece.missing}, {"why", piece.why}, {"command", piece.command}});
    return base::json_text(json, 1) + "\n";
}

base::Result<Status> run(const Arguments& arguments) {
    auto search = CompilerSearch::open(arguments);
    if (!search) return search.error();
    const toolchain::Found found = all_compilers(*search);
    const auto advice = advise(search->registry(), found);
    const auto written = arguments.flag("--json") ? write_json(as_json(found, search->fence(), advice))
                                                  : write_out(as_text(found, search->fence(), advice));
    if (!written) return written.error();
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
