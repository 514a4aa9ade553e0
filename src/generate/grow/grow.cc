#include "generate/grow/grow.h"

#include "base/check.h"
#include "generate/grow/dialect.h"
#include "generate/grow/edges.h"
#include "generate/grow/lowering.h"
#include "generate/grow/mend.h"
#include "generate/grow/sites.h"
#include "generate/grow/world.h"
#include "generate/model/model_method.h"
#include "semantics/repair.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::generate::grow {

using base::Error;
using base::Result;
using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::Standard;
using testcase::Settings;

namespace {

constexpr SiteOf kSize{"grow.size", Option{Size::Tiny, "tiny", 80}, Option{Size::Small, "small", 240},
                       Option{Size::Medium, "medium", 78}, Option{Size::Large, "large", 2}};
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
constexpr Coin kShuffle{"grow.shuffle", 30};
constexpr Coin kRewrite{"grow.rewrite", 85};
constexpr Coin kTurnExit{"grow.turn.exit", 85};
constexpr Coin kTurnBranch{"grow.turn.branch", 80};

int64_t lines_of(Size size, Choices& c) {
    switch (size) {
    case Size::Tiny: return c.range<int64_t>(1, 5);
    case Size::Small: return c.range<int64_t>(16, 48);
    case Size::Medium: return c.range<int64_t>(240, 360);
    case Size::Large: return c.range<int64_t>(3200, 4200);
    }
    return 10;
}

constexpr PlanSites kPlanSites{kSize, kStandardC, kStandardCxx, kLayout, kHarness, kParentheses};

struct Made {
    Program program;
    std::vector<NodeId> settled_ifs, neutral;
};

Made made_by(Choices& c, const ModelPlan& plan, bool policies) {
    World w(c, plan.platform, policies, static_cast<int>(plan.size));
    make_types(w);
    make_globals(w);
    make_functions(w, lines_of(plan.size, c));
    // What is never written need not be shown, and in tiny programs that would be most of the text.
    if (plan.size == Size::Tiny)
        for (const VarId global : w.p.globals)
            if (w.input(global)) w.p[global].observed = false;
    return {std::move(w.p), std::move(w.settled_ifs), std::move(w.neutral)};
}

// Beside repairing what is unsafe, it opens ways: a branch that its first execution would pass by, or an exit
// that it would take, so that most of the program runs.
class Steering : public semantics::RewriteOrGuard {
  public:
    Steering(Choices& c, bool rewrites, const Made& made)
        : RewriteOrGuard([&c] { return c.bits64(); }, rewrites), c_(c), made_(made) {}
    bool turns(const Program& p, NodeId id, bool truth) override {
        if (std::ranges::find(made_.settled_ifs, id) != made_.settled_ifs.end()) return false;
        const program::Node& n = p[id];
        const program::NodeKind yes = p[n.child(program::at::If::yes)].kind;
        if (yes == program::NodeKind::Goto) return false; // a loop
        const bool exits = yes == program::NodeKind::Break || yes == program::NodeKind::Continue ||
                           yes == program::NodeKind::Return;
        if (exits) return truth && c_.pick(kTurnExit);
        return !truth && !n.child(program::at::If::no) && c_.pick(kTurnBranch);
    }
    bool ends_loop(Program& p, NodeId loop, program::FuncId owner, uint32_t rounds) override {
        semantics::limit_rounds(p, loop, owner, rounds);
        return true;
    }
    // helper(...) - K: K becomes the value of the call, unless the difference was mended into something else.
    void returned(Program& p, NodeId call, semantics::UInt128 value) override {
        for (const NodeId id : made_.neutral) {
            const program::Node& difference = p[id];
            if (difference.kind != program::NodeKind::Binary ||
                difference.child(program::at::Binary::left) != call)
                continue;
            program::Node& constant = p[difference.child(program::at::Binary::right)];
            if (constant.kind == program::NodeKind::IntConst) constant.set_bits(value);
        }
    }

