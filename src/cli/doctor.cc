// assay doctor: what is missing on this machine and the command that installs it.
#include "cli/command.h"
#include "cli/compiler_search.h"
#include "source/laboratory.h"
#include "source/parse.h"
#include "toolchain/listing.h"

#include <fmt/format.h>

namespace assay::cli {
namespace {

base::Result<Status> run(const Arguments& arguments) {
    auto search = CompilerSearch::open(arguments);
    if (!search) return search.error();
    const toolchain::Found found = search->all();
    std::string text =
        fmt::format("{} compilers are ready ('assay compilers' lists them)\n", found.compilers.size());
    const sandbox::Fence& fence = search->fence();
    if (fence.why.empty())
        text += "commands run behind a complete fence\n";
    else
        text += fmt::format("the fence around commands has gaps: {}\n", fence.why);
    for (const toolchain::Unused& unused : found.unused)
        text += fmt::format("cannot be used: {}\n", unused.why);
    if (const std::string missing = source::parser_missing(); !missing.empty())
        text += fmt::format("'assay prune' and 'assay relax' do not work: {}\n", missing);
    if (const std::string missing = source::laboratory_missing(); !missing.empty())
        text += fmt::format("'assay prune' does not work: {}\n", missing);
    const auto advice = advise(search->registry(), found);
    if (!advice.empty()) text += "\nworth having:\n";
    for (const toolchain::Advice& piece : advice)
        text += fmt::format("  {}: {}\n      {}\n", piece.missing, piece.why, piece.command);
    if (auto written = write_out(text); !written) return written.error();
    return kNothingFound;
}

} // namespace

Command doctor_command() {
    return {"doctor", "what is missing on this machine and the command that installs it",
            CompilerSearch::options(), "assay doctor", run};
}

} // namespace assay::cli
