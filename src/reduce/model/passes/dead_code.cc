// What never ran goes first, all of it in one step.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

namespace at = program::at;

class DeadCode final : public ModelPass {
  public:
    std::string_view name() const override { return "dead-code"; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level > 0) return false;
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id) {
            const NodeId parent = view.parent(*id);
            if (!parent || !view.is_dead(*id) || view.is_dead(parent)) continue;
            if (view.holds_stmt(*id))
                out.push_back({.steps = {deletion(view, *id)}});
            else if (const NodeId other = living(view[parent], *id))
                out.push_back({.steps = {unchecked(view, transform::replace_by_child(), parent,
                                                   transform::ChildArgs{other})}});
        }
        for (const program::Func& func : view.program().funcs)
            if (view.is_dead(func.body))
                out.push_back({.steps = {unchecked(view, transform::delete_function(), func.body)}});
        return true;
    }

    // What the value of an expression was if one of its operands never ran.
    static NodeId living(const Node& around, NodeId dead) {
        if (around.kind == NodeKind::Logical) return around.child(at::Logical::left);
        if (around.kind != NodeKind::Conditional) return {};
        const NodeId yes = around.child(at::Conditional::yes);
        return dead == yes ? around.child(at::Conditional::no) : yes;
    }
};

} // namespace

const Pass& dead_code() {
    static const DeadCode pass;
    return pass;
}

} // namespace assay::reduce::model
