// The inside of load(): one object that turns forms into a program. It throws FormError.
#pragma once

#include "program/program.h"
#include "program/sexpr.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::program {

// Text of numbers and characters.
struct NumberText {
    bool is_floating = false;
    bool is_hex = false;
    bool is_negative = false;
    base::UInt128 magnitude = 0; // of an integer
    double real = 0;
    TypeId type; // by the suffix
};
bool looks_like_number(std::string_view atom);
NumberText number_of(const Form& form);
uint32_t small_number(const Form& form, uint32_t largest); // without sign and suffix
int64_t signed_number(const Form& form);

class Loader {
  public:
    Loader(const Platform& platform, const std::vector<Form>& forms);
    Program run();

  private:
    // One pass each over the top level, so that order matters only where it does in C.
    void declare_records_and_enums();
    void define_records();
    void declare_globals_and_functions();
    void define_globals();
    void define_functions();

    void declare_enum(const Form& form);
    void define_record(const Form& form);
    Field field(const Form& form);
    void declare_global(const Form& form);
    void declare_function(const Form& form);
    std::string_view fresh_name(const Form& form, bool at_file_scope); // a name that can be used
    std::string_view fresh_file_name(const Form& form);                // and that nothing at file scope has

    TypeId type(const Form& form);
    TypeId type_of_list(const Form& form);
    TypeId object_type(const Form& form); // one that variables can have

    // Expressions
    NodeId expr(const Form& form);
    NodeId atom_expr(const Form& form);
    NodeId list_expr(const Form& form);
    NodeId name_expr(const Form& form);
    NodeId number_expr(const Form& form);
    NodeId integer(const Form& form, TypeId type, const NumberText& number);
    NodeId typed_number(const Form& form); // (int T n), (float T n)
    NodeId character(const Form& form);
    NodeId member(const Form& form, bool through_pointer);
    NodeId builtin(const Form& form);
    NodeId generic(const Form& form, NodeKind kind); // as nodes.def says
    NodeId initialiser(const Form& form, TypeId wanted);
    NodeId init_list(const Form& form, TypeId wanted);
    NodeId checked_initialiser(const Form& form, TypeId wanted);
    template <typename Inner> NodeId with_form(const Form& form, const Inner& inner) { // (form N X)
        want_items(form, 2, 2);
        const uint32_t which = small_number(form.items[1], UINT8_MAX);
        const NodeId made = inner(form.items[2]);
        p_[made].form = static_cast<uint8_t>(which);
        return made;
    }
    uint32_t field_number(const Form& name, TypeId record);

    // Statements
    NodeId stmt(const Form& form);
    NodeId declare(const Form& form);
    NodeId block(const Form& form);
    NodeId for_stmt(const Form& form);
    LabelId label(const Form& form);
    void define_label(const Form& form, LabelId id);
    void check_labels() const;

    void fill_fields(Node& node, const Form& form, size_t first_item);
    NodeId finish(const Form& form, Node node); // derives the type of an expression
    void want_items(const Form& form, size_t least, size_t most) const;

    // Scopes: the visible variable of each name, and what to restore when a scope ends.
    void enter() { scope_starts_.push_back(hidden_.size()); }
    void leave();
    void bind(const Form& name, VarId var);

    struct Hidden {
        std::string_view name;
        VarId before;
    };
    struct LabelUse {
        LabelId id;
        const Form* first_use;
        bool defined;
    };

    struct GlobalForm {
        std::string_view name;
        const Form* init; // null: none
    };

    const std::vector<Form>& forms_;
    Program p_;
    std::unordered_map<std::string_view, uint32_t> records_; // by name: index, of structs and unions
    std::unordered_map<std::string_view, uint32_t> enums_;
    std::unordered_map<std::string_view, std::pair<TypeId, uint32_t>> enumerators_;
    std::unordered_map<std::string_view, FuncId> funcs_;
    std::unordered_map<std::string_view, const Form*> file_names_;
    std::vector<GlobalForm> global_forms_; // as Program::globals
    std::unordered_map<std::string_view, VarId> visible_;
    std::vector<Hidden> hidden_;
    std::vector<size_t> scope_starts_;
    std::unordered_map<std::string_view, LabelUse> labels_; // of the function at hand
    FuncId func_;
    uint32_t first_incomplete_ = 0; // record
};

} // namespace assay::program
