// Printer: functions and initialisers of one program as text. Only this room includes it. Its bodies are
// split by what they write: expressions, alternative forms, initialisers, guards, statements, observations.
// The harness and the layout of files are built around it.
#pragma once

#include "print/constants.h"
#include "print/guard_text.h"
#include "print/precedence.h"
#include "print/print.h"
#include "print/sugar_table.h"
#include "print/types.h"
#include "print/uses.h"
#include "print/writer.h"
#include "program/walk.h"

#include <optional>
#include <unordered_map>

namespace assay::print {

using program::BinaryOp;
using program::ExprKind;
using program::FuncId;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::StmtKind;
using program::VarId;

class Printer {
  public:
    Printer(const Program& program, const semantics::Meaning& meaning, const Options& options);

    Writer out;
    Types types;
    Constants constants;
    Uses uses;
    const SugarTable sugar;

    std::string_view name_of(VarId var) const; // as the text at hand calls it

    // Pieces without `static`, `extern` or `inline` in front, and without the end of the last line. `ahead`:
    // see Writer.
    void write_global(VarId var, size_t ahead);      // int x[3] = {1, 2}
    void write_signature(FuncId func, size_t ahead); // int f(int a)
    void write_body(FuncId func, uint32_t file);     // {...} with its lines

    std::vector<GuardedOp> take_helpers(); // those called since the last time
    void define_helper(const GuardedOp& op, Writer& to) const;

    // The value of a scalar in a comparison with an expression of its type.
    void write_value(Writer& to, const semantics::Scalar& value);
    bool compares_by_bits(const semantics::Scalar& value) const; // 0.0 == -0.0
    bool is_truth(const semantics::Scalar& value) const;         // Brief: 0, so that a wrong one is true
    // In front of the value mixed into a hash, and behind it: "assay_mix(" ... ")". `hash`: empty, or which
    // one.
    std::string_view open_mix(Writer& to, TypeKind kind, std::string_view hash);
    void open_bits(Writer& to, TypeKind floating); // "assay_float_bits("
    static void write_bits(Writer& to, uint64_t bits);

    // SelfCheck: Observe statements with several values, by their place in Meaning::observed.
    const std::vector<size_t>& hashed_sites() const { return hashed_sites_; }
    static std::string site_name(size_t site);
    uint64_t checks_made() const { return checks_made_; }
    double real_of(const semantics::Scalar& value) const;
    bool self_check() const { return self_check_; }
    bool brief() const { return options_.harness == Harness::Brief; }
    bool is_short() const { return (brief() && self_check()) || shows(); }
    // Does main end without return? Small compilers do not all know what that means since C99.
    bool ends_bare() const { return is_short() && !options_.plain_calls; }
    bool shows() const { return shows_; } // what it does: see Harness::Show
    std::string_view abort_call();        // and its declaration, if it needs one
    // Show: what a call of printf begins with, up to the value; shown_text() in harness.cc says what it
    // prints.
    Prec open_shown(Writer& to, TypeId type);

  private:
    const Program& p_;
    const semantics::Meaning& meaning_;
    const Options& options_;
    const bool cxx_;
    const bool self_check_;
    const bool shows_;
    FuncId func_; // whose body is being written
    uint32_t file_ = kDriver;
    VarId global_;                  // whose initialiser is being written
    bool constant_context_ = false; // no call may stand here
    std::string helper_prefix_;
    GuardText guards_;
    std::vector<GuardedOp> helpers_;             // functions that the text calls
    std::unordered_map<uint32_t, size_t> sites_; // Observe node -> Meaning::observed
    std::vector<size_t> hashed_sites_;
    uint64_t checks_made_ = 0;
    bool declares_references_ = false;
    bool at_top_ = false;             // of a function
    const Node* parameter_ = nullptr; // the constant that the template at hand takes
    struct Range {
        VarId counter;
        std::string element;
    };
    std::vector<Range> ranges_; // loops over an array that are being written

