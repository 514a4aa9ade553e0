#include "generate/grow/grow.h"

#include "base/check.h"
#include "generate/grow/sites.h"
#include "generate/grow/world.h"
#include "print/print.h"
#include "semantics/repair.h"

#include <fmt/format.h>

namespace assay::generate::grow {

using base::Error;
using base::Result;
using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::Standard;
using testcase::Settings;
using testcase::TestCase;

namespace {

enum class Size { Tiny, Small, Medium, Large };
constexpr SiteOf kSize{"grow.size", Option{Size::Tiny, "tiny", 25}, Option{Size::Small, "small", 60},
                       Option{Size::Medium, "medium", 14}, Option{Size::Large, "large", 1}};
constexpr SiteOf kStandardC{"grow.standard.c", Option{Standard::C99, "c99", 1},
                            Option{Standard::C11, "c11", 3}, Option{Standard::C17, "c17", 3},
                            Option{Standard::C23, "c23", 1}};
constexpr SiteOf kStandardCxx{"grow.standard.cxx", Option{Standard::Cxx11, "cxx11", 1},
                              Option{Standard::Cxx14, "cxx14", 1}, Option{Standard::Cxx17, "cxx17", 3},
                              Option{Standard::Cxx20, "cxx20", 2}};
constexpr SiteOf kLayout{"grow.layout", Option{print::Layout::OneFile, "one", 6},
                         Option{print::Layout::ThreeFiles, "three", 3},
                         Option{print::Layout::PerFunction, "functions", 1}};
constexpr SiteOf kHarness{"grow.harness", Option{print::Harness::Checksum, "checksum", 4},
                          Option{print::Harness::SelfCheck, "selfcheck", 1}};
constexpr Coin kParentheses{"grow.parentheses", 5};
constexpr Coin kShuffle{"grow.shuffle", 60};
constexpr Coin kRewrite{"grow.rewrite", 85};

int64_t statements_of(Size size, Choices& c) {
    switch (size) {
    case Size::Tiny: return c.range<int64_t>(3, 9);
    case Size::Small: return c.range<int64_t>(12, 40);
    case Size::Medium: return c.range<int64_t>(90, 200);
    case Size::Large: return c.range<int64_t>(1100, 1500);
    }
    return 10;
}

Result<Size> size_named(const std::string& name) {
    if (name == "tiny") return Size::Tiny;
    if (name == "small") return Size::Small;
    if (name == "medium") return Size::Medium;
    if (name == "large") return Size::Large;
    return Error{fmt::format("unknown size '{}': use tiny, small, medium or large", name)};
}

// What the settings leave open is drawn; what they say is checked once.
struct Plan {
    program::Platform platform;
    Size size = Size::Small;
    print::Options print;
    bool policies = true;
};

Result<Plan> plan_for(const Settings& settings, Choices& c) {
    Plan plan;
    plan.policies = settings.policies;
    if (settings.language != "c" && settings.language != "c++")
        return Error{fmt::format("grow makes c and c++, not '{}'", settings.language)};
    const bool cxx = settings.language == "c++";
    auto target = program::target_named(settings.target);
    if (!target) return target.error();
    plan.platform.target = *target;
    plan.platform.standard = cxx ? c.pick(kStandardCxx) : c.pick(kStandardC);
    if (!settings.standard.empty()) {
        auto standard = program::standard_named(settings.standard);
        if (!standard) return standard.error();
        if (is_cxx(*standard) != cxx)
            return Error{fmt::format("'{}' is no standard of {}", settings.standard, settings.language)};
        plan.platform.standard = *standard;
    }
    plan.size = c.pick(kSize);
    if (!settings.size.empty()) {
        auto size = size_named(settings.size);
        if (!size) return size.error();
        plan.size = *size;
    }
    plan.print.layout = c.pick(kLayout);
    plan.print.harness = c.pick(kHarness);
    if (settings.harness == "checksum")
        plan.print.harness = print::Harness::Checksum;
    else if (settings.harness == "selfcheck")
        plan.print.harness = print::Harness::SelfCheck;
    else if (!settings.harness.empty())
        return Error{fmt::format("unknown harness '{}': use checksum or selfcheck", settings.harness)};
    plan.print.full_parentheses = c.pick(kParentheses);
    return plan;
}

Program grown(Choices& c, const Plan& plan) {
    World w(c, plan.platform, plan.policies);
    make_types(w);
    make_globals(w);
    make_functions(w, statements_of(plan.size, c));
    return std::move(w.p);
}

// A floating point operation that had to round cannot be guarded: its left operand takes its place.
bool mended(Program& p, const semantics::Meaning& meaning) {
    if (meaning.defined() || meaning.ub != semantics::Ub::FloatInexact || !meaning.at.valid()) return false;
    program::Node& n = p[meaning.at];
    if (n.kind != program::NodeKind::Binary) return false;
    program::Node kept;
    kept.kind = program::NodeKind::Cast;
    kept.type = n.type;
    kept.slot[0] = n.slot[0];
    n = kept;
    return true;
}

// Parameter shuffling of the whole program, for most of them.
choice::Policy policy_for(uint64_t seed, const Settings& settings, choice::Tally& tally) {
    choice::Policy policy = settings.policy;
    choice::Session session(policy);
    Choices c = Choices(session, seed).fork("shuffle");
    if (settings.policies && !policy.shuffled() && c.pick(kShuffle)) policy.shuffle(c.bits64() >> 1);
    tally.merge(session.tally());
    return policy;
}

uint64_t step_budget(Size size) {
    switch (size) {
    case Size::Tiny:
    case Size::Small: return 30'000;
    case Size::Medium: return 100'000;
    case Size::Large: return 400'000;
    }
    return 0;
}

class Grow : public testcase::Method {
  public:
    std::string_view name() const override { return "grow"; }
    std::string_view summary() const override {
        return "expressive random programs, free of undefined behaviour without wrappers";
    }
    std::vector<const choice::Site*> sites() const override { return all_sites(); }
    const choice::Tally& tally() const override { return tally_; }
    Result<TestCase> make(uint64_t seed, const Settings& settings) override;

