// assay bugs: what a campaign found, one line each.
#include "report/bugs.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"

namespace assay::cli {
namespace {

base::Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const std::string text =
        arguments.flag("--json") ? report::bugs_json(*bugs, store->folder()) : report::bugs_table(*bugs);
    if (auto written = write_out(text); !written) return written.error();
    return bugs->empty() ? kNothingFound : kSomethingFound;
}

} // namespace

Command bugs_command() {
    return {"bugs",
            "lists the bugs that a campaign found",
            {kCampaignOption, kJsonOption},
            "assay bugs\n"
            "assay bugs --campaign /tmp/hunt --json",
            run};
}

} // namespace assay::cli
