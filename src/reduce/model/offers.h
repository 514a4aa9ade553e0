// Building blocks of passes.
#pragma once

#include "reduce/model/edits.h"
#include "transform/kit/args.h"

namespace assay::reduce::model {

using program::FuncId;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::VarId;
using transform::Step;
using transform::Transform;
using transform::View;

// Every node of a program with its depth: how many statements or expressions contain it.
class Levels {
  public:
    explicit Levels(const View& view);
    uint32_t operator[](NodeId id) const { return levels_[id.index]; }
    uint32_t deepest_statement() const { return deepest_statement_; }
    uint32_t deepest_expression() const { return deepest_expression_; }

  private:
    std::vector<uint32_t> levels_;
    uint32_t deepest_statement_ = 0, deepest_expression_ = 0;
};

// One edit for each step that the transform proposes at the site.
void offer_each(const View& view, const Transform& transform, NodeId site, std::vector<Edit>& out);
// One edit for each step at any node, the last in the text first.
void offer_all(const View& view, const std::vector<const Transform*>& transforms, std::vector<Edit>& out);

// A step that may fit only after others have been applied.
template <typename Args = transform::NoArgs>
Step unchecked(const View& view, const Transform& transform, NodeId site, const Args& args = {}) {
    Step step = transform.step_at(view, site);
    transform::write_args(args, step.args);
    return step;
}
Step deletion(const View& view, NodeId stmt);

// Steps that take an expression away: its statement goes if it is all of one, else another value replaces it.
void remove_expr(const View& view, NodeId expr, std::vector<Step>& out);
// Steps that replace an expression by the value it always had, or by a constant.
void replace_value(const View& view, NodeId expr, std::vector<Step>& out);

} // namespace assay::reduce::model
