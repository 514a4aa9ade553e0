// An array becomes one of its elements.
#include "transform/kit/arrays.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class LowerArray final : public Transform {
  public:
    LowerArray()
        : Transform({.name = "lower-array",
                     .precondition = "an array variable of which nothing but elements is named",
                     .effect = "it becomes a variable of the type of its elements: a[i] becomes a, which is "
                               "initialised as the given element was",
                     .flags = {.shrinks = true},
                     .arg_count = 2}) {} // variable, element

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        visit_arrays(view, [&](VarId var, uint32_t count) {
            out.push_back(step_at(site, {var.index, 0}));
            if (count > 1) out.push_back(step_at(site, {var.index, count - 1}));
        });
    }

    bool can(const View& view, const Step& step) const override {
        if (!is_about_array(view, step)) return false;
        const Program& p = view.program();
        if (step.args[1] >= p.types[p[step.var(0)].type].count) return false;
        return shrinks_soundly(p, [&](Program& program) { return lower(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return lower(program, step); });
    }

    static bool lower(Program& p, const Step& step) {
        const VarId var = step.var(0);
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
            const auto chosen = static_cast<size_t>(step.args[1]);
            p[var].init = chosen < elements.size() ? elements[chosen] : NodeId{};
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
