// Maker: the program that is being expanded, and what is known about it while it is. Statements are added in
// the order in which they run, and each constant is expanded right then, so that the values that variables
// have at a place are simply those known at that moment. No step costs more than the little it changes;
// nothing is evaluated before the end.
#pragma once

#include "choice/choices.h"
#include "program/program.h"
#include "transform/kit/args.h"
#include "transform/registry.h"

#include <optional>

namespace assay::generate::expand {

using base::Int128;
using base::UInt128;
using choice::Choices;
using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::FuncId;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::TypeId;
using program::TypeKind;
using program::VarId;
using semantics::IntShape;
using transform::Step;
using transform::Transform;

inline constexpr uint64_t kDearestCall = 4000; // in all rounds of a statement

enum class Volatility : uint8_t { None, Some, Many };

// An object, whose value at the place where we are is known.
struct Object {
    UInt128 value = 0;  // canonical in its type
    uint32_t level = 0; // of the block that last decided its value
    bool writable = false;
};

// A way to read (and perhaps write) an object.
struct Known {
    VarId var;
    UInt128 path = 0;
    TypeId type; // unqualified
    int bits = -1;
    TypeId operation; // its type in an operation, or void
    uint32_t object = 0;
};

// A variable whose values differ from round to round or call to call; all of them are known.
struct Varying {
    VarId var;
    TypeKind kind = TypeKind::Int;
    std::vector<UInt128> values;
};

struct Function {
    FuncId func;
    NodeId body;
    TypeKind result = TypeKind::Int;
    std::vector<std::array<UInt128, transform::kMostParams>> args; // those it may be called with
    std::vector<UInt128> results;
    uint64_t cost = 0; // of a call, about in nodes executed
};

// A global aggregate without qualifiers that nobody writes to, as an argument.
struct Aggregate {
    VarId var;
    TypeId type;
    uint32_t record = UINT32_MAX; // its number, else an array
    TypeKind element = TypeKind::Int;
    uint32_t first_known = 0, count = 0; // in Maker::globals
};

// A place for statements.
struct Spot {
    NodeId block;
    NodeId before; // none: at the end
    NodeId body;   // of the function around
    uint32_t level = 0;
    uint32_t rounds = 1; // how often it runs
    bool dead = false;
};

// A constant that may be expanded.
struct Place {
    NodeId node;
    bool bare = false;     // what stands there is promoted or converted anyway
    bool constant = false; // a constant expression is wanted
};

class Maker {
  public:
    Maker(Choices& choices, Program start, std::vector<Step>* record)
        : p(std::move(start)), c(choices), record_(record) {}

    Program p;
    Choices& c;
    uint64_t steps = 0;
    Volatility volatility = Volatility::Some;
    size_t most_nodes = 1000;
    std::vector<TypeId> kinds; // kinds of integers that this program prefers

    std::vector<Object> objects;
    std::vector<Known> globals, locals;
    std::vector<Varying> varying;
    std::vector<VarId> sums; // unsigned variables whose values nobody follows
    std::vector<Function> functions;
    std::vector<Aggregate> aggregates;
    uint64_t rounds = 1;     // how often the statement that is being made runs
    uint64_t work = 0;       // nodes executed in the function that is being made, about
    uint32_t calls_left = 0; // in the statement that is being made

    bool full() const { return p.nodes.size() >= most_nodes; }
    // Applies a step. What it made has node ids from `made` on.
    template <typename Args> void apply(const Transform& transform, NodeId site, const Args& args) {
        transform::write_args(args, step_.args);
        run(transform, site);
    }
    uint32_t made = 0;

    IntShape shape(TypeId type) const;
    semantics::ShiftRule rule() const;
    TypeKind kind();
    bool is_volatile();
    NodeId entry_body() const { return p[p.entry].body; }

    // numbers.cc: expands the constants among the nodes made by the last step.
    void expand_made(uint32_t budget);
    void expand_range(uint32_t from, uint32_t to, uint32_t budget); // those among these nodes
    uint32_t budget(); // of steps for the expressions of one statement

    // objects.cc
    UInt128 value_of(TypeId type, int bits); // any
    void add_input();
    std::optional<size_t> add_input_with(UInt128 value, TypeId type); // a known one among globals
    uint32_t add_object(UInt128 value, uint32_t level, bool writable);
    Known known_at(VarId var, UInt128 path, TypeId type, int bits, uint32_t object) const;
    VarId add_variable(const Spot& spot, program::Storage storage, UInt128 code, uint8_t quals, uint64_t word,
                       uint32_t part = transform::kNoPart, UInt128 value = 0);
    UInt128 any_type_code();
    void add_pointer(const Spot& spot);
    void add_vla(const Spot& spot);

    // statements.cc
    void fill(const Spot& spot, uint32_t count);
    void statement(const Spot& spot);
    // The value is a constant, expanded; form: see assignments.h.
    void assign(const Spot& spot, const Known& to, uint32_t form, UInt128 value);
    void assign_new(const Spot& spot);
    void assign_old(const Spot& spot);
    void branch(const Spot& spot);
    void loop(const Spot& spot);
    void choose(const Spot& spot);
    void sum_up(const Spot& spot);
    void show(const Spot& spot, VarId var, UInt128 path);

    // functions.cc
    void add_function();
    void call_all(const Spot& spot); // each function with each set of its arguments

  private:
    std::vector<Step>* record_; // null: steps are not kept
    Step step_;
    std::vector<Place> places_;
    bool in_constant_ = false;

    void run(const Transform& transform, NodeId site);
    void find_places();
    void find_places(uint32_t from, uint32_t to);
    Node binary_below(NodeId node) const; // what a step put there, under a conversion or not
    void add_place(NodeId node, NodeKind parent);
    void split(Place place);
    void split_constant(Place place);
    bool split_beside(Place place, UInt128 given, bool given_left);
    NodeId split_off(Place place, UInt128 value);
    bool reform(Place place);
    bool read_equal(Place place);
    bool read_any(Place place);
    bool read_new(Place place);
    bool use_varying(Place place);
    bool call(Place place);
    bool read(Place place, const Known& known);
    std::optional<transform::Counting> counting(uint64_t most);
    using Passed = std::array<const Aggregate*, transform::kMostParams>;
    transform::Signature any_signature(Passed& passed);
    void find_arguments(Function& function, const Passed& passed);
    void call_with(const Spot& spot, const Function& function, size_t chosen);
    void know_parameters(const Function& function, const Spot& spot, const Passed& passed);
    void fill_inner(const Spot& spot, NodeId block, bool dead, uint32_t rounds);
};

// types.cc
TypeKind any_kind(const Program& program, Choices& choices);
void make_records(Program& program, Choices& choices, uint64_t count);

std::span<const choice::Site* const> type_sites();
std::span<const choice::Site* const> number_sites();
std::span<const choice::Site* const> object_sites();
std::span<const choice::Site* const> statement_sites();
std::span<const choice::Site* const> function_sites();
std::span<const choice::Site* const> method_sites();
std::vector<const choice::Site*> all_sites();

} // namespace assay::generate::expand
