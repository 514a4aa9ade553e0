// assay hunt: the main job. Makes tests, compiles each with some of the compilers of this machine, and keeps
// what is wrong in the campaign's folder.
#include "base/count.h"
#include "base/duration.h"
#include "base/temporary_folder.h"
#include "campaign/campaign.h"
#include "campaign/config_file.h"
#include "campaign/plan.h"
#include "campaign/record.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_choice.h"
#include "cli/support/compiler_search.h"
#include "cli/support/interrupt.h"
#include "cli/support/lists.h"
#include "cli/support/method_list.h"
#include "cli/support/status.h"
#include "report/bugs.h"
#include "sandbox/scratch.h"
#include "triage/reference.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <thread>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

// "grow,csmith=2": names with weights.
Result<std::vector<campaign::MethodShare>> methods_of(const std::string& text,
                                                      const campaign::Config& config) {
    const testcase::MethodRegistry methods = methods_of(config);
    std::vector<campaign::MethodShare> shares;
    for (const std::string& item : items(text)) {
        const size_t equals = item.find('=');
        campaign::MethodShare share{item.substr(0, equals), 1};
        if (!methods.make(share.name)) return Error{methods.unknown(share.name)};
        if (equals != std::string::npos) {
            const std::string weight = item.substr(equals + 1);
            const char* const last = weight.data() + weight.size();
            const auto [end, error] = std::from_chars(weight.data(), last, share.weight);
            if (error != std::errc() || end != last || share.weight > campaign::kMaxWeight)
                return Error{fmt::format("--methods: '{}' is not a weight: {}={} needs a number from 0 to {}",
                                         weight, share.name, weight, campaign::kMaxWeight)};
        }
        shares.push_back(share);
    }
    if (!campaign::any_has_weight(shares))
        return Error{fmt::format("--methods: '{}' gives no method a weight above 0", text)};
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
    if (!arguments.text("--seed").empty()) {
        config.seed = arguments.number("--seed");
        config.seed_given = true;
    }
    if (!arguments.text("--jobs").empty()) config.jobs = static_cast<unsigned>(arguments.number("--jobs"));
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

// A campaign keeps its seed, because its tests follow from it. Anything else may change, and is said.
Result<void> fit_to_campaign(store::Store& store, campaign::Config& config,
                             const std::vector<toolchain::Compiler>& compilers) {
    auto unfinished = store.first_unfinished();
    if (!unfinished) return unfinished.error();
    auto claimed = store.has_tests();
    if (!claimed) return claimed.error();
    auto then = campaign::load_record(store);
    if (!then) return then.error();
    if (*claimed && *then) {
        const uint64_t begun_with = (*then)->seed;
        if (!config.seed_given) config.seed = begun_with;
        if (config.seed != begun_with)
            return Error{
                fmt::format("{}: this campaign was begun with seed {}, and its tests follow from it; "
                            "go on with --seed {}, or name another folder with --campaign for seed {}",
                            store.folder(), begun_with, begun_with, config.seed)};
        const std::vector<std::string> changes = differences(**then, campaign::record_of(config, compilers));
        for (const std::string& change : changes) say(fmt::format("{}\n", change));
        if (!changes.empty())
            say(fmt::format("{}: going on with what is new; tests from here on are other ones than "
                            "without the change\n",
                            store.folder()));
    }
    if (*claimed && *unfinished >= config.tests)
        say(fmt::format("{}: all {} tests are done already; a larger --tests makes more\n", store.folder(),
                        config.tests));
    return {};
}

// They are left out, and whoever hunts here should know why.
Result<void> say_what_is_given_up(store::Store& store, const campaign::Config& config) {
    auto all = store.given_up();
    if (!all) return all.error();
    for (const store::GivenUp& one : *all)
        say(fmt::format("{}: test {} ({}) is given up: in {} attempts the hunt ended before it, or with it\n",
                        store.folder(), one.number, campaign::plan_method(config, one.number), one.attempts));
    return {};
}

// Before the hunt begins: programs without a known answer are of little use without somebody to ask.
void say_what_cannot_be_settled(const campaign::Config& config, const Toolbox& toolbox) {
    const testcase::MethodRegistry methods = methods_of(config);
    for (const campaign::MethodShare& share : config.methods) {
        const auto method = methods.make(share.name);
        if (!method || method->knows_answers()) continue;
        for (const std::string& language : campaign::common_languages(*method, toolbox.compilers)) {
            if (!triage::can_settle(toolbox.references, language))
                say(fmt::format(
                    "{}: no reference for {} is installed{}, so nobody can tell which side is right "
                    "where setups differ (see assay doctor)\n",
                    share.name, language, language == "c" ? " (gcc or clang with sanitizers)" : ""));
        }
    }
}

// The status line goes away before anything else is said.
Result<campaign::Progress> hunted(const campaign::Config& config, const Toolbox& toolbox, store::Store& store,
                                  const std::atomic<bool>& stop) {
    StatusLine status;
    return campaign::run(config, toolbox, store, status, stop);
}

struct Novelty {
    uint64_t fresh = 0, known = 0; // bugs that this run discovered; others that it met
};

// A bug counts once, whether it was found anew or recognized on sight. Ignored ones are known ones.
Result<Novelty> novelty(store::Store& store, int64_t last_before, const campaign::Progress& progress) {
    std::map<int64_t, bool> met; // is it new?
    auto found = store.bugs_met_since(last_before);
    if (!found) return found.error();
    for (const store::Met& one : *found) met[one.bug] = one.is_new;
    for (const std::string& title : progress.hit_titles) {
        auto bug = store.bug_titled(title);
        if (!bug) return bug.error();
        if (*bug) met.try_emplace(**bug, false);
    }
    Novelty all;
    for (const auto& [id, is_new] : met) {
        auto bug = store.bug(id);
        if (!bug) return bug.error();
        if (report::counts(*bug) || bug->state == triage::State::Ignored) ++(is_new ? all.fresh : all.known);
    }
    return all;
}

std::string novelty_text(const Novelty& all) {
    std::string text = base::counted(all.fresh, "new bug");
    if (all.known > 0) text += fmt::format(", {} met again", base::counted(all.known, "known bug"));
    return text + "\n";
}

Result<Status> run(const Arguments& arguments) {
    auto config = config_of(arguments);
    if (!config) return config.error();
    Interrupt interrupt;
    base::TemporaryFolder::sweep(); // a hunt that was killed may have left some
    sandbox::sweep_scratch();
    auto toolbox = choose_compilers(arguments);
    if (!toolbox) return toolbox.error();
    if (auto tried = settle_options(*toolbox, config->options); !tried) return tried.error();
    if (config->methods.empty()) config->methods = campaign::default_methods(toolbox->compilers);
    // Only now: a hunt that was called wrongly leaves no campaign behind, which would look like a clean one.
    auto store = store::Store::open_for_writing(arguments.text("--campaign"));
    if (!store) return store.error();
    if (auto fits = fit_to_campaign(*store, *config, toolbox->compilers); !fits) return fits.error();
    if (auto told = say_what_is_given_up(*store, *config); !told) return told.error();
    say_what_cannot_be_settled(*config, *toolbox);
    if (!toolbox->fence_gaps.empty())
        say(fmt::format("assay: the fence around commands has gaps: {}\n", toolbox->fence_gaps));
    auto last_before = store->last_finding();
    if (!last_before) return last_before.error();
    auto progress = hunted(*config, *toolbox, *store, interrupt.asked());
    if (!progress) return progress.error();
    auto met = novelty(*store, *last_before, *progress);
    if (!met) return met.error();
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const std::string faults = report::what_is_no_bug(*bugs);
    std::erase_if(*bugs, [](const store::Bug& bug) { return !report::counts(bug); });
    std::string text = summary(*progress) + novelty_text(*met) + "\n" + report::bugs_table(*bugs) + faults;
    if (!bugs->empty())
        text += fmt::format("\nsee: assay show {} --campaign {}\n", bugs->front().id, store->folder());
    if (auto written = write_out(text); !written) return written.error();
    return met->fresh == 0 ? kNothingFound : kSomethingFound;
}

} // namespace

