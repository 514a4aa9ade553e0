// What the names of a program mean at one of its places: just before a statement runs, or inside an
// expression.
#pragma once

#include "transform/view.h"

#include <unordered_map>

namespace assay::transform {

bool is_visible(const View& view, NodeId place, VarId var);

// All names at once.
class Scope {
  public:
    static Scope at(const View& view, NodeId place);
    static Scope at_end_of(const View& view, NodeId block);

    const std::vector<VarId>& variables() const {
        return variables_;
    } // innermost first, hidden ones left out

    // Would all names in the tree that it does not declare itself mean there what they mean where it stands?
    // It must be in the same function.
    bool understands(NodeId root) const;

  private:
    explicit Scope(const View& view) : view_(view) {}
    void add(VarId var);

    const View& view_;
    std::vector<VarId> variables_;
    std::unordered_map<std::string_view, VarId> by_name_;
};

} // namespace assay::transform
