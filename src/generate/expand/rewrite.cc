#include "generate/expand/rewrite.h"

#include "transform/registry.h"

namespace assay::generate::expand {

using transform::NodeId;
using transform::Step;
using transform::Transform;

namespace {

const std::vector<const Transform*>& preserving() {
    static const std::vector<const Transform*> all = [] {
        std::vector<const Transform*> found;
        for (const Transform* each : transform::all_transforms())
            if (each->about().flags.preserves) found.push_back(each);
        return found;
    }();
    return all;
}

} // namespace

void rewrite(transform::Editor& editor, choice::Choices& c, uint64_t tries, size_t most_nodes) {
    std::vector<Step> steps;
    for (uint64_t i = 0; i < tries && editor.program().nodes.size() < most_nodes; ++i) {
        const Transform& transform = *c.element(preserving());
        const std::vector<NodeId>& nodes = editor.view().nodes();
        const NodeId site = c.percent(8) ? editor.program()[editor.program().entry].body : c.element(nodes);
        const uint64_t word = c.bits64();
        steps.clear();
        transform.propose(editor.view(), site, word, steps);
        if (!steps.empty()) editor.apply(transform, c.element(steps));
    }
}

} // namespace assay::generate::expand
