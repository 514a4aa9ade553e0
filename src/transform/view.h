// View: a program as transforms look at it. Everything that would need a walk over the whole program is
// gathered once: who is whose parent, what runs, who uses a variable. It is a snapshot; after a step is
// applied, make a new one, or let an Editor (editor.h) bring it up to date.
//
// The meaning may be that of the program before some steps that preserve it: older nodes keep their profile,
// because such a step leaves at a node what has that node's value, and nodes made since are unknown, about
// which nothing is assumed.
#pragma once

#include "semantics/meaning.h"
#include "transform/step.h"

#include <map>
#include <utility>

namespace assay::transform {

using semantics::Meaning;
using semantics::NodeProfile;

struct VarUse {
    uint32_t refs = 0;
    uint32_t writes = 0;    // by name
    uint32_t addresses = 0; // how often its address is taken, or it is an array that decays
    NodeId declare;         // of a local
    bool written() const { return writes != 0; }
    bool addressed() const { return addresses != 0; }
    bool operator==(const VarUse&) const = default;
};

struct FuncUse {
    uint32_t calls = 0;        // direct ones
    uint32_t refs = 0;         // uses of its address
    uint32_t from_outside = 0; // of both: not in its own body
    bool in_pure_code = false; // it may be called where no side effects (or reads of globals) are allowed
    bool operator==(const FuncUse&) const = default;
};

class View {
  public:
    // Keeps references. Without a meaning, or with one that is not defined, nothing is known about runs.
    explicit View(const Program& program, const Meaning* meaning = nullptr);

    const Program& program() const { return p_; }
    const Node& operator[](NodeId id) const { return p_[id]; }
    // All reachable ones: the sites. Parents come first, unless an Editor brought it up to date.
    const std::vector<NodeId>& nodes() const& { return nodes_; }
    void nodes() const&& = delete;

    // Is it a node of the program's trees? Holds for no id that came out of nowhere.
    bool holds(NodeId id) const { return id.index < facts_.size() && facts_[id.index].held; }
    bool holds_expr(NodeId id) const;
    bool holds_stmt(NodeId id) const;
    NodeId parent(NodeId id) const {
        return facts_[id.index].parent;
    } // a Declare is the parent of its initialiser
    FuncId function(NodeId id) const { return facts_[id.index].func; } // none: in the initialiser of a global
    uint32_t depth(NodeId id) const { return facts_[id.index].depth; }
    uint32_t height(NodeId id) const { return facts_[id.index].height; }
    uint32_t size(NodeId id) const { return facts_[id.index].size; } // nodes below and including it
    // Is it part of a static initialiser, a case label, or what a branch is expected to be?
    bool is_constant(NodeId id) const { return facts_[id.index].constant; }
    bool is_length(NodeId id) const {
        return facts_[id.index].length;
    } // part of a variable-length array's length
    bool is_whole_program(NodeId id) const { return id == p_[p_.entry].body; }

    // Is it known that the node was never executed, in any way?
    bool is_dead(NodeId id) const { return facts_[id.index].dead; }
    const NodeProfile* profile(NodeId id) const; // null: unknown

    const VarUse& use(VarId var) const { return var_uses_[var.index]; }
    const FuncUse& use(FuncId func) const { return func_uses_[func.index]; }
    uint32_t gotos(LabelId label) const { return gotos_[label.index]; }

    // Do they say the same about every node, variable, function and label?
    bool agrees_with(const View& other) const;

  private:
    friend class Editor;
    // Before and after a change below `site`, which is no body of a function: forgets the tree, and looks at
    // it anew.
    void leave(NodeId site);
    void enter(NodeId site);

    struct Facts {
        NodeId parent;
        FuncId func;
        uint32_t size = 0;
        uint16_t depth = 0;
        uint16_t height = 0;
        bool held = false;
        bool constant = false;
        bool length = false;
        bool dead = false;
        bool operator==(const Facts&) const = default;
    };
    void visit(NodeId id, Facts facts);
    void visit_children(NodeId id, const Node& node);
    void visit_function(FuncId func);
    void visit_new_globals();
    void resize_tables();
    void note_use(NodeId id, const Node& node, bool added);
    void note_variable(NodeId id, VarId var, uint32_t change);
    void fit_ancestors(NodeId site, uint32_t old_size, uint32_t old_height);
    bool never_ran(NodeId id) const;
    void find_pure_code();

    const Program& p_;
    const Meaning* meaning_;
    std::vector<Facts> facts_;
    std::vector<NodeId> nodes_;
    std::vector<VarUse> var_uses_;
    std::vector<FuncUse> func_uses_;
    std::vector<uint32_t> gotos_;
    size_t globals_visited_ = 0;
    // By caller and callee (none: through a pointer), as plain numbers.
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> calls_;
};

} // namespace assay::transform
