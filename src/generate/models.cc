#include "generate/models.h"

#include "generate/registry.h"
#include "program/check_program.h"
#include "program/text.h"
#include "semantics/evaluate.h"
#include "transform/replay.h"

#include <algorithm>

namespace assay::generate {

namespace {

// Null: what the method makes are no models, or several in one text.
std::unique_ptr<ModelMethod> model_method(const testcase::TestCase& test) {
    if (test.origin.settings.contains("batch")) return nullptr;
    std::unique_ptr<testcase::Method> method = methods().make(test.origin.method);
    auto* const models = dynamic_cast<ModelMethod*>(method.get());
    if (models != nullptr) static_cast<void>(method.release());
    return std::unique_ptr<ModelMethod>(models);
}

} // namespace

bool has_model(const testcase::TestCase& test) { return model_method(test) != nullptr; }

std::vector<std::string> methods_with_models() {
    std::vector<std::string> names;
    for (const auto& method : methods().make_all())
        if (dynamic_cast<const ModelMethod*>(method.get()) != nullptr) names.emplace_back(method->name());
    return names;
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

base::Result<Model> made_from_seed(ModelMethod& method, const testcase::TestCase& test) {
    auto settings = testcase::settings_of(test, method);
    if (!settings) return settings.error();
    return method.model(test.origin.seed, *settings, true);
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
    const auto method = model_method(test);
    if (!method) return std::optional<Model>();
    auto made = made_from_seed(*method, test);
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
    const auto method = model_method(test);
    if (!method || !test.origin.start.empty()) return {};
    auto settings = testcase::settings_of(test, *method);
    if (!settings) return settings.error();
    auto recipe = method->recipe(test.origin.seed, *settings);
    if (!recipe) return recipe.error();
    test.origin.start = std::move(recipe->start);
    test.origin.steps = std::move(recipe->steps);
    return {};
}

} // namespace assay::generate
