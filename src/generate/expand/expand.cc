#include "generate/expand/expand.h"

#include "generate/expand/maker.h"
#include "generate/expand/rewrite.h"
#include "generate/grow/grow.h"
#include "generate/model/model_method.h"
#include "program/build.h"
#include "program/text.h"
#include "semantics/evaluate.h"

#include <fmt/format.h>

namespace assay::generate::expand {

using base::Error;
using base::Result;
using program::Standard;
using testcase::Settings;

namespace {

constexpr SiteOf kProgramSize{"expand.size", Option{Size::Tiny, "tiny", 20},
                              Option{Size::Small, "small", 117}, Option{Size::Medium, "medium", 62},
                              Option{Size::Large, "large", 1}};
constexpr SiteOf kStandardC{"expand.standard.c", Option{Standard::C99, "c99", 1},
                            Option{Standard::C11, "c11", 3}, Option{Standard::C17, "c17", 3},
                            Option{Standard::C23, "c23", 1}};
constexpr SiteOf kStandardCxx{"expand.standard.cxx", Option{Standard::Cxx11, "cxx11", 1},
                              Option{Standard::Cxx14, "cxx14", 1}, Option{Standard::Cxx17, "cxx17", 3},
                              Option{Standard::Cxx20, "cxx20", 2}};
constexpr SiteOf kLayout{"expand.layout", Option{print::Layout::OneFile, "one", 7},
                         Option{print::Layout::ThreeFiles, "three", 2},
                         Option{print::Layout::PerFunction, "functions", 1}};
constexpr SiteOf kHarness{"expand.harness", Option{print::Harness::SelfCheck, "selfcheck", 3},
                          Option{print::Harness::Checksum, "checksum", 2}};
constexpr Coin kParentheses{"expand.parentheses", 10};
constexpr Coin kShuffle{"expand.shuffle", 35};
constexpr SiteOf kVolatility{"expand.volatile", Option{Volatility::None, "none", 3},
                             Option{Volatility::Some, "some", 6}, Option{Volatility::Many, "many", 2}};
constexpr Coin kLive{"expand.live", 4}; // rewritten once more, by any transform

constexpr PlanSites kPlanSites{kProgramSize, kStandardC, kStandardCxx, kLayout, kHarness, kParentheses};

size_t nodes_of(Size size, Choices& c) {
    switch (size) {
    case Size::Tiny: return c.range<size_t>(100, 400);
    case Size::Small: return c.range<size_t>(600, 1800);
    case Size::Medium: return c.range<size_t>(3000, 6000);
    case Size::Large: return c.range<size_t>(12000, 18000);
    }
    return 1000;
}

// The program that does nothing, with the types that steps may use.
Program trivial(const ModelPlan& plan, Choices& c) {
    Program p;
    p.platform = plan.platform;
    program::Build build(p);
    make_records(p, c, plan.size == Size::Tiny ? c.below(2) : 1 + c.below(4));
    p.entry = build.func("run", program::type::Void, {}, c.percent(50) ? program::kFuncStatic : 0);
    const NodeId body = build.block({});
    p[p.entry].body = body;
    return p;
}

void make(Maker& m, Size size) {
    Choices& c = m.c;
    m.volatility = c.pick(kVolatility);
    for (auto count = c.range(3, 9); count > 0; --count) m.kinds.push_back(program::basic(any_kind(m.p, c)));
    m.kinds.push_back(program::type::Int);
    m.most_nodes = nodes_of(size, c);
    const bool tiny = size == Size::Tiny;
    for (uint64_t inputs = tiny ? 2 : 4 + c.below(8); inputs > 0; --inputs) m.add_input();
    const size_t all_nodes = m.most_nodes;
    m.most_nodes = all_nodes / 2; // the rest is for what calls them
    for (uint64_t functions = tiny ? c.below(2) : c.below(7); functions > 0 && !m.full(); --functions)
        m.add_function();
    m.most_nodes = all_nodes;
    Spot spot;
    spot.block = spot.body = m.entry_body();
    m.call_all(spot);
    while (!m.full()) m.fill(spot, 12);
}

choice::Policy policy_for(uint64_t seed, const Settings& settings, choice::Tally& tally) {
    choice::Policy policy = settings.policy;
    choice::Session session(policy);
    Choices c = Choices(session, seed).fork("shuffle");
    if (!settings.is_off("policies") && !policy.shuffled() && c.pick(kShuffle))
        policy.shuffle(c.bits64() >> 1);
    tally.merge(session.tally());
    return policy;
}

constexpr uint64_t kStepBudget = 3'000'000;

semantics::Meaning meaning_of(const Program& p, bool profile) {
    semantics::EvaluateOptions options;
    options.profile = profile;
    options.step_budget = kStepBudget;
    return semantics::evaluate(p, options);
}

// Any transforms on a program of known meaning.
Expanded rewritten(Program p, semantics::Meaning meaning, Choices& c, uint64_t tries, bool profile,
                   Recipe* recipe) {
    const size_t most_nodes = 4 * p.nodes.size() + 1000;
    transform::Editor editor(std::move(p), std::move(meaning));
    rewrite(editor, c, tries, most_nodes);
    Expanded made;
    made.program = editor.program();
    made.meaning = meaning_of(made.program, profile);
    made.steps = editor.steps().size();
    if (recipe) recipe->steps.insert(recipe->steps.end(), editor.steps().begin(), editor.steps().end());
    return made;
}

// What an attempt makes is not always defined.
Result<Expanded> attempted(uint64_t seed, const Settings& settings, choice::Tally& tally, uint64_t attempt,
                           bool profile, Recipe* recipe) {
    choice::Session planned(settings.policy);
    Choices planning = Choices(planned, seed).fork("plan");
    auto plan = plan_model("expand", settings, kPlanSites, planning);
    if (!plan) return plan.error();
    choice::Session session(policy_for(seed, settings, tally));
    Choices c = Choices(session, seed).fork("attempt", attempt);
    Program start = trivial(*plan, c);
    if (recipe) recipe->start = start;
    Maker maker(c, std::move(start), recipe ? &recipe->steps : nullptr);
    make(maker, plan->size);
    const bool live = plan->size <= Size::Small && c.pick(kLive);
    Expanded made;
    made.meaning = meaning_of(maker.p, profile || live);
    if (live && made.meaning.defined())
        made = rewritten(std::move(maker.p), std::move(made.meaning), c, 60, profile, recipe);
    else
        made.program = std::move(maker.p);
    made.steps += maker.steps;
    made.print = plan->print;
    tally.merge(planned.tally());
    tally.merge(session.tally());
    return made;
}

Result<Expanded> from_grow(uint64_t seed, const Settings& settings, choice::Tally& tally, uint64_t attempt,
                           bool profile, Recipe* recipe) {
    Settings first = settings;
    first.set("from", "");
    first.policy = {}; // whose names are those of this method
    auto grown = grow::grow(seed, first, tally);
    if (!grown) return grown.error();
    // Steps name nodes by the ids that the program has when it is loaded from its text.
    auto start = program::load(program::save(grown->program), grown->program.platform, "start");
    if (!start) return start.error();
    if (recipe) recipe->start = *start;
    choice::Session session(settings.policy);
    Choices c = Choices(session, seed).fork("rewrite", attempt);
    // A program that takes too long is rewritten less.
    const uint64_t tries = (100 + grown->program.nodes.size() / 4) >> attempt;
    semantics::Meaning meaning = meaning_of(*start, true);
    Expanded made = rewritten(*std::move(start), std::move(meaning), c, tries, profile, recipe);
    made.print = grown->print;
    made.print.sugar = {}; // it is of the program before the steps
    tally.merge(session.tally());
    return made;
}

Result<Expanded> one_attempt(uint64_t seed, const Settings& settings, choice::Tally& tally, uint64_t attempt,
                             bool profile, Recipe* recipe) {
    const std::string& from = settings["from"];
    if (from.empty()) return attempted(seed, settings, tally, attempt, profile, recipe);
    if (from == "grow") return from_grow(seed, settings, tally, attempt, profile, recipe);
    return Error{fmt::format("expand starts from a trivial program or from grow, not from '{}'", from)};
}

class Expand : public ModelMethod {
  public:
    std::string_view name() const override { return "expand"; }
    std::string_view summary() const override {
        return "a trivial program made big by steps that keep its meaning; checks its values where it uses "
               "them";
    }
    std::vector<const choice::Site*> sites() const override { return all_sites(); }
    std::vector<testcase::Setting> settings_for(std::string_view language) const override {
        std::vector<testcase::Setting> all = ModelMethod::settings_for(language);
        all.push_back({"from", {"grow"}, "the method whose programs are rewritten: grow"});
        return all;
    }
    uint32_t default_weight() const override { return 4; }
    Result<Model> model(uint64_t seed, const Settings& settings, bool with_profile) override {
        auto expanded = expand(seed, settings, tally_, with_profile);
        if (!expanded) return expanded.error();
        return Model{std::move(expanded->program), std::move(expanded->meaning), std::move(expanded->print)};
    }
    Result<generate::Recipe> recipe(uint64_t seed, const Settings& settings) override {
        auto made = expand::recipe(seed, settings);
        if (!made) return made.error();
        return generate::Recipe{program::save(made->start), transform::save_steps(made->steps)};
    }

