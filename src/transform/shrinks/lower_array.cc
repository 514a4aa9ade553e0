// An array becomes one of its elements.
#include "transform/kit/arrays.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

struct ElementArgs {
    VarId var;
    uint32_t element = 0;
};

class LowerArray final : public Trial<ElementArgs> {
  public:
    LowerArray()
        : Trial({.name = "lower-array",
                 .precondition = "an array variable of which nothing but elements is named",
                 .effect = "it becomes a variable of the type of its elements: a[i] becomes a, which is "
                           "initialised as the given element was",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        visit_arrays(view, [&](VarId var, uint32_t count) {
            offer({var, 0});
            if (count > 1) offer({var, count - 1});
        });
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        return is_array_variable(view, step.var) && step.element < p.types[p[step.var].type].count;
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
        std::vector<Node*> elements_used; // found first: a[i][j] has an a[i] in it
        for (Node& n : p.nodes) {
            if (n.kind != NodeKind::Index || n.slot[at::Index::array] >= p.nodes.size()) continue;
            const Node& array = p[n.child(at::Index::array)];
            if (array.kind == NodeKind::VarRef && array.var() == var) elements_used.push_back(&n);
        }
        for (Node* n : elements_used) *n = Node(p[n->child(at::Index::array)]);
        p[var].type = p.types[p[var].type].base;
        if (const NodeId init = p[var].init; init && p[init].kind == NodeKind::InitList) {
            const auto elements = p.list(p[init], at::InitList::elements);
            p[var].init = step.element < elements.size() ? elements[step.element] : NodeId{};
        }
        return true;
    }
};

} // namespace

const Transform& lower_array() {
    static const LowerArray transform;
    return transform;
}

} // namespace assay::transform
