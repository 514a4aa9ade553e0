// assay compilers: what was found on this machine, with versions and abilities.
#include "cli/command.h"
#include "cli/support/compiler_search.h"
#include "toolchain/listing.h"

namespace assay::cli {
namespace {

base::Result<Status> run(const Arguments& arguments) {
    auto search = CompilerSearch::open(arguments);
    if (!search) return search.error();
    const toolchain::Found found = all_compilers(*search);
    const auto written =
        arguments.flag("--json") ? write_json(listing_json(found)) : write_out(listing(found));
    if (!written) return written.error();
    return kNothingFound;
}

} // namespace

Command compilers_command() {
    std::vector<Option> options = CompilerSearch::options();
    options.push_back({"--json", OptionKind::Flag, "as a JSON array"});
    return {"compilers", "what compilers this machine has, with versions and abilities", options,
            "assay compilers\nassay compilers --json", run};
}

} // namespace assay::cli
