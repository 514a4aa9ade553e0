// The inside of check_program(), split by concern. A failed rule throws CheckError.
#pragma once

#include "program/constant_value.h"
#include "program/program.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::program {

struct CheckError {
    std::string message;
};

class Checker {
  public:
    explicit Checker(const Program& program);
    void run();

  private:
    // check_structure.cc: ids in range, each node with one parent, children of the right class.
    void check_tables();
    void check_var(VarId id);
    void check_func(FuncId id);
    void check_trees();
    void check_tree(NodeId id, uint32_t depth);
    void check_slots(NodeId id);
    void check_child(NodeId parent, NodeId child, bool wants_expr);

    // check_types.cc: what the tables of types say, and names at file scope.
    void check_enums();
    void check_records();
    void check_file_names();
    void check_global(VarId id);
    void check_signature(FuncId id);
    void check_variable(VarId id, NodeId at); // its type, and that its initialiser fits
    void check_type(TypeId type, NodeId at);

    // check_exprs.cc: what an expression must be where it stands.
    void check_expr(NodeId id); // with all below it
    void check_constant(NodeId id, const Node& node);
    void check_guard(NodeId id, const Node& node);
    void check_standard(NodeId id, const Node& node);
    void check_sizeof(NodeId id, const Node& node);
    bool keeps_what_c_converts(NodeId expr) const;
    void check_literal(NodeId id, const Node& node);
    void check_expectation(NodeId id, const Node& node);
    void check_vector_scalar(NodeId id, const Node& node);
    void check_name(NodeId id, const Node& node);
    void check_uses(NodeId parent); // of the values of its children
    bool may_be_unsettled(const Node& parent, uint8_t field, NodeId child) const;
    bool is_volatile_record(NodeId id) const;

    // check_stmts.cc: places of statements, scopes, jumps.
    struct Where {
        bool in_loop = false;
        bool in_switch = false;
    };
    void check_body(FuncId id);
    void check_stmt(NodeId id, Where where);
    void check_stmts(NodeId block, Where where);
    void check_in_block(NodeId id, Where where);
    void check_placed(NodeId id, Where where); // a statement that is no direct part of a block
    void check_for(const Node& node, Where where);
    void check_switch(NodeId id, const Node& node, Where where);
    base::UInt128 case_value(NodeId id, const Node& node, TypeId compared);
    void check_declare(NodeId id, const Node& node);
    void check_return(NodeId id, const Node& node);
    void want_condition(NodeId expr);

    // check_scopes.cc
    void enter();
    void leave();
    void bind(NodeId at, VarId var);
    VarId visible(std::string_view name) const;
    void note_jump(NodeId at, LabelId to);
    void note_label(NodeId at, LabelId label);
    void check_jumps();
    bool blocks_jumps(const Var& var) const;

    // check_constants.cc
    bool is_static_initialiser(NodeId init);
    bool is_address_constant(NodeId expr);
    bool is_static_lvalue(NodeId expr);
    bool is_possible_length(NodeId length, TypeId element); // of a variable-length array
    bool is_never_folded_below_zero(NodeId expr);

    [[noreturn]] void fail(std::string_view what) const;
    [[noreturn]] void fail(NodeId at, std::string_view what) const;

    const Program& p_;
    Program typed_; // a copy, because deriving types may add some
    const bool cxx_;
    std::string where_;             // "function 'f'", for messages
    std::vector<NodeId> parent_of_; // of every node seen; of roots: itself
    std::vector<bool> good_types_;

    // Of the function at hand
    struct Hidden {
        NameId name;
        VarId before;
    };
    struct Place {
        NodeId at;
        LabelId label;
        std::vector<VarId> passed; // variables in scope that a jump must not enter
    };
    FuncId func_;
    std::unordered_map<std::string_view, VarId> visible_;
    std::vector<Hidden> hidden_;
    std::vector<size_t> scope_starts_;
    std::vector<VarId> blocking_; // of those in scope
    std::vector<size_t> blocking_starts_;
    std::vector<Place> jumps_;
    std::unordered_map<uint32_t, Place> label_places_;
    std::vector<bool> declared_;
};

} // namespace assay::program
