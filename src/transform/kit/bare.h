// Where a value of a narrower type may stand without a conversion.
#pragma once

#include "transform/view.h"

namespace assay::transform {

// Does a node of the kind promote the value of its child, or convert it to a type that does not depend on it?
bool promotes_children(NodeKind kind);
// The same for the place of an expression.
bool promotes_alike(const View& view, NodeId expr);

} // namespace assay::transform