  private:
    choice::Tally tally_;
};

Result<TestCase> Grow::make(uint64_t seed, const Settings& settings) {
    auto grown = grow(seed, settings, tally_);
    if (!grown) return grown.error();
    print::Printed printed = print::print(grown->program, grown->meaning, grown->print);
    TestCase test;
    for (print::File& file : printed.files)
        test.files.push_back({std::move(file.name), std::move(file.text)});
    test.sources = std::move(printed.sources);
    test.language = settings.language;
    test.standard = name_of(grown->program.platform.standard);
    test.target = name_of(grown->program.platform.target);
    test.expected = std::move(printed.expected);
    test.promises = {true, true, true};
    test.origin.method = name();
    test.origin.seed = seed;
    test.origin.settings = settings.changed();
    return test;
}

} // namespace

Result<Grown> grow(uint64_t seed, const Settings& settings, choice::Tally& tally) {
    choice::Session session(policy_for(seed, settings, tally));
    Choices root(session, seed);
    Choices planning = root.fork("plan");
    auto plan = plan_for(settings, planning);
    if (!plan) return plan.error();
    semantics::EvaluateOptions options;
    options.profile = true;
    options.step_budget = step_budget(plan->size);
    constexpr uint64_t kAttempts = 200;
    for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        Choices c = root.fork("attempt", attempt);
        Program p = grown(c, *plan);
        semantics::RewriteOrGuard repairer([&] { return c.bits64(); }, c.pick(kRewrite));
        semantics::Meaning meaning = evaluate_and_repair(p, repairer, options);
        for (int tries = 0; tries < 20 && mended(p, meaning); ++tries)
            meaning = evaluate_and_repair(p, repairer, options);
        if (!meaning.defined()) continue;
        tally.merge(session.tally());
        return Grown{std::move(p), std::move(meaning),   plan->print,
                     attempt + 1,  repairer.rewritten(), repairer.guarded()};
    }
    return Error{fmt::format(
        "grow: seed {} made no defined program in {} attempts: is the policy too narrow?", seed, kAttempts)};
}

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Grow>(); }

std::span<const choice::Site* const> method_sites() {
    static constexpr const choice::Site* all[]{&kSize,    &kStandardC,   &kStandardCxx, &kLayout,
                                               &kHarness, &kParentheses, &kShuffle,     &kRewrite};
    return all;
}

std::vector<const choice::Site*> all_sites() {
    std::vector<const choice::Site*> all;
    for (const auto& part :
         {type_sites(), global_sites(), constant_sites(), number_sites(), place_sites(), value_sites(),
          statement_sites(), loop_sites(), function_sites(), method_sites()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace assay::generate::grow