    // cxx.cc
    void library_array(VarId id, const Sugar::LibraryArray& array);
    void reference_declarations();
    bool sugared_index(const Node& n);           // false: it is written as in C
    void arm(NodeId id, NodeId other, Prec min); // of ?:
    void write_range(const Node& n);
    void write_lambda(FuncId id); // up to its body
    void parameters(FuncId id);

    // expressions.cc
    void expr(NodeId id, Prec min);
    void plain(const Node& n);
    Prec precedence(const Node& n) const;
    bool open(Prec own, Prec min);
    void close(bool opened);
    void prefix(std::string_view op); // not glued to the one before
    void prefixed(std::string_view op, NodeId operand);
    void binary(BinaryOp op, NodeId left, NodeId right);
    void infix(std::string_view op, Prec own, NodeId left, NodeId right);
    void conditional(const Node& n);
    void assign(NodeId target, std::string_view op, NodeId value);
    void incdec(const Node& n);
    void member(const Node& n);
    void call(const Node& n);
    void arguments(std::span<const NodeId> args, bool are_converted);
    void builtin(const Node& n);
    void size_of(const Node& n);
    void enumerator(const Node& n);
    void index(const Node& n);
    void comma(const Node& n);
    void cast(const Node& n);
    void convert_vector(const Node& n);
    void variable(VarId var);
    void function(FuncId func);
    void note(Use& use);
    void field_name(const Node& member);
    TypeKind kind_of(NodeId id) const { return p_.types.kind(p_[id].type); }

    // initialisers.cc
    void initialiser(NodeId init, TypeId type, bool in_braces);
    void init_list(const Node& n);
    void converted(NodeId value); // a value that is converted at once, so that its type does not matter
    bool narrows(NodeId value, TypeId to) const;
    void compound_literal(const Node& n);
    void declaration(VarId var);
    bool holds_const(TypeId type) const;

    // alternatives.cc
    bool alternative(const Node& n, Prec min);
    bool alternative_lvalue(const Node& n, Prec min);
    bool alternative_operator(const Node& n, Prec min);
    bool alternative_call(const Node& n, Prec min);
    bool alternative_sizeof(const Node& n, Prec min);
    static constexpr int kRepeatBudget = 16;             // roughly nodes
    bool repeatable_lvalue(NodeId id, int budget) const; // may it be evaluated twice?
    bool repeatable_value(NodeId id, int budget) const;

    // guards.cc
    bool guarded(const Node& n, Prec min); // false: the operation is always safe
    bool guarded_operator(NodeId left, NodeId right, const GuardedOp& op, Prec min);
    bool guarded_compound(const Node& n, Prec min);
    bool guarded_incdec(const Node& n, Prec min);
    bool is_small(NodeId id) const;
    bool reads_well_inline(const GuardedOp& op, NodeId left, NodeId right) const;
    std::string rendered(NodeId id, Prec min);
    void open_helper(GuardedOp op);
    void helper_call(const GuardedOp& op, NodeId left, NodeId right);
    enum class Reach : uint8_t { Itself, Member, Lane };
    bool is_inside_packed(NodeId lvalue) const;
    Reach reach_of(NodeId target) const;
    bool is_repeated(NodeId target) const;
    void open_pointer(NodeId target);
    void through_pointer(NodeId target);

    // statements.cc
    void statement(NodeId id);
    void block(const Node& n);                 // with braces, the last line left open
    bool body(NodeId id, bool braces = false); // of a statement; true: the line is still open
    void finish_body(bool is_open);
    void write_if(const Node& n);
    void write_for(const Node& n);
    void write_while(const Node& n);
    void write_do_while(const Node& n);
    void write_return(const Node& n);
    void end_statement();
    void local_declaration(VarId var);
    void place(NodeId id, bool needs_statement); // labels, cases
    bool ends_with_open_if(NodeId id) const;
    void condition(std::string_view keyword, NodeId expr);

    // observations.cc
    void observe(NodeId id, const Node& n);
    void unreached(NodeId value);
    std::string_view printf_name(); // and its declaration, if it needs one
    void observe_mixed(const Node& n, std::string_view hash);
    void observe_compared(NodeId value, const semantics::Scalar& known, std::string_view how);
};

} // namespace assay::print
