// A block inside a block loses its braces.
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class SpliceBlock final : public TransformOf<StatementArgs> {
  public:
    SpliceBlock()
        : TransformOf({.name = "splice-block",
                       .precondition =
                           "a block directly in the block at hand that declares nothing; or names "
                           "that nothing else has, "
                           "outside of switches and in a function without labels",
                       .effect = "{ a { b } c } becomes { a b c }",
                       .flags = {.shrinks = true},
                       .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        for (const NodeId stmt : view.program().list(view[site], at::Block::stmts))
            if (view[stmt].kind == NodeKind::Block) offer({stmt});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const NodeId inner = step.stmt;
        if (!view.holds(inner) || view.parent(inner) != step.site || p[inner].kind != NodeKind::Block)
            return false;
        std::vector<VarId> declared;
        for (const NodeId stmt : p.list(p[inner], at::Block::stmts))
            if (p[stmt].kind == NodeKind::Declare) declared.push_back(p[stmt].var());
        if (declared.empty()) return true;
        const NodeId parent = view.parent(step.site);
        if (parent && p[parent].kind == NodeKind::Switch) return false;
        // Its variables are then visible behind the block, and jumps may lead into their scope.
        const bool jumps = std::ranges::any_of(view.nodes(), [&](NodeId id) {
            return p[id].kind == NodeKind::Label && view.function(id) == view.function(step.site);
        });
        return !jumps && std::ranges::all_of(declared, [&](VarId var) { return is_only_name(p, var); });
    }

    // Does nothing in the program but this variable have its name?
    static bool is_only_name(const Program& p, VarId var) {
        int count = 0;
        for (uint32_t i = 0; i < p.names.size(); ++i) count += p.names[program::NameId{i}] == p.name(var);
        return count == 1;
    }

    void perform(Program& p, const Named& step) const override {
        const auto outer = p.list(p[step.site], at::Block::stmts),
                   inner = p.list(p[step.stmt], at::Block::stmts);
        std::vector<NodeId> stmts;
        for (const NodeId stmt : outer) {
            if (stmt == step.stmt)
                stmts.insert(stmts.end(), inner.begin(), inner.end());
            else
                stmts.push_back(stmt);
        }
        p.set_list(p[step.site], at::Block::stmts, stmts);
    }
};

} // namespace

const Transform& splice_block() {
    static const SpliceBlock transform;
    return transform;
}

} // namespace assay::transform
