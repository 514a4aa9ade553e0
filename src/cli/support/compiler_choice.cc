#include "cli/support/compiler_choice.h"

#include "cli/command.h"
#include "cli/support/compiler_search.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"
#include "toolchain/probe/given_options.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

base::Result<std::vector<toolchain::Compiler>> search_for(CompilerSearch& search,
                                                          const std::vector<std::string>& names) {
    const LiveLine line("looking for compilers");
    if (!names.empty()) return search.named(names);
    return search.all().compilers;
}

} // namespace

std::vector<std::string> languages_of(const std::vector<toolchain::Compiler>& compilers) {
    std::vector<std::string> languages;
    for (const toolchain::Compiler& compiler : compilers)
        languages.insert(languages.end(), compiler.abilities.languages.begin(),
                         compiler.abilities.languages.end());
    return languages;
}

base::Result<Toolbox> choose_compilers(const Arguments& arguments) {
    auto search = CompilerSearch::open(arguments);
    if (!search) return search.error();
    auto found = search_for(*search, items(arguments.text("--compilers")));
    if (!found) return found.error();
    std::vector<toolchain::Compiler> compilers = std::move(*found);
    if (compilers.empty())
        return base::Error{
            "no compiler was found; `assay doctor` says what to install, --compilers names one"};
    for (const toolchain::Compiler& compiler : compilers)
        for (const std::string& what : compiler.left_out)
            say(fmt::format("assay: {}: left out: {}\n", compiler.name, what));
    const LiveLine line("looking for other versions of them");
    std::vector<toolchain::Compiler> references = search->references(languages_of(compilers));
    std::vector<toolchain::Compiler> versions = search->versions(compilers);
    std::string gaps = search->fence().why;
    return Toolbox{{std::move(compilers), std::move(references), std::move(versions)},
                   std::move(*search).take_registry(),
                   std::move(gaps)};
}

base::Result<void> settle_options(Toolbox& toolbox, const toolchain::OptionLists& given,
                                  const std::vector<std::string>& languages) {
    if (given.empty()) return {};
    auto sandbox = sandbox::Sandbox::open(means_for(toolbox));
    if (!sandbox) return sandbox.error();
    auto lines = toolchain::try_given_options(*sandbox, toolbox.compilers, given, languages);
    // A warden may be killed by a machine without memory; with a new one the same is asked again.
    if (!lines && sandbox->broken() && sandbox->reopen())
        lines = toolchain::try_given_options(*sandbox, toolbox.compilers, given, languages);
    if (!lines) return lines.error();
    for (const std::string& line : *lines) say(fmt::format("assay: {}\n", line));
    return {};
}

} // namespace assay::cli
