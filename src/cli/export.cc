// assay export: a bug as files that are ready to be handed to others. Nothing is sent anywhere.
#include "base/file.h"
#include "base/shell.h"
#include "base/suggest.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "cli/support/export_check.h"
#include "report/bundle.h"
#include "report/evidence.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>

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

// Names come from the store, which others may have written.
Result<void> check_names(const std::vector<report::BundleFile>& files) {
    std::set<std::string> seen;
    for (const report::BundleFile& file : files) {
        if (!base::stays_inside(file.name))
            return Error{fmt::format("'{}' is not a name for a file of a bundle", base::one_line(file.name))};
        if (!seen.insert(file.name).second)
            return Error{fmt::format("two files of the bundle are called '{}'", file.name)};
    }
    return {};
}

Result<void> write_bundle(const std::string& folder, const std::vector<report::BundleFile>& files) {
    if (auto checked = check_names(files); !checked) return checked;
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

Result<report::Case> case_to_write(const Arguments& arguments, store::Store& store, int64_t id,
                                   const CampaignCompilers& tools, const report::Tracker& tracker) {
    auto evidence = report::evidence_of(store, id);
    if (!evidence) return evidence.error();
    auto one = report::case_of(*evidence);
    if (!one) return one.error();
    if (auto fits = takes(tracker, *one); !fits) return fits.error();
    const std::string& target = evidence->finding.verdict.setup.target;
    if (arguments.flag("--unchecked")) return with_unchecked_script(std::move(*one), target, tools);
    auto shown = with_working_script(std::move(*one), target, tools);
    if (shown && !report::breaks_compiler(*shown) && shown->tools.sanitizer.empty())
        say(fmt::format("bug {}: no sanitizer here takes its program; interesting.sh uses none\n", id));
    return shown;
}

Result<Status> run(const Arguments& arguments) {
    auto tracker = tracker_named(arguments.text("--for"));
    if (!tracker) return tracker.error();
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto tools = campaign_compilers(arguments, *store, Also::AllOfThisMachine);
    if (!tools) return tools.error();
    const std::vector<std::string>& names = arguments.files("BUG");
    for (const std::string& name : names) {
        auto id = bug_meant(*store, name);
        if (!id) return id.error();
        auto one = case_to_write(arguments, *store, *id, *tools, **tracker);
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
             {"--for", OptionKind::Text,
              "report (any compiler), gcc or dejagnu (GCC), llvm or lit (Clang), or script", "", true},
             {"--out", OptionKind::Text, "the folder for the files", "", true},
             {"--unchecked", OptionKind::Flag, "do not run the script of the bundle before it is written"},
             {"--config", OptionKind::Text, "a file with settings (assay.toml) instead of the campaign's"},
             kRootOption,
             kCampaignOption},
            "assay export 1 --for gcc --out bug1\n"
            "assay export 1 --for report --out bug1",
            run};
}

} // namespace assay::cli
