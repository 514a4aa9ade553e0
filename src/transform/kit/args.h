// Arguments of steps that several transforms have, or that other rooms write: expand, which knows what fits,
// and the reducer. All others are declared beside their transform.
#pragma once

#include "transform/arguments.h"
#include "transform/kit/branches.h"
#include "transform/kit/counting.h"
#include "transform/kit/forms_of_constants.h"
#include "transform/kit/objects.h"
#include "transform/kit/signatures.h"

namespace assay::transform {

struct VariableArgs {
    VarId var;
};
struct StatementArgs {
    NodeId stmt;
};
struct ValueArgs {
    UInt128 value = 0;
};
struct ChildArgs {
    NodeId child;
};
struct FieldArgs {
    uint32_t record = 0, field = 0;
};
struct ReplaceByConstantArgs {
    bool one = false; // else zero
};

struct SplitConstantArgs {
    program::BinaryOp op = {};
    UInt128 left = 0, right = 0;
};
struct ReformConstantArgs {
    ConstantForm form = {};
    std::array<UInt128, 2> numbers{};
};
struct ReadKnownArgs {
    VarId var;
    UInt128 path = 0;
    bool bare = false; // without conversion
};
struct UseVaryingArgs {
    VarId var;
    program::BinaryOp op = {};
    bool twice = false; // the variable is both operands
    UInt128 number = 0; // else the right one
};
struct CallKnownArgs {
    NodeId body;       // of the function
    bool bare = false; // without conversion
    std::array<UInt128, kMostParams> args{};
};

// Where something is added to the block at hand: before a statement of it, or at its end if there is none.
struct ShowValueArgs {
    NodeId before;
    VarId var;
    UInt128 path = 0;
};
struct AssignKnownArgs {
    NodeId before;
    VarId var;
    UInt128 path = 0;
    uint32_t form = 0;
    bool by_variable = false;
    UInt128 operand = 0; // a number, or the id of a variable

    VarId other() const { return {operand < UINT32_MAX ? static_cast<uint32_t>(operand) : UINT32_MAX}; }
};
// Of a global, the place is the program as a whole, and there is neither `before` nor `body`.
struct AddVariableArgs {
    NodeId before;
    program::Storage storage = {};
    NodeId body; // of the function around
    UInt128 type = 0;
    uint8_t quals = 0;
    uint64_t word = 0;       // for the initial values of all parts
    uint32_t part = kNoPart; // one that has a value of its own
    UInt128 value = 0;
};
struct AddPointerArgs {
    NodeId before;
    program::Storage storage = {};
    NodeId body;
    VarId var;
    UInt128 path = 0;
};
struct AddVlaArgs {
    NodeId before, body;
    TypeKind element = {};
    VarId var;
    UInt128 path = 0;
    uint32_t more = 0;
};
struct AddBranchArgs {
    NodeId before;
    Branch branch = {};
    UInt128 number = 0;
    VarId var;                      // Branch::IfVariable alone has
    program::BinaryOp compare = {}; // these two
};
struct AddLoopArgs {
    NodeId before, body;
    Counting counting;
};
struct AddSwitchArgs {
    NodeId before;
    UInt128 number = 0;
    VarId var; // instead of the number
    uint32_t count = 0;
    uint64_t word = 0;   // for the labels
    uint32_t breaks = 0; // one bit for each place
};
struct AddFunctionArgs {
    Signature signature;
};

} // namespace assay::transform
