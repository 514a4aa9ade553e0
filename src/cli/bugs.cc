// assay bugs: what a campaign found, one line each.
#include "report/bugs.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "report/counts.h"

#include <fmt/format.h>

namespace assay::cli {
namespace {

base::Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto counts = report::counts_of(*store);
    if (!counts) return counts.error();
    if (arguments.flag("--counts")) {
        const auto written = arguments.flag("--json") ? write_json(report::counts_json(*counts))
                                                      : write_out(report::counts_text(*counts));
        if (!written) return written.error();
        return kNothingFound;
    }
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const size_t all = bugs->size();
    if (!arguments.flag("--all"))
        std::erase_if(*bugs, [](const store::Bug& bug) { return !report::counts(bug); });
    if (bugs->size() < all)
        say(fmt::format("{} more: unsettled, invalid, not reproducible, the environment's fault or ignored "
                        "(see --all)\n",
                        all - bugs->size()));
    say(fmt::format("{}", report::unjudged_text(report::unjudged_by_reason(counts->unjudged))));
    const auto written = arguments.flag("--json") ? write_json(report::bugs_json(*bugs, store->folder()))
                                                  : write_out(report::bugs_table(*bugs));
    if (!written) return written.error();
    return bugs->empty() ? kNothingFound : kSomethingFound;
}

} // namespace

Command bugs_command() {
    return {"bugs",
            "lists the bugs that a campaign found",
            {kCampaignOption,
             kJsonOption,
             {"--all", OptionKind::Flag,
              "also what is unsettled, invalid, not reproducible, the environment's fault, or ignored"},
             {"--counts", OptionKind::Flag, "instead: what was judged, and what was not, with the reasons"}},
            "assay bugs\n"
            "assay bugs --campaign /tmp/hunt --json\n"
            "assay bugs --counts",
            run,
            "0: there are no bugs, or with --counts\n1: there are some\n2: failed, or called wrongly"};
}

} // namespace assay::cli
