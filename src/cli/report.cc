// assay report: a campaign as web pages that stand by themselves.
#include "base/file.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "report/evidence.h"
#include "report/html.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

Result<report::CampaignFacts> facts_of(store::Store& store) {
    report::CampaignFacts facts;
    auto bugs = store.bugs();
    if (!bugs) return bugs.error();
    facts.bugs = std::move(*bugs);
    for (const store::Bug& bug : facts.bugs)
        if (auto evidence = report::evidence_of(store, bug.id))
            facts.evidence.push_back(std::move(*evidence));
    auto counts = report::counts_of(store);
    if (!counts) return counts.error();
    facts.counts = std::move(*counts);
    auto totals = store.totals();
    if (!totals) return totals.error();
    facts.totals = *totals;
    return facts;
}

Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto facts = facts_of(*store);
    if (!facts) return facts.error();
    const std::string out = arguments.text("--out");
    std::error_code failed;
    std::filesystem::create_directories(out, failed);
    if (failed) return Error{fmt::format("{}: {}", out, failed.message())};
    for (const report::Page& page : report::pages(*facts))
        if (auto written = base::write_file(out + "/" + page.name, page.text); !written)
            return written.error();
    if (auto written = write_out(out + "/index.html\n"); !written) return written.error();
    return kNothingFound;
}

} // namespace

Command report_command() {
    return {"report",
            "writes a campaign as web pages that stand by themselves",
            {{"--out", OptionKind::Text, "the folder for the pages", "", true}, kCampaignOption},
            "assay report --out html",
            run};
}

} // namespace assay::cli
