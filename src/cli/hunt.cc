// assay hunt: the main job. Makes tests, compiles each with some of the compilers of this machine, and keeps
// what is wrong in the campaign's folder.
#include "base/duration.h"
#include "base/temporary_folder.h"
#include "campaign/campaign.h"
#include "campaign/config_file.h"
#include "campaign/plan.h"
#include "cli/campaign_folder.h"
#include "cli/compiler_choice.h"
#include "cli/interrupt.h"
#include "cli/lists.h"
#include "cli/status.h"
#include "report/bugs.h"

#include <fmt/format.h>
#include <thread>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

// "grow,csmith=2": names with weights.
Result<std::vector<campaign::MethodShare>> methods_of(const std::string& text,
                                                      const campaign::Config& config) {
    std::vector<campaign::MethodShare> shares;
    for (const std::string& item : items(text)) {
        const size_t equals = item.find('=');
        campaign::MethodShare share{item.substr(0, equals), 1};
        if (!method_named(config, share.name)) return Error{unknown_method(config, share.name)};
        if (equals != std::string::npos) {
            const std::string weight = item.substr(equals + 1);
            const bool number = !weight.empty() && weight.size() < 9 &&
                                weight.find_first_not_of("0123456789") == std::string::npos;
            if (!number) return Error{fmt::format("--methods: '{}' is no weight", weight)};
            share.weight = static_cast<uint32_t>(std::stoul(weight));
        }
        shares.push_back(share);
    }
    return shares;
}

// What the command line says stands above what the file says.
Result<campaign::Config> config_of(const Arguments& arguments) {
    campaign::Config config;
    config.jobs = std::max(1U, std::thread::hardware_concurrency());
    if (const std::string file = arguments.text("--config"); !file.empty())
        if (auto read = campaign::read_config(file, config); !read) return read.error();
    if (const std::string methods = arguments.text("--methods"); !methods.empty()) {
        auto shares = methods_of(methods, config);
        if (!shares) return shares.error();
        config.methods = std::move(*shares);
    }
    for (const std::string& set : items(arguments.text("--options")))
        config.options.push_back(items(set, ' '));
    if (arguments.flag("--seed")) config.seed = arguments.number("--seed");
    if (!arguments.text("--jobs").empty()) config.jobs = static_cast<unsigned>(arguments.number("--jobs"));
    if (config.jobs == 0 || config.jobs > 4096) return Error{"--jobs: give a number from 1 to 4096"};
    if (!arguments.text("--tests").empty()) config.tests = arguments.number("--tests");
    if (const std::string text = arguments.text("--for"); !text.empty()) {
        auto time = base::parse_duration(text);
        if (!time) return Error{"--for: " + time.error().message};
        config.time = *time;
    }
    config.examine = !arguments.flag("--no-triage");
    config.reduce = config.examine && !arguments.flag("--no-reduce");
    return config;
}

Result<Status> run(const Arguments& arguments) {
    auto config = config_of(arguments);
    if (!config) return config.error();
    Interrupt interrupt;
    base::TemporaryFolder::sweep(); // a hunt that was killed may have left some
    auto store = store::Store::open_for_writing(arguments.text("--campaign"));
    if (!store) return store.error();
    auto toolbox = choose_compilers(items(arguments.text("--compilers")), arguments.text("--config"));
    if (!toolbox) return toolbox.error();
    if (config->methods.empty()) config->methods = campaign::default_methods(toolbox->compilers);
    StatusLine status;
    auto progress = campaign::run(*config, toolbox->compilers, *store, status, interrupt.asked());
    status.finish();
    if (!progress) return progress.error();
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    std::erase_if(*bugs, [](const store::Bug& bug) { return !report::counts(bug); });
    std::string text = summary(*progress) + "\n" + report::bugs_table(*bugs);
    if (!bugs->empty())
        text += fmt::format("\nsee: assay show {} --campaign {}\n", bugs->front().id, store->folder());
    if (auto written = write_out(text); !written) return written.error();
    return bugs->empty() ? kNothingFound : kSomethingFound;
}

} // namespace

Command hunt_command() {
    return {
        "hunt",
        "makes tests, compiles them with the compilers of this machine, and keeps what is wrong",
        {{"--for", OptionKind::Text, "how long: 90s, 10m, 2h; otherwise until Ctrl-C"},
         {"--tests", OptionKind::Number, "how many tests in all"},
         {"--methods", OptionKind::Text, "which methods, with weights: grow=3,csmith; otherwise all"},
         {"--compilers", OptionKind::Text, "which compilers: gcc-12,clang-19; otherwise all that are found"},
         {"--options", OptionKind::Text, "which options: --options=-O0,-O3; otherwise many"},
         {"--jobs", OptionKind::Number, "how many at the same time; otherwise one for each core"},
         {"--seed", OptionKind::Number, "of the campaign: the same seed makes the same tests", "1"},
         kCampaignOption,
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         {"--no-triage", OptionKind::Flag, "do not repeat, confirm and tell apart what is found"},
         {"--no-reduce", OptionKind::Flag, "leave the programs as they are"}},
        "assay hunt --for 10m\n"
        "assay hunt --for 1h --methods grow --compilers gcc-12,clang-19 --options=-O2,-O3\n"
        "assay hunt --tests 1000 --seed 7 --campaign /tmp/hunt",
        run};
}

} // namespace assay::cli
