// Taking a statement away from the statement that it stands in.
#pragma once

#include "transform/view.h"

namespace assay::transform {

// `stmt` must be a direct part of `parent`, of which something would go, and nothing that is used elsewhere.
bool can_remove(const View& view, NodeId parent, NodeId stmt);
// From lists and where it is optional it is removed; elsewhere it becomes empty.
void remove(Program& program, NodeId parent, NodeId stmt);

} // namespace assay::transform
