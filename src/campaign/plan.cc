#include "campaign/plan.h"

#include "toolchain/setups.h"

#include <algorithm>

namespace assay::campaign {
namespace {

using choice::Choices;
using choice::Option;
using choice::SiteOf;

constexpr SiteOf kLanguage{"campaign.language", Option{"c", "c", 5}, Option{"c++", "cxx", 1}};
constexpr SiteOf kTarget{"campaign.target", Option{"lp64", "lp64", 6}, Option{"ilp32", "ilp32", 1}};
constexpr SiteOf kSizeAlone{"campaign.size", Option{"", "mix", 3}, Option{"medium", "medium", 1}};
constexpr SiteOf kSizeInBatch{"campaign.batch_size", Option{"tiny", "tiny", 3}, Option{"small", "small", 2}};

// Seeds of a campaign are told apart from those of others, and those of its tests from each other.
constexpr uint64_t kSeedsPerCampaign = 1'000'000'000, kSeedsPerTest = 100;

Choices choices_for(choice::Session& session, const Config& config, uint64_t number) {
    return Choices(session, config.seed).fork("test", number);
}

bool any_can(const std::vector<toolchain::Compiler>& compilers, const std::string& ability,
             std::vector<std::string> toolchain::Abilities::*list) {
    return std::any_of(compilers.begin(), compilers.end(), [&](const toolchain::Compiler& compiler) {
        const auto& all = compiler.abilities.*list;
        return std::find(all.begin(), all.end(), ability) != all.end();
    });
}

std::string method_by_weight(const Config& config, Choices& c) {
    uint64_t total = 0;
    for (const MethodShare& share : config.methods) total += share.weight;
    base::check(total > 0, "a campaign without methods");
    uint64_t at = c.below(total);
    for (const MethodShare& share : config.methods) {
        if (at < share.weight) return share.name;
        at -= share.weight;
    }
    return config.methods.back().name;
}

} // namespace

Plan plan_test(const Config& config, const std::vector<toolchain::Compiler>& compilers, uint64_t number) {
    choice::Session session;
    Choices c = choices_for(session, config, number).fork("plan");
    Plan plan;
    plan.method = method_by_weight(config, c);
    plan.first_seed = config.seed * kSeedsPerCampaign + number * kSeedsPerTest;
    const std::string language = c.pick(kLanguage), target = c.pick(kTarget);
    if (any_can(compilers, language, &toolchain::Abilities::languages)) plan.settings.language = language;
    if (any_can(compilers, target, &toolchain::Abilities::targets)) plan.settings.target = target;
    const bool batch = c.percent(config.batch_percent);
    const std::string alone = c.pick(kSizeAlone), in_batch = c.pick(kSizeInBatch);
    if (batch && config.batch > 1) plan.count = std::min(config.batch, kSeedsPerTest);
    plan.settings.programs = config.programs;
    plan.settings.size = plan.count > 1 ? in_batch : alone;
    return plan;
}

std::vector<Placed> draw_setups(const Config& config, const std::vector<toolchain::Compiler>& compilers,
                                uint64_t number, const testcase::TestCase& test) {
    choice::Session session;
    Choices c = choices_for(session, config, number).fork("setups");
    std::vector<const toolchain::Compiler*> order;
    std::vector<Placed> drawn;
    // Every compiler gets its turn before one comes again.
    for (uint64_t turn = 0; drawn.size() < config.setups_per_test && turn < 4 * config.setups_per_test;
         ++turn) {
        if (order.empty()) {
            for (const toolchain::Compiler& compiler : compilers) order.push_back(&compiler);
            c.shuffle(order);
        }
        const toolchain::Compiler& compiler = *order.back();
        order.pop_back();
        Choices own = c.fork("turn", turn);
        const auto setup = toolchain::draw_setup(compiler, test, config.options, own);
        if (!setup) continue;
        const bool known = std::any_of(drawn.begin(), drawn.end(),
                                       [&](const Placed& placed) { return placed.setup == *setup; });
        if (!known) drawn.push_back({&compiler, *setup});
    }
    return drawn;
}

std::span<const choice::Site* const> plan_sites() {
    static constexpr const choice::Site* all[]{&kLanguage, &kTarget, &kSizeAlone, &kSizeInBatch};
    return all;
}

} // namespace assay::campaign
