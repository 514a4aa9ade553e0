// World: the program under construction and what may be used at the current point of it. The files of this
// folder each make one part of a program (types, globals, numbers, statements, loops, functions) through it.
#pragma once

#include "choice/choices.h"
#include "program/build.h"
#include "program/typing.h"

#include <string>
#include <vector>

namespace assay::generate::grow {

using choice::Choices;
using program::BinaryOp;
using program::Build;
using program::FuncId;
using program::NodeId;
using program::Program;
using program::TypeId;
using program::TypeKind;
using program::UnaryOp;
using program::VarId;
namespace type = program::type;

// Which variables an expression reads and writes, by root variable. The order of operands is open in C, so
// nothing that an expression writes may be touched by another part of it.
struct Touched {
    std::vector<VarId> read, written;
    bool derefs = false;           // reads through a pointer: may be anything whose address was taken
    bool writes_addressed = false; // writes something whose address was taken
    bool shows = false;            // adds to what the program shows
};

struct Function {
    FuncId id;
    TypeId result;
    std::vector<TypeId> params;
    Touched touched;   // by globals
    uint64_t cost = 1; // rough number of steps of a call
    bool is_helper = false;
    bool recursive = false; // the first argument says how deep, and must be small
};

// A counter of an enclosing loop, and the values it takes in the body.
struct Counter {
    VarId var;
    int64_t low = 0, high = 0;
};

// What policies decide for a region of code: nested and overlapping.
struct Region {
    uint32_t operators = 0; // index into the operator contexts; 0: all of them
    uint32_t constants = 0; // how leaves are chosen: 0 normal, 1 half constants, 2 all constants
};

// Where in the program the next piece will stand, and what may be used there.
struct Position {
    std::vector<VarId> visible; // globals, then parameters and locals
    std::vector<VarId> unread;  // of them: what was stored there last was not looked at yet
    std::vector<Counter> counters;
    FuncId current;
    bool can_return = false;

    // Of the full expression at hand
    Touched touched;
    int effects_left = 0;
    bool pure = false; // neither effects nor calls, because the expression will be repeated

    Region region;
    // Subexpressions to use again, and how many variables were visible.
    std::vector<std::pair<NodeId, size_t>> common;

    uint64_t trips = 1; // how often the code at hand runs, at most, within its function
    int depth = 0;      // of statements
    int loop_depth = 0;
    bool breakable = false, continuable = false;
};

class World : public Position {
  public:
    World(Choices& choices, const program::Platform& platform, bool policies, int scale);

    // Names that can be read: a stem and a number.
    std::string fresh(std::string_view stem) {
        return std::string(stem) + std::to_string(next_name_[stem_number(stem)]++);
    }

    bool cxx() const { return program::is_cxx(p.platform.standard); }
    TypeKind kind(TypeId id) const { return p.types.kind(id); }
    const program::Type& type_of(VarId var) const { return p.types[p[var].type]; }

    Program p;
    Build b;
    Choices& c;

    // Types
    std::vector<TypeId> integers; // that this program uses, some more often than others
    std::vector<TypeId> records, enums, vectors, arrays;

    std::vector<VarId> outputs;        // globals that are written and never read
    std::vector<VarId> simple_outputs; // those of them that are integers
    std::vector<VarId> filled_outputs; // those that hold a value to be shown
    std::vector<VarId> pointees; // one global of each type that a pointer may point to, so that none is null
    std::vector<bool> is_input;  // by VarId: never written
    std::vector<bool> addressed; // by VarId: its address was taken
    std::vector<Function> functions;
    std::vector<bool> called; // by FuncId

    const bool policies; // are there regions with policies of their own?
    const int scale;     // 0 tiny, 1 small, 2 medium, 3 large
    std::vector<base::UInt128> used_constants;
    std::vector<NodeId> neutral; // helper(...) - K: K is set to the value of the call once that is known

    int64_t lines_left = 0;          // roughly, of the whole program
    std::vector<NodeId> settled_ifs; // whose conditions stay as they are: what they keep out must stay out

    bool input(VarId var) const { return var.index < is_input.size() && is_input[var.index]; }
    bool has_address(VarId var) const { return var.index < addressed.size() && addressed[var.index]; }
    void take_address(VarId var);
    void bring(VarId local);    // into sight; its value waits to be read
    void await_read(VarId var); // it was stored to
    bool is_unread(VarId var) const;
    void leave_scope(VarId local);           // it and what was made of it can no longer be used
    void leave_scope(size_t visible_before); // all locals that came into sight since then

    // May the expression at hand read or write this variable?
    bool may_read(VarId var) const;
    bool may_write(VarId var) const;
    void note_read(VarId var);
    void note_write(VarId var);
    void begin_full_expression(int effects);

  private:
    size_t stem_number(std::string_view stem);
    std::vector<std::string> stems_;
    std::vector<uint32_t> next_name_;
};

// types.cc
void make_types(World& w);
TypeId integer_type(World& w);     // one of the program's
TypeId any_integer_type(World& w); // one of the language's
bool packed(World& w);             // is the next struct?
// globals.cc
void make_globals(World& w);
NodeId constant_initialiser(World& w, TypeId type);
VarId pointee_of(World& w, TypeId type); // made on first use
// numbers.cc
NodeId number(World& w, int depth);                 // an integer expression of any type
NodeId number_of(World& w, TypeId type, int depth); // converted to an integer type, if it is not of that type
NodeId condition(World& w, int depth);
NodeId reusable_number(World& w, int depth); // as the last part of a full expression; may be used again later
// inputs.cc
VarId known_input(World& w); // an integer that is never written and starts as a constant, or invalid
NodeId value_of_input(World& w, VarId input, int distance = 0); // that constant, or one beside it
// That value out of another input, so that a compiler sees two unknowns; or invalid.
NodeId by_another_input(World& w, VarId input);
// constants.cc
NodeId constant(World& w, TypeId type);
// places.cc
bool is_whole_number(TypeKind kind);                                 // integers and enums
NodeId readable(World& w, bool (*wanted)(TypeKind), int depth);      // an lvalue of such a type, or invalid
NodeId readable_part(World& w, VarId var, bool (*wanted)(TypeKind)); // of this variable
NodeId writable(World& w, bool (*wanted)(TypeKind),
                int depth);                   // notes neither reading nor writing of its root
VarId root_of(const World& w, NodeId lvalue); // invalid: behind a pointer
NodeId subscript(World& w, uint32_t count, int depth);
// values.cc: values of other types
NodeId value_of(World& w, TypeId type, int depth);
NodeId call(World& w, const Function& function, int depth);
bool may_call(const World& w, const Function& function);
NodeId pointer_to(World& w, TypeId pointee, bool locals_too);
// statements.cc
NodeId block(World& w, int64_t statements);
void add_statements(World& w, int64_t count, std::vector<NodeId>& stmts);
NodeId statement(World& w);
NodeId assignment(World& w);
NodeId call_statement(World& w, const Function& function); // its result is used
// uses.cc
void use_unread(World& w, size_t visible_before, std::vector<NodeId>& stmts); // of what came into sight since
// loops.cc
NodeId loop(World& w);
NodeId loop_body(World& w);
// helpers.cc
NodeId neutral_call(World& w); // helper(...) - K, of type int; K is what makes it zero
// irregular.cc: loops whose end only evaluation shows
NodeId irregular_loop(World& w);
// functions.cc
void make_functions(World& w, int64_t lines);

} // namespace assay::generate::grow
