#include "source/prune/model_variants.h"

#include "semantics/evaluate.h"
#include "transform/editor.h"
#include "transform/registry.h"

namespace assay::source::prune {
namespace {

std::vector<const transform::Transform*> dead_only() {
    std::vector<const transform::Transform*> all;
    for (const transform::Transform* one : transform::all_transforms())
        if (one->about().flags.dead_only) all.push_back(one);
    return all;
}

// A share of the dead places, different for each variant, is changed.
void change(transform::Editor& editor, choice::Choices& choices) {
    const std::vector<const transform::Transform*> all = dead_only();
    const uint64_t percent = 5 + choices.below(60);
    const std::vector<program::NodeId> sites = editor.view().nodes();
    for (const program::NodeId site : sites) {
        if (!choices.percent(percent)) continue;
        const transform::Transform& transform = *choices.element(all);
        const uint64_t word = choices.bits64();
        if (!editor.view().holds(site)) continue;
        std::vector<transform::Step> steps;
        transform.propose(editor.view(), site, word, steps);
        if (!steps.empty()) editor.apply(transform, choices.element(steps));
    }
}

} // namespace

std::vector<testcase::TestCase> model_variants(const testcase::TestCase& test, const generate::Model& model,
                                               uint64_t count, const choice::Choices& choices) {
    std::vector<testcase::TestCase> all;
    print::Options style = model.print;
    style.sugar = {}; // it names nodes of the program as it was
    for (uint64_t number = 0; number < count; ++number) {
        choice::Choices own = choices.fork("variant", number);
        transform::Editor editor(model.program, model.meaning);
        change(editor, own);
        if (editor.steps().empty()) continue;
        // What ran is as it was, so this only makes sure, and names the nodes that the printer shows.
        const semantics::Meaning meaning = semantics::evaluate(editor.program());
        if (!meaning.defined() || meaning.checksum != model.meaning.checksum) continue;
        print::Printed printed = print::print(editor.program(), meaning, style);
        testcase::TestCase variant = test;
        variant.files.clear();
        for (print::File& file : printed.files)
            variant.files.push_back({std::move(file.name), std::move(file.text)});
        variant.sources = std::move(printed.sources);
        variant.support = std::move(printed.support);
        variant.expected = std::move(printed.expected);
        all.push_back(std::move(variant));
    }
    return all;
}

} // namespace assay::source::prune
