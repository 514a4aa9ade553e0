// What passes are made of.
#pragma once

#include "reduce/model/edits.h"

#include <initializer_list>

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

// Every node of a program by how deep it is: a statement below how many others, an expression inside how
// many.
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

// A step that is not known to fit: it may do so once others are applied.
Step unchecked(const View& view, const Transform& transform, NodeId site,
               std::initializer_list<base::UInt128> args = {});

// Steps after which the expression's value is not computed any more: the value it always had, or a constant.
void replace_value(const View& view, NodeId expr, std::vector<Step>& out);

} // namespace assay::reduce::model
