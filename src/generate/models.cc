#include "generate/models.h"

#include "generate/expand/expand.h"
#include "generate/grow/grow.h"
#include "generate/registry.h"
#include "program/check_program.h"
#include "program/text.h"
#include "semantics/evaluate.h"
#include "transform/replay.h"

#include <algorithm>

namespace assay::generate {

base::Result<testcase::Settings> settings_of(const testcase::TestCase& test,
                                             const std::vector<const choice::Site*>& sites) {
    testcase::Settings settings;
    settings.language = test.language;
    settings.target = test.target;
    const auto& asked = test.origin.settings;
    const auto text = [&](const char* name, std::string& into) {
        if (const auto found = asked.find(name); found != asked.end()) into = found->second;
    };
    text("standard", settings.standard);
    text("size", settings.size);
    text("harness", settings.harness);
    text("layout", settings.layout);
    text("dialect", settings.dialect);
    text("from", settings.from);
    settings.policies = !asked.contains("policies");
    if (const auto found = asked.find("policy"); found != asked.end()) {
        auto policy = choice::parse_policy(found->second, test.name(), {sites, {}});
        if (!policy) return policy.error();
        settings.policy = std::move(*policy);
    }
    return settings;
}

bool has_model(const testcase::TestCase& test) {
    const bool made_of_one = test.origin.method == "grow" || test.origin.method == "expand";
    return made_of_one && !test.origin.settings.contains("batch");
}

namespace {

bool is_text_of(const Model& model, const testcase::TestCase& test) {
    const print::Printed printed = print::print(model.program, model.meaning, model.print);
    return std::ranges::all_of(printed.files, [&](const print::File& file) {
        return std::ranges::any_of(test.files, [&](const testcase::File& given) {
            return given.name == file.name && given.text == file.text;
        });
    });
}

base::Result<Model> made_from_seed(const testcase::TestCase& test) {
    const auto method = method_named(test.origin.method);
    auto settings = settings_of(test, method->sites());
    if (!settings) return settings.error();
    choice::Tally ignored;
    if (test.origin.method == "expand") {
        auto expanded = expand::expand(test.origin.seed, *settings, ignored, true);
        if (!expanded) return expanded.error();
        return Model{std::move(expanded->program), std::move(expanded->meaning), std::move(expanded->print)};
    }
    auto grown = grow::grow(test.origin.seed, *settings, ignored);
    if (!grown) return grown.error();
    return Model{std::move(grown->program), std::move(grown->meaning), std::move(grown->print)};
}

base::Result<Model> made_from_steps(const testcase::TestCase& test) {
    auto target = program::target_named(test.target);
    if (!target) return target.error();
    auto standard = program::standard_named(test.standard);
    if (!standard) return standard.error();
    auto program = program::load(test.origin.start, {*target, *standard}, "start");
    if (!program) return program.error();
    auto steps = transform::load_steps(test.origin.steps, "steps", transform::all_transforms());
    if (!steps) return steps.error();
    if (auto done = transform::replay(*program, *steps); !done) return done.error();
    if (auto sound = program::check_program(*program); !sound) return sound.error();
    semantics::Meaning meaning = semantics::evaluate(*program, {.profile = true});
    return Model{std::move(*program), std::move(meaning), {}};
}

// How was it printed? There are few ways.
bool find_way_of_printing(Model& model, const testcase::TestCase& test) {
    if (!model.meaning.defined()) return false;
    for (const print::Layout layout :
         {print::Layout::OneFile, print::Layout::ThreeFiles, print::Layout::PerFunction})
        for (const print::Harness harness : {print::Harness::Checksum, print::Harness::SelfCheck})
            for (const bool parentheses : {false, true}) {
                model.print.layout = layout;
                model.print.harness = harness;
                model.print.full_parentheses = parentheses;
                if (is_text_of(model, test)) return true;
            }
    return false;
}

} // namespace

base::Result<std::optional<Model>> model_of(const testcase::TestCase& test) {
    if (!has_model(test)) return std::optional<Model>();
    auto made = made_from_seed(test);
    if (made && is_text_of(*made, test)) return std::optional<Model>(std::move(*made));
    if (test.origin.start.empty()) {
        if (!made) return made.error();
        return std::optional<Model>();
    }
    auto again = made_from_steps(test);
    if (!again) return again.error();
    if (!find_way_of_printing(*again, test)) return std::optional<Model>();
    return std::optional<Model>(std::move(*again));
}

base::Result<void> record_recipe(testcase::TestCase& test) {
    if (!has_model(test) || !test.origin.start.empty()) return {};
    if (test.origin.method == "expand") {
        const auto method = method_named(test.origin.method);
        auto settings = settings_of(test, method->sites());
        if (!settings) return settings.error();
        auto recipe = expand::recipe(test.origin.seed, *settings);
        if (!recipe) return recipe.error();
        test.origin.start = program::save(recipe->start);
        test.origin.steps = transform::save_steps(recipe->steps);
        return {};
    }
    auto made = made_from_seed(test);
    if (!made) return made.error();
    test.origin.start = program::save(made->program);
    return {};
}

} // namespace assay::generate
