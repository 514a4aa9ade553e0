// Marks: what a grammar says beside its syntax, so that derived programs mean something. They stand where
// ANTLR has actions and predicates, and docs/add-a-language.md describes them. A predicate `{...}?` holds
// conditions, an action `{...}` effects; several are separated by semicolons. Marks at the start of an
// alternative also decide whether it can be taken at all.
#pragma once

#include "generate/derive/grammar/grammar.h"
#include "generate/derive/language/types.h"

#include <optional>

namespace assay::generate::derive {

enum class MarkKind : uint8_t {
    // conditions
    Compare, // A = B, A != B, A < B, A > B
    Member,  // T in QUERY, T not in QUERY
    Inside,  // inside NAME
    Outside, // outside NAME
    Exists,  // exists KIND QUERY ...
    // effects
    Let,     // let X = A
    Any,     // any X QUERY: a type out of many
    Declare, // declare X KIND TYPE [fixed] [shadows] [of OWNER]: a new name, printed
    Reveal,  // reveal X: usable from here on, not only after the alternative
    Use,     // use X KIND QUERY ...: a known name by the strategy, printed
    Pick,    // pick X KIND QUERY ...: the same, not printed
    Call,    // call X KIND QUERY ...: like use, and its steps count here
    Plan,    // plan X KIND QUERY ...: like call, not printed
    Select,  // select X KIND of OWNER QUERY: a member, printed
    Seek,    // member X KIND of OWNER QUERY: the same, not printed
    Invoke,  // invoke X KIND of OWNER QUERY: a member, printed, and its steps count here
    Make,    // make X KIND TYPE: a new one, declared in front, not printed
    Print,   // print A
    Record,  // record X KIND in SET ...: a new type, its name printed
    Extra,   // extra X in SET ... with ATTRIBUTE = A: a new type that has no name
    Scope,   // scope [frame [X]] [closed]: until the end of the alternative
    Slot,    // slot: here new declarations of this scope are put
    Loop,    // loop N: what follows runs N times
    Cost,    // cost N: N more steps
    Each,    // each X of OWNER KIND, each X visible KIND QUERY: how often this group is repeated
    Between, // between: what follows next stands only between two rounds
    Context, // context NAME [A]: holds until the end of the alternative
    Without, // without NAME: it does not
    Line,    // layout
    Indent,
    Dedent,
    Tight,
    Weight, // weight N: of the alternative
    Fill,   // fill N: go on until N percent of the program's size is used
};

enum class Comparison : uint8_t { Equal, NotEqual, Less, More };

// X.attribute.attribute, a name, a number, a text, context.NAME.
struct Operand {
    enum class Base : uint8_t { None, Slot, Constant, Context };
    Base base = Base::None;
    int index = 0; // of the slot or the context
    Value constant;
    std::vector<int> path; // attributes
};

// Which types: one, or those of a set, or those of a set with an attribute or a member of some type.
struct Query {
    Operand type; // one type
    int set = -1; // or a set
    int attribute = -1;
    Operand equals;
    int member_kind = -1; // having KIND TYPE
    Operand member_type;
};

struct Mark {
    MarkKind kind = MarkKind::Line;
    Place place;
    int slot = -1;       // what it binds
    int name_kind = -1;  // var, func, ...
    int other_slot = -1; // scope frame X
    Query query;
    Operand a, b;
    Operand owner;
    Operand outliving; // only what lives at least as long as this identifier
    Operand besides;   // not this identifier
    Comparison comparison = Comparison::Equal;
    int name = -1;     // of the context
    uint64_t sets = 0; // of a new type
    bool fixed = false, shadows = false, local = false, negated = false, changeable = false, frame = false,
         closed = false;
};

constexpr bool condition(MarkKind kind) { return kind <= MarkKind::Exists; }

// Names and constants that marks mention; filled while they are read.
struct Vocabulary {
    Names types, sets, attributes, kinds, contexts, texts;
};

// The names of one rule: its parameters and what its marks bind.
using Slots = Names;

// Reads the marks of one action or predicate, or a list of operands (a rule's arguments).
base::Result<std::vector<Mark>> read_marks(const Grammar& grammar, const Element& element,
                                           Vocabulary& vocabulary, Slots& slots);
base::Result<std::vector<Operand>> read_arguments(const Grammar& grammar, const Element& element,
                                                  Vocabulary& vocabulary, Slots& slots);

} // namespace assay::generate::derive
