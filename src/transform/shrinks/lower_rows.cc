// An array of arrays becomes an array of their elements.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/arrays.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class LowerRows final : public Trial<VariableArgs> {
  public:
    LowerRows()
        : Trial({.name = "lower-rows",
                 .precondition = "an array variable whose elements are arrays of which nothing but "
                                 "elements is named",
                 .effect = "each of its rows becomes one number: a[i][k] becomes a[i], which is "
                           "initialised as a[i][0] was",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        visit_arrays(view, [&](VarId var, uint32_t) { offer({var}); });
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!is_array_variable(view, step.var)) return false;
        const TypeId row = p.types[p[step.var].type].base;
        return p.types.kind(row) == TypeKind::Array;
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
        const auto names_row = [&](NodeId id) {
            if (id.index >= p.nodes.size() || p[id].kind != NodeKind::Index) return false;
            const NodeId array = p[id].child(at::Index::array);
            return array.index < p.nodes.size() && p[array].kind == NodeKind::VarRef && p[array].var() == var;
        };
        std::vector<std::pair<NodeId, NodeId>> elements; // found first: they become what is looked for
        for (uint32_t i = 0; i < p.nodes.size(); ++i)
            if (p.nodes[i].kind == NodeKind::Index && names_row(p.nodes[i].child(at::Index::array)))
                elements.emplace_back(NodeId{i}, p.nodes[i].child(at::Index::array));
        for (const auto& [element, row] : elements) p[element] = Node(p[row]);
        const program::Type whole = p.types[p[var].type];
        const TypeId number = p.types[whole.base].base;
        p[var].type = p.types.array_of(number, whole.count);
        if (const NodeId init = p[var].init; init && p[init].kind == NodeKind::InitList) {
            p[init].type = p[var].type;
            const auto rows = p.list(p[init], at::InitList::elements);
            for (const NodeId row : std::vector<NodeId>(rows.begin(), rows.end())) {
                if (p[row].kind != NodeKind::InitList) return false;
                p[row] = Node(p[p.list(p[row], at::InitList::elements)[0]]);
            }
        }
        return true;
    }
};

} // namespace

const Transform& lower_rows() {
    static const LowerRows transform;
    return transform;
}

} // namespace assay::transform