  private:
    Choices& c_;
    const Made& made_;
};

// A coin that is shuffled falls evenly on the average. Some must stay rare, and values be used, or nothing is
// left to optimise.
void keep_useful(choice::Policy& policy) {
    static const std::vector<const choice::Site*> kept = [] {
        std::vector<const choice::Site*> found;
        for (const choice::Site* site : all_sites())
            for (const std::string_view name :
                 {"grow.global.volatile", "grow.type.volatile-member", "grow.function.recursive", "grow.use",
                  "grow.call.use-result"})
                if (site->name() == name) found.push_back(site);
        return found;
    }();
    for (const choice::Site* site : kept) {
        const std::vector<uint32_t> weights = policy.weights(*site);
        for (size_t i = 0; i < weights.size(); ++i)
            policy.set_weight(*site, site->alternatives()[i].name, weights[i]);
    }
}

// Parameter shuffling of the whole program, for most of them.
choice::Policy policy_for(uint64_t seed, const Settings& settings, choice::Tally& tally) {
    choice::Policy policy = settings.policy;
    if (settings["dialect"] == "plain") leave_out_extensions(policy);
    choice::Session session(policy, tally);
    Choices c = Choices(session, seed).fork("shuffle");
    if (!settings.is_off("policies") && !policy.shuffled() && c.pick(kShuffle)) {
        keep_useful(policy);
        policy.shuffle(c.bits64() >> 1);
    }
    return policy;
}

// Evaluation is what generation costs, and a program that runs long finds no more: from the half of this on
// loops are ended. In proportion to the program, and wider with each attempt, because the policy of a seed
// may want nothing but loops.
uint64_t step_budget(const Program& p, uint64_t attempt) {
    constexpr uint64_t kLeast = 4'000, kPerNode = 8;
    return (kLeast + kPerNode * p.nodes.size()) * (1 + attempt / 2);
}

class Grow : public ModelMethod {
  public:
    std::string_view name() const override { return "grow"; }
    std::string_view summary() const override {
        return "expressive random programs, free of undefined behaviour without wrappers";
    }
    uint32_t default_weight() const override { return 12; }
    std::vector<const choice::Site*> sites() const override { return all_sites(); }
    Result<Model> model(uint64_t seed, const Settings& settings, bool) override {
        auto grown = grow(seed, settings, tally_);
        if (!grown) return grown.error();
        return Model{std::move(grown->program), std::move(grown->meaning), std::move(grown->print)};
    }

  protected:
    PlanSites plan_sites() const override { return kPlanSites; }
};

} // namespace

namespace {

// Evaluates until nothing is left to mend.
semantics::Meaning evaluated(Program& p, Steering& repairer, const semantics::EvaluateOptions& options,
                             Choices& c) {
    semantics::Meaning meaning = evaluate_and_repair(p, repairer, options);
    for (int tries = 0; tries < 12 && !meaning.defined() && mend(p, meaning, c); ++tries)
        meaning = evaluate_and_repair(p, repairer, options);
    return meaning;
}

} // namespace

Result<Grown> grow(uint64_t seed, const Settings& settings, choice::Tally& tally) {
    // The plan is not shuffled: mostly small programs are wanted, whatever is in them.
    choice::Session planned(settings.policy, tally);
    Choices planning = Choices(planned, seed).fork("plan");
    auto plan = plan_model("grow", settings, kPlanSites, planning);
    if (!plan) return plan.error();
    choice::Session session(policy_for(seed, settings, tally), tally);
    const bool policies = !settings.is_off("policies");
    Choices root(session, seed);
    semantics::EvaluateOptions options;
    options.profile = true;
    constexpr uint64_t kAttempts = 200;
    for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        Choices c = root.fork("attempt", attempt);
        Made made = made_by(c, *plan, policies);
        Program& p = made.program;
        options.step_budget = step_budget(p, attempt);
        options.long_after = options.step_budget / 2;
        Steering repairer(c, c.pick(kRewrite), made);
        semantics::Meaning meaning = evaluated(p, repairer, options, c);
        if (!meaning.defined()) continue;
        define_constant_arms(p, meaning);
        if (policies) move_to_edges(p, meaning, c);
        if (settings.language == "c++" && plan->print.layout == print::Layout::OneFile) {
            Choices lowering = root.fork("lowering");
            plan->print.sugar = draw_sugar(p, lowering);
        }
        return Grown{std::move(p), std::move(meaning),   plan->print,
                     attempt + 1,  repairer.rewritten(), repairer.guarded()};
    }
    return Error{fmt::format(
        "grow: seed {} made no defined program in {} attempts: is the policy too narrow?", seed, kAttempts)};
}

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Grow>(); }

std::span<const choice::Site* const> method_sites() {
    static constexpr const choice::Site* all[]{&kSize,     &kStandardC,   &kStandardCxx, &kLayout,
                                               &kHarness,  &kParentheses, &kShuffle,     &kRewrite,
                                               &kTurnExit, &kTurnBranch};
    return all;
}

std::vector<const choice::Site*> all_sites() {
    std::vector<const choice::Site*> all;
    for (const auto& part :
         {type_sites(), global_sites(), constant_sites(), number_sites(), place_sites(), value_sites(),
          statement_sites(), use_sites(), loop_sites(), function_sites(), method_sites(), mend_sites(),
          edge_sites(), kit_sites(), irregular_sites(), helper_sites(), lowering_sites()})
        all.insert(all.end(), part.begin(), part.end());
    const std::vector<const choice::Site*> idioms = idiom_sites();
    all.insert(all.end(), idioms.begin(), idioms.end());
    return all;
}

} // namespace assay::generate::grow
