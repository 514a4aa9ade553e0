// assay show: one bug in full.
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "report/bugs.h"
#include "report/evidence.h"

namespace assay::cli {
namespace {

base::Result<std::string> shown(store::Store& store, int64_t id, bool json) {
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    auto findings = store.findings(id, 20);
    if (!findings) return findings.error();
    std::vector<testcase::TestCase> group;
    if (!findings->empty()) {
        auto read = store.group(findings->front().number);
        if (!read) return read.error();
        group = std::move(*read);
    }
    if (json) return report::bug_json(*bug, *findings, group, store.folder());
    std::optional<report::Case> fit;
    if (auto evidence = report::evidence_of(store, id))
        if (auto made = report::case_of(*evidence)) fit = std::move(*made);
    return report::bug_text(*bug, *findings, group, fit);
}

base::Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_meant(*store, name);
        if (!id) return id.error();
        auto text = shown(*store, *id, arguments.flag("--json"));
        if (!text) return text.error();
        const auto written = arguments.flag("--json") ? write_json(*text) : write_out(*text);
        if (!written) return written.error();
    }
    return kSomethingFound;
}

} // namespace

Command show_command() {
    return {"show",
            "shows one bug in full: what is wrong, where it was seen, and the program",
            {{"BUG", OptionKind::Files, "number of the bug, as in `assay bugs`", "", true},
             kCampaignOption,
             kJsonOption},
            "assay show 1\n"
            "assay show 1 2 --json",
            run,
            "1: the bug is shown\n2: failed, called wrongly, or there is no such bug"};
}

} // namespace assay::cli
