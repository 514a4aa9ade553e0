// Node: 24 bytes that hold any expression or statement, with ids for children. What the slots of a kind mean
// is written once, in nodes.def.
#pragma once

#include "base/int128.h"
#include "program/ids.h"
#include "program/operators.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string_view>

namespace assay::program {

enum class NodeKind : uint8_t {
#define NODE(name, cls, typing, saved, ...) name,
#include "program/nodes.def"
#undef NODE
};

// The kinds of expressions alone, and of statements: what asks for one of them has a switch over these, in
// which the compiler names every case that is missing, and none of the others.
#define ASSAY_ONLY_Expr_Expr(name) name = static_cast<uint8_t>(NodeKind::name),
#define ASSAY_ONLY_Expr_Stmt(name)
#define ASSAY_ONLY_Stmt_Expr(name)
#define ASSAY_ONLY_Stmt_Stmt(name) name = static_cast<uint8_t>(NodeKind::name),
enum class ExprKind : uint8_t {
#define NODE(name, cls, typing, saved, ...) ASSAY_ONLY_Expr_##cls(name)
#include "program/nodes.def"
#undef NODE
};
enum class StmtKind : uint8_t {
#define NODE(name, cls, typing, saved, ...) ASSAY_ONLY_Stmt_##cls(name)
#include "program/nodes.def"
#undef NODE
};
#undef ASSAY_ONLY_Expr_Expr
#undef ASSAY_ONLY_Expr_Stmt
#undef ASSAY_ONLY_Stmt_Expr
#undef ASSAY_ONLY_Stmt_Stmt

inline constexpr NodeKind kAllNodeKinds[] = {
#define NODE(name, cls, typing, saved, ...) NodeKind::name,
#include "program/nodes.def"
#undef NODE
};
inline constexpr int kNodeKindCount = static_cast<int>(std::size(kAllNodeKinds));

enum class NodeClass : uint8_t { Expr, Stmt };
enum class NodeTyping : uint8_t { Derived, Given, None };
enum class FieldKind : uint8_t {
    Expr,
    OptExpr,
    Stmt,
    OptStmt,
    ExprList,
    StmtList, // children; a list takes two slots: first in Program::lists, count
    Type,
    Var,
    Func,
    Label,
    Number,
    Bits64,
    Bits128,
};

struct FieldInfo {
    FieldKind kind;
    std::string_view name;
};

struct NodeInfo {
    NodeKind kind;
    NodeClass cls;
    NodeTyping typing;
    std::string_view name;  // "IntConst"
    std::string_view saved; // "int"
    uint8_t field_count;
    std::array<FieldInfo, 4> fields;
};

const NodeInfo& info(NodeKind kind);
constexpr bool is_list(FieldKind k) { return k == FieldKind::ExprList || k == FieldKind::StmtList; }
constexpr bool is_child(FieldKind k) { return k <= FieldKind::OptStmt; }

// Which slots hold children: all that a walk needs of a kind.
struct ChildSlots {
    uint8_t single = 0;    // bit i: slot i, which may be empty
    bool has_list = false; // behind these
    uint8_t list = 0;      // its first slot
    bool is_stmt = false;
};

constexpr ChildSlots child_slots(NodeClass cls, std::initializer_list<FieldKind> fields) {
    ChildSlots slots;
    slots.is_stmt = cls == NodeClass::Stmt;
    uint8_t at = 0;
    for (const FieldKind field : fields) {
        if (is_child(field)) slots.single = static_cast<uint8_t>(slots.single | 1U << at);
        if (is_list(field)) {
            slots.has_list = true;
            slots.list = at;
        }
        ++at;
    }
    return slots;
}

inline constexpr std::array<ChildSlots, kNodeKindCount> kChildSlots{
#define FIELD(kind, name) FieldKind::kind,
#define NODE(name, cls, typing, saved, ...) child_slots(NodeClass::cls, {__VA_ARGS__}),
#include "program/nodes.def"
#undef NODE
#undef FIELD
};
constexpr const ChildSlots& child_slots(NodeKind kind) { return kChildSlots[static_cast<size_t>(kind)]; }
constexpr bool is_statement(NodeKind kind) { return child_slots(kind).is_stmt; }

// Slot numbers by name: at::If::condition.
namespace at {
#define FIELD(kind, name) name,
#define NODE(name, cls, typing, saved, ...)                                                                  \
    struct name {                                                                                            \
        enum Slot : uint8_t { __VA_ARGS__ };                                                                 \
    };
#include "program/nodes.def"
#undef NODE
#undef FIELD
} // namespace at

// Of an expression; of anything else it is none of the enumerators, and a switch goes on behind its cases.
constexpr ExprKind expr_kind(NodeKind kind) { return static_cast<ExprKind>(kind); }
constexpr StmtKind stmt_kind(NodeKind kind) { return static_cast<StmtKind>(kind); }

// Some kinds, for questions that have a safe answer for all others, also for a kind that is new.
class KindSet {
  public:
    constexpr KindSet(std::initializer_list<NodeKind> kinds) {
        for (const NodeKind kind : kinds) bits_ |= uint64_t{1} << static_cast<unsigned>(kind);
    }
    constexpr bool has(NodeKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1) != 0; }

  private:
    uint64_t bits_ = 0;
};
static_assert(kNodeKindCount <= 64);

struct Node {
    NodeKind kind = NodeKind::Empty;
    uint8_t op = 0; // of operators, builtins, union initialisers
    // Operators on integers: an unsafe operation yields its left operand, converted to the result type.
    bool guarded = false;
    uint8_t form = 0; // how it is printed, where C has several ways of one meaning; 0 is the plain one
    TypeId type;      // of expressions
    std::array<uint32_t, 4> slot{UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

    NodeId child(uint8_t i) const { return {slot[i]}; }
    VarId var() const { return {slot[0]}; }     // VarRef, Declare
    FuncId func() const { return {slot[0]}; }   // FuncRef, Call
    LabelId label() const { return {slot[0]}; } // Goto, Label
    UnaryOp unary() const { return static_cast<UnaryOp>(op); }
    BinaryOp binary() const { return static_cast<BinaryOp>(op); }
    LogicalOp logical() const { return static_cast<LogicalOp>(op); }
    IncDecOp incdec() const { return static_cast<IncDecOp>(op); }

    // IntConst: canonical bits (extended from the type's width by its sign).
    base::UInt128 bits() const {
        base::UInt128 value;
        std::memcpy(&value, slot.data(), sizeof value);
        return value;
    }
    void set_bits(base::UInt128 value) { std::memcpy(slot.data(), &value, sizeof value); }
    double real() const { // FloatConst
        double value;
        std::memcpy(&value, slot.data(), sizeof value);
        return value;
    }
    void set_real(double value) { std::memcpy(slot.data(), &value, sizeof value); }
};
static_assert(sizeof(Node) == 24);

constexpr bool is_loop(NodeKind kind) {
    return kind == NodeKind::For || kind == NodeKind::While || kind == NodeKind::DoWhile;
}
constexpr uint8_t body_slot(NodeKind loop) {
    if (loop == NodeKind::For) return at::For::body;
    return loop == NodeKind::DoWhile ? uint8_t{at::DoWhile::body} : uint8_t{at::While::body};
}

constexpr bool is_increment(IncDecOp op) { return op == IncDecOp::PreInc || op == IncDecOp::PostInc; }
constexpr bool is_prefix(IncDecOp op) { return op == IncDecOp::PreInc || op == IncDecOp::PreDec; }

} // namespace assay::program
