// assay export: a bug as files that are ready to be handed to others. Nothing is sent anywhere.
#include "base/file.h"
#include "base/suggest.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/evidence.h"
#include "report/bundle.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

Result<const report::Tracker*> tracker_named(const std::string& name) {
    std::vector<std::string_view> known;
    for (const report::Tracker& tracker : report::trackers()) {
        if (tracker.name == name) return &tracker;
        known.push_back(tracker.name);
    }
    return Error{fmt::format("--for: unknown '{}': {}", name, base::suggest(name, known))};
}

Result<void> write_bundle(const std::string& folder, const std::vector<report::BundleFile>& files) {
    for (const report::BundleFile& file : files) {
        const fs::path path = fs::path(folder) / file.name;
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        if (auto written = base::write_file(path.string(), file.text); !written) return written;
        if (file.runs)
            fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add, failed);
    }
    return {};
}

Result<Status> run(const Arguments& arguments) {
    auto tracker = tracker_named(arguments.text("--for"));
    if (!tracker) return tracker.error();
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    const std::vector<std::string>& names = arguments.files("BUG");
    for (const std::string& name : names) {
        auto id = bug_id(name);
        if (!id) return id.error();
        auto evidence = evidence_of(*store, *id);
        if (!evidence) return evidence.error();
        auto one = report::case_of(*evidence);
        if (!one) return one.error();
        std::string folder = arguments.text("--out");
        if (names.size() > 1) folder += fmt::format("/{}", *id);
        const std::vector<report::BundleFile> files = report::bundle(**tracker, *one);
        if (auto written = write_bundle(folder, files); !written) return written.error();
        std::string text;
        for (const report::BundleFile& file : files) text += fmt::format("{}/{}\n", folder, file.name);
        if (auto written = write_out(text); !written) return written.error();
    }
    return kNothingFound;
}

} // namespace

Command export_command() {
    return {"export",
            "writes a bug as files that are ready to be handed to others",
            {{"BUG", OptionKind::Files, "number of the bug, as in `assay bugs`", "", true},
             {"--for", OptionKind::Text, "gcc, llvm, dejagnu, lit or script", "", true},
             {"--out", OptionKind::Text, "the folder for the files", "", true},
             kCampaignOption},
            "assay export 1 --for gcc --out bug1\n"
            "assay export 1 --for lit --out bug1",
            run};
}

} // namespace assay::cli