Command hunt_command() {
    return {
        "hunt",
        "makes tests, compiles them with the compilers of this machine, and keeps what is wrong",
        {{"--for", OptionKind::Text, "how long: 90s, 10m, 2h; otherwise until Ctrl-C"},
         number_option("--tests", "how many tests in all", {1, 1'000'000'000'000}),
         {"--methods", OptionKind::Text,
          "which methods (see below), with weights: grow=3,csmith; otherwise all"},
         {"--compilers", OptionKind::Text, "which compilers: gcc-12,clang-19; otherwise all that are found"},
         {"--options", OptionKind::Text, "which options: --options=-O0,-O3; otherwise many"},
         number_option("--jobs", "how many at the same time; otherwise one for each core", {1, 4096}),
         number_option("--seed", "of the campaign: the same seed makes the same tests; otherwise 1",
                       kAnySeed),
         kCampaignOption,
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kRootOption,
         {"--no-triage", OptionKind::Flag, "skip triage"},
         {"--no-reduce", OptionKind::Flag, "skip reduction"}},
        "assay hunt --for 10m\n"
        "assay hunt --for 1h --methods grow --compilers gcc-12,clang-19 --options=-O2,-O3\n"
        "assay hunt --tests 1000 --seed 7 --campaign /tmp/hunt",
        run,
        "0: no new bug; known ones may have been met again\n"
        "1: this run found new bugs\n"
        "2: failed, or called wrongly",
        methods_with_summaries};
}

} // namespace assay::cli
