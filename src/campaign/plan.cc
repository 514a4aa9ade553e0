#include "campaign/plan.h"

#include "source/registry.h"
#include "testcase/language.h"
#include "toolchain/setups.h"
#include "triage/reference.h"

#include <algorithm>

namespace assay::campaign {
namespace {

using choice::Choices;
using choice::Option;
using choice::SiteOf;
using namespace std::string_view_literals;

// A site of all languages that Assay knows: alternatives and weights come from the table of languages.
class LanguageSite {
  public:
    static const LanguageSite& get() {
        static const LanguageSite site;
        return site;
    }
    const choice::Site& site() const { return *site_; }
    std::string draw(const std::vector<std::string>& languages, Choices& c) const {
        choice::Mask allowed;
        for (size_t i = 0; i < all_.size(); ++i)
            if (std::ranges::find(languages, all_[i].name) != languages.end())
                allowed |= choice::Mask::one(i);
        const auto drawn = c.try_pick(*site_, allowed);
        return drawn ? all_[*drawn].name : languages.empty() ? "c" : languages.front();
    }

  private:
    const std::vector<testcase::Language>& all_ = testcase::languages();
    std::vector<std::string> names_; // as policies write them: "cxx"
    std::vector<choice::Alternative> alternatives_;
    std::optional<choice::Site> site_;

    LanguageSite() {
        for (const testcase::Language& language : all_) {
            names_.push_back(language.name);
            std::ranges::replace(names_.back(), '+', 'x');
        }
        for (size_t i = 0; i < all_.size(); ++i) alternatives_.push_back({names_[i], all_[i].weight});
        site_.emplace("campaign.language", alternatives_);
    }
};

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
    std::vector<MethodShare> shares;
    for (const auto& method : source::methods().make_all())
        if (method->default_weight() > 0 && why_off(*method).empty() &&
            !common_languages(*method, compilers).empty())
            shares.push_back({std::string(method->name()), method->default_weight()});
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
    plan.settings.language = LanguageSite::get().draw(common_languages(method, compilers), c);
    const Compilers able = that_compile(plan.settings.language, compilers);
    plan.settings.target = draw_target(able, method.targets(plan.settings.language), c);
    const std::string_view dialect = c.pick(kDialect);
    // A program is made again by its settings, so they hold nothing that the method does not take.
    const auto takes = [&](std::string_view setting) {
        return testcase::takes(method, plan.settings.language, setting);
    };
    if (takes("dialect") && std::ranges::any_of(able, is_small))
        plan.settings.set("dialect", std::string(std::ranges::all_of(able, is_small) ? "plain" : dialect));
    const bool batch = c.percent(config.batch_percent);
    const std::string_view alone = c.pick(kSizeAlone), in_batch = c.pick(kSizeInBatch);
    if (batch && config.batch > 1) plan.count = std::min(config.batch, kSeedsPerTest);
    // Of larger programs, as many as share the start of a compiler without hiding in each other's company.
    if (plan.count > 1 && in_batch == "medium") plan.count = std::max<uint64_t>(plan.count / 3, 2);
    if (takes("programs")) plan.settings.set("programs", config.programs);
    if (takes("size")) plan.settings.set("size", std::string(plan.count > 1 ? in_batch : alone));
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
    static const choice::Site* const all[]{&LanguageSite::get().site(), &kTarget, &kDialect, &kSizeAlone,
                                           &kSizeInBatch};
    return all;
}

} // namespace assay::campaign
