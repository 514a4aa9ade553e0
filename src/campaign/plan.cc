#include "campaign/plan.h"

#include "generate/external/csmith.h"
#include "source/registry.h"
#include "source/relax/analysis.h"
#include "toolchain/setups.h"
#include "triage/reference.h"

#include <algorithm>

namespace assay::campaign {
namespace {

using choice::Choices;
using choice::Option;
using choice::SiteOf;
using namespace std::string_view_literals;

constexpr SiteOf kLanguage{"campaign.language", Option{"c"sv, "c", 5}, Option{"c++"sv, "cxx", 1},
                           Option{"java"sv, "java", 2}, Option{"python"sv, "python", 2}};
// Data models that need no other machine come most often; all others share one alternative.
constexpr SiteOf kTarget{"campaign.target", Option{"lp64"sv, "lp64", 12}, Option{"ilp32"sv, "ilp32", 2},
                         Option{""sv, "another", 2}};
constexpr SiteOf kDialect{"campaign.dialect", Option{""sv, "all", 3}, Option{"plain"sv, "plain", 1}};
constexpr SiteOf kSizeAlone{"campaign.size", Option{""sv, "mix", 3}, Option{"medium"sv, "medium", 1}};
constexpr SiteOf kSizeInBatch{"campaign.batch_size", Option{"tiny"sv, "tiny", 3},
                              Option{"small"sv, "small", 2}, Option{"medium"sv, "medium", 1}};

// Seeds of a campaign are told apart from those of others, and those of its tests from each other.
constexpr uint64_t kSeedsPerCampaign = 1'000'000'000, kSeedsPerTest = 100;

Choices choices_for(choice::Session& session, const Config& config, uint64_t number) {
    return Choices(session, config.seed).fork("test", number);
}

bool lists(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

using Compilers = std::vector<const toolchain::Compiler*>;

Compilers that_compile(const std::string& language, const std::vector<toolchain::Compiler>& compilers) {
    Compilers found;
    for (const toolchain::Compiler& compiler : compilers)
        if (lists(compiler.abilities.languages, language)) found.push_back(&compiler);
    return found;
}

std::string draw_language(const std::vector<std::string>& languages, Choices& c) {
    choice::Mask allowed;
    for (const std::string& language : languages)
        for (size_t i = 0; i < kLanguage.size(); ++i)
            if (kLanguage.value(i) == language) allowed |= kLanguage.only(kLanguage.value(i));
    return std::string(c.try_pick(kLanguage, allowed).value_or("c"sv));
}

// Of those that the method makes and the compilers make programs for; languages without data models keep the
// usual one.
std::string draw_target(const Compilers& compilers, const std::vector<std::string>& made, Choices& c) {
    std::vector<std::string> others;
    choice::Mask allowed;
    for (const toolchain::Compiler* compiler : compilers) {
        for (const std::string& target : compiler->abilities.targets) {
            if (!made.empty() && !lists(made, target)) continue;
            if (target == "lp64" || target == "ilp32")
                allowed |= target == "lp64" ? kTarget.only("lp64"sv) : kTarget.only("ilp32"sv);
            else if (!lists(others, target))
                others.push_back(target);
        }
    }
    std::sort(others.begin(), others.end());
    if (!others.empty()) allowed |= kTarget.only(""sv);
    const std::string drawn(c.try_pick(kTarget, allowed).value_or("lp64"sv));
    return drawn.empty() ? c.element(others) : drawn;
}

// Knows it few of the extensions that methods like to use?
bool is_small(const toolchain::Compiler* compiler) { return !lists(compiler->abilities.features, "vectors"); }

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

std::string plan_method(const Config& config, uint64_t number) {
    choice::Session session(policy_of(config, "campaign"));
    Choices c = choices_for(session, config, number).fork("method");
    return method_by_weight(config, c);
}

std::vector<std::string> common_languages(const testcase::Method& method,
                                          const std::vector<toolchain::Compiler>& compilers) {
    std::vector<std::string> common = method.languages();
    std::erase_if(common,
                  [&](const std::string& language) { return that_compile(language, compilers).empty(); });
    return common;
}

std::vector<MethodShare> default_methods(const std::vector<toolchain::Compiler>& compilers) {
    // Csmith's programs are large, and what they print is not known: they cost the most for what they find.
    std::vector<MethodShare> shares{{"grow", 12}, {"expand", 4}, {"derive", 3},
                                    {"prune", 1}, {"relax", 1},  {"csmith", 1}};
    const bool csmith = generate::external::csmith_missing().empty(),
               relax = csmith && source::relax::analysis_missing().empty();
    std::erase_if(shares, [&](const MethodShare& share) {
        if ((share.name == "csmith" && !csmith) || (share.name == "relax" && !relax)) return true;
        return common_languages(*source::method_named(share.name), compilers).empty();
    });
    return shares;
}

Plan plan_test(const Config& config, const std::vector<toolchain::Compiler>& compilers,
               const testcase::Method& method, uint64_t number) {
    choice::Session session(policy_of(config, "campaign"));
    Choices c = choices_for(session, config, number).fork("plan");
    Plan plan;
    plan.method = method.name();
    plan.settings.policy = policy_of(config, method.name());
    plan.first_seed = config.seed * kSeedsPerCampaign + number * kSeedsPerTest;
    plan.settings.language = draw_language(common_languages(method, compilers), c);
    const Compilers able = that_compile(plan.settings.language, compilers);
    plan.settings.target = draw_target(able, method.targets(plan.settings.language), c);
    const std::string_view dialect = c.pick(kDialect);
    // A program is made again by its settings, so they hold nothing that the method does not take.
    const auto takes = [&](std::string_view setting) {
        return testcase::takes(method, plan.settings.language, setting);
    };
    if (takes("dialect") && plan.settings.language == "c" && std::ranges::any_of(able, is_small))
        plan.settings.dialect = std::ranges::all_of(able, is_small) ? "plain" : dialect;
    const bool batch = c.percent(config.batch_percent);
    const std::string_view alone = c.pick(kSizeAlone), in_batch = c.pick(kSizeInBatch);
    if (batch && config.batch > 1) plan.count = std::min(config.batch, kSeedsPerTest);
    // Of larger programs, as many as share the start of a compiler without hiding in each other's company.
    if (plan.count > 1 && in_batch == "medium") plan.count = std::max<uint64_t>(plan.count / 3, 2);
    if (takes("programs")) plan.settings.programs = config.programs;
    if (takes("size")) plan.settings.size = plan.count > 1 ? in_batch : alone;
    return plan;
}

std::vector<CompilerSetup> draw_setups(const Config& config,
                                       const std::vector<toolchain::Compiler>& compilers, uint64_t number,
                                       const testcase::TestCase& test) {
    choice::Session session(policy_of(config, "campaign"));
    Choices c = choices_for(session, config, number).fork("setups");
    const Compilers able = that_compile(test.language, compilers);
    Compilers order;
    std::vector<CompilerSetup> drawn;
    // Every compiler gets its turn before one comes again.
    for (uint64_t turn = 0;
         drawn.size() < config.setups_per_test && turn < std::max(4 * config.setups_per_test, able.size());
         ++turn) {
        if (order.empty()) {
            order = able;
            c.shuffle(order);
        }
        const toolchain::Compiler& compiler = *order.back();
        order.pop_back();
        Choices own = c.fork("turn", turn);
        const auto setup = toolchain::draw_setup(compiler, test, config.options, own);
        if (!setup) continue;
        const bool known = std::any_of(drawn.begin(), drawn.end(),
                                       [&](const CompilerSetup& placed) { return placed.setup == *setup; });
        if (!known) drawn.push_back({&compiler, *setup});
    }
    return drawn;
}

std::optional<CompilerSetup> reference_setup(const std::vector<toolchain::Compiler>& references,
                                             const std::vector<CompilerSetup>& drawn,
                                             const testcase::TestCase& test) {
    std::vector<testcase::Setup> setups;
    for (const CompilerSetup& placed : drawn) setups.push_back(placed.setup);
    auto reference = triage::reference_beside(references, setups, test);
    if (!reference) return std::nullopt;
    return CompilerSetup{reference->compiler, std::move(reference->setup), true};
}

std::span<const choice::Site* const> plan_sites() {
    static constexpr const choice::Site* all[]{&kLanguage, &kTarget, &kDialect, &kSizeAlone, &kSizeInBatch};
    return all;
}

} // namespace assay::campaign
