#include "toolchain/setups.h"

#include "toolchain/families/gcc.h"
#include "toolchain/probe/features.h"
#include "toolchain/probe/given_options.h"
#include "toolchain/text.h"

#include <array>
#include <set>

namespace assay::toolchain {
namespace {

using choice::Choices;
using choice::Option;
using choice::SiteOf;
using testcase::Setup;
using testcase::TestCase;

constexpr SiteOf kForm{"toolchain.form",
                       Option{Form::Plain, "plain", 50},
                       Option{Form::Wide, "wide", 14},
                       Option{Form::Lto, "lto", 12},
                       Option{Form::Sanitized, "sanitized", 4},
                       Option{Form::Random, "random", 18},
                       Option{Form::Tuned, "tuned", 6},
                       Option{Form::Rare, "rare", 4},
                       Option{Form::AsCxx, "as-cxx", 6}};
constexpr SiteOf kHowMany{"toolchain.random-options", Option{1, "one", 3},  Option{2, "two", 4},
                          Option{3, "three", 4},      Option{5, "five", 2}, Option{8, "eight", 1}};
constexpr SiteOf kHowManyRare{"toolchain.rare-options", Option{1, "one", 6}, Option{2, "two", 3},
                              Option{4, "four", 1}};
constexpr SiteOf kRandomBase{"toolchain.random-base", Option{Form::Plain, "plain", 4},
                             Option{Form::Wide, "wide", 1}};

Setup to_setup(const Compiler& compiler, const OptionSet& set, const TestCase& test) {
    return {compiler.name, set.options, set.target.empty() ? test.target : set.target};
}

std::vector<OptionSet> fitting_sets(const Compiler& compiler, const TestCase& test) {
    std::vector<OptionSet> sets = compiler.family->option_sets(compiler);
    // Whole-program optimisation of a single file is something that few do.
    for (OptionSet& set : sets)
        if (set.form == Form::Lto && test.sources.size() < 2) set.form = Form::Rare;
    std::erase_if(sets, [&](const OptionSet& set) {
        return !compiler.family->fits(compiler, to_setup(compiler, set, test), test);
    });
    return sets;
}

const OptionSet& by_weight(const std::vector<const OptionSet*>& sets, Choices& choices) {
    uint64_t total = 0;
    for (const OptionSet* set : sets) total += set->weight;
    uint64_t at = choices.below(total);
    for (const OptionSet* set : sets) {
        if (at < set->weight) return *set;
        at -= set->weight;
    }
    return *sets.back();
}

std::vector<const OptionSet*> of_form(const std::vector<OptionSet>& sets, Form form) {
    std::vector<const OptionSet*> some;
    for (const OptionSet& set : sets)
        if (set.form == form && set.weight > 0) some.push_back(&set);
    return some;
}

choice::Mask forms_of(const Compiler& compiler, const std::vector<OptionSet>& sets) {
    choice::Mask mask;
    for (const OptionSet& set : sets)
        if (set.weight > 0) mask |= kForm.only(set.form);
    const bool levels = mask.has(kForm.index_of(Form::Plain));
    if (levels && !compiler.abilities.optimisations.empty()) mask |= kForm.only(Form::Random);
    if (levels && !compiler.abilities.rare.empty()) mask |= kForm.only(Form::Rare);
    return mask;
}

void add_some(const std::vector<std::string>& all, int wanted, std::vector<std::string>& options,
              Choices& choices) {
    std::set<std::string> keys;
    for (int i = 0; i < wanted; ++i) {
        const std::string& option = choices.element(all);
        if (keys.insert(option_key(option)).second) append(options, words_of(option));
    }
}

// Such an option on a plain level; or a set that is rare for this test.
Setup draw_rare(const Compiler& compiler, const TestCase& test, const std::vector<OptionSet>& sets,
                Choices& choices) {
    const std::vector<const OptionSet*> whole = of_form(sets, Form::Rare);
    const auto& options = compiler.abilities.rare;
    if (options.empty() || (!whole.empty() && choices.below(4) == 0))
        return to_setup(compiler, by_weight(whole, choices), test);
    Setup setup = to_setup(compiler, by_weight(of_form(sets, Form::Plain), choices), test);
    add_some(options, choices.pick(kHowManyRare), setup.options, choices);
    return setup;
}

std::optional<Setup> draw_from(const Compiler& compiler, const TestCase& test,
                               const std::vector<OptionSet>& sets, Choices& choices) {
    const auto form = choices.try_pick(kForm, forms_of(compiler, sets));
    if (!form) return std::nullopt;
    if (*form == Form::Rare) return draw_rare(compiler, test, sets, choices);
    if (*form != Form::Random) return to_setup(compiler, by_weight(of_form(sets, *form), choices), test);
    std::vector<const OptionSet*> bases = of_form(sets, choices.pick(kRandomBase));
    if (bases.empty()) bases = of_form(sets, Form::Plain);
    Setup setup = to_setup(compiler, by_weight(bases, choices), test);
    add_some(compiler.abilities.optimisations, choices.pick(kHowMany), setup.options, choices);
    return setup;
}

// What the user gave, for the test's target.
std::vector<Setup> given_setups(const Compiler& compiler, const TestCase& test, const OptionLists& given) {
    std::vector<Setup> all;
    for (const auto& options : given) {
        if (refuses(compiler, options, test.language)) continue;
        Setup setup = setup_of(compiler, options);
        if (setup.target.empty()) setup.target = test.target;
        if (setup.target != test.target) {
            append(setup.options, compiler.knows("options." + test.target));
            setup.target = target_of(compiler, setup.options);
        }
        if (compiler.family->fits(compiler, setup, test)) all.push_back(std::move(setup));
    }
    return all;
}

} // namespace

std::optional<Setup> draw_setup(const Compiler& compiler, const TestCase& test, const OptionLists& given,
                                Choices& choices) {
    if (!understands(compiler, test)) return std::nullopt;
    if (given.empty()) return draw_from(compiler, test, fitting_sets(compiler, test), choices);
    const std::vector<Setup> setups = given_setups(compiler, test, given);
    if (setups.empty()) return std::nullopt;
    return choices.element(setups);
}

std::vector<Setup> draw_setups(const Compiler& compiler, const TestCase& test, Choices& choices,
                               size_t count) {
    std::vector<Setup> drawn;
    if (!understands(compiler, test)) return drawn;
    const std::vector<OptionSet> sets = fitting_sets(compiler, test);
    for (size_t tries = 0; drawn.size() < count && tries < 4 * count; ++tries) {
        auto setup = draw_from(compiler, test, sets, choices);
        if (!setup) break;
        if (std::find(drawn.begin(), drawn.end(), *setup) == drawn.end()) drawn.push_back(std::move(*setup));
    }
    return drawn;
}

std::vector<std::string> random_options(const Compiler& compiler, Choices& choices) {
    if (compiler.abilities.optimisations.empty()) return {};
    const std::vector<OptionSet> sets = compiler.family->option_sets(compiler);
    std::vector<const OptionSet*> bases = of_form(sets, Form::Plain);
    std::erase_if(bases,
                  [&](const OptionSet* set) { return set->target != compiler.abilities.targets.front(); });
    std::vector<std::string> options = by_weight(bases, choices).options;
    add_some(compiler.abilities.optimisations, choices.pick(kHowMany), options, choices);
    return options;
}

bool is_rare(const std::string& option) {
    constexpr std::string_view kRare[] = {"--param", "-mllvm", "-fglobal-isel", "-fchecking", "-Xclang"};
    return std::ranges::any_of(kRare, [&](std::string_view head) { return option.starts_with(head); });
}

Setup setup_of(const Compiler& compiler, std::vector<std::string> options) {
    std::string target = target_of(compiler, options);
    return {compiler.name, std::move(options), std::move(target)};
}

std::string target_of(const Compiler& compiler, const std::vector<std::string>& options) {
    const auto& targets = compiler.abilities.targets;
    if (targets.empty()) return "";
    std::string best = targets.front();
    size_t most = 0;
    for (const std::string& target : targets) {
        const auto& needed = compiler.knows("options." + target);
        const bool all = std::all_of(needed.begin(), needed.end(),
                                     [&](const std::string& option) { return contains(options, option); });
        if (!all || needed.size() <= most) continue;
        most = needed.size();
        best = target;
    }
    return best;
}

bool fits(const Compiler& compiler, const Setup& setup, const TestCase& test) {
    return compiler.family->fits(compiler, setup, test) && understands(compiler, test);
}

std::span<const choice::Site* const> setup_sites() {
    static constexpr std::array<const choice::Site*, 4> all{&kForm, &kHowMany, &kHowManyRare, &kRandomBase};
    return all;
}

} // namespace assay::toolchain