  protected:
    PlanSites plan_sites() const override { return kPlanSites; }
};

} // namespace

Result<Expanded> expand(uint64_t seed, const Settings& settings, choice::Tally& tally, bool profile) {
    constexpr uint64_t kAttempts = 20;
    for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        auto made = one_attempt(seed, settings, tally, attempt, profile, nullptr);
        if (!made) return made.error();
        if (!made->meaning.defined()) continue;
        made->attempts = attempt + 1;
        return made;
    }
    return Error{fmt::format("expand: seed {} made no defined program in {} attempts", seed, kAttempts)};
}

Result<Recipe> recipe(uint64_t seed, const Settings& settings) {
    choice::Tally ignored;
    auto expanded = expand(seed, settings, ignored, false);
    if (!expanded) return expanded.error();
    Recipe recipe;
    auto again = one_attempt(seed, settings, ignored, expanded->attempts - 1, false, &recipe);
    if (!again) return again.error();
    return recipe;
}

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Expand>(); }

std::span<const choice::Site* const> method_sites() {
    static constexpr const choice::Site* all[]{&kProgramSize, &kStandardC, &kStandardCxx, &kLayout, &kHarness,
                                               &kParentheses, &kShuffle,   &kVolatility,  &kLive};
    return all;
}

std::vector<const choice::Site*> all_sites() {
    std::vector<const choice::Site*> all;
    for (const auto& part :
         {method_sites(), type_sites(), number_sites(), object_sites(), statement_sites(), function_sites()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace assay::generate::expand
