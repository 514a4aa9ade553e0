#include "transform/kit/places.h"

#include "program/typing.h"
#include "program/walk.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace assay::transform {

namespace at = program::at;
using program::is_arithmetic;

namespace {

bool is_conversion_to_pointer(const Program& p, NodeId id) {
    return p[id].kind == NodeKind::Cast && p.types.kind(p[id].type) == TypeKind::Pointer;
}

// 0 under casts that end in a pointer: the language looks at its form, not at its value.
bool is_null_pointer_zero(const View& view, NodeId expr) {
    if (!is_arithmetic(view.program().types.kind(view[expr].type))) return false;
    NodeId around = view.parent(expr);
    while (around && view[around].kind == NodeKind::Cast && !is_conversion_to_pointer(view.program(), around))
        around = view.parent(around);
    return around && is_conversion_to_pointer(view.program(), around);
}

// Kinds in which an operand stands for its value, whatever its form.
constexpr program::KindSet kTakeValues{NodeKind::Call,
                                       NodeKind::CallBuiltin,
                                       NodeKind::CallPointer,
                                       NodeKind::Index,
                                       NodeKind::Deref,
                                       NodeKind::Unary,
                                       NodeKind::Binary,
                                       NodeKind::Logical,
                                       NodeKind::Conditional,
                                       NodeKind::Comma,
                                       NodeKind::Cast,
                                       NodeKind::ConvertVector,
                                       NodeKind::CompoundLiteral,
                                       NodeKind::InitList,
                                       NodeKind::ExprStmt,
                                       NodeKind::Declare,
                                       NodeKind::If,
                                       NodeKind::For,
                                       NodeKind::While,
                                       NodeKind::DoWhile,
                                       NodeKind::Switch,
                                       NodeKind::Case,
                                       NodeKind::Return,
                                       NodeKind::Observe};

bool wants_value_below(const View& view, NodeId expr, NodeId parent) {
    const Node& around = view[parent];
    if (around.kind == NodeKind::Assign) return expr != around.child(at::Assign::target);
    if (around.kind == NodeKind::CompoundAssign) return expr != around.child(at::CompoundAssign::target);
    return kTakeValues.has(around.kind);
}

bool wants_value_of_type(const View& view, NodeId expr) {
    if (!view.holds_expr(expr)) return false;
    const Program& p = view.program();
    if (!program::is_scalar(p.types.kind(p[expr].type))) return false;
    if (program::is_bit_field(p, expr) || !program::has_settled_type(p, expr)) return false;
    if (is_null_pointer_zero(view, expr)) return false;
    const NodeId parent = view.parent(expr);
    return !parent || wants_value_below(view, expr, parent); // without parent: the initialiser of a global
}

// Walks statements and expressions with what is around them inside the tree.
class JumpFinder {
  public:
    explicit JumpFinder(const View& view) : view_(view), p_(view.program()) {}

    Jumps run(NodeId root) {
        find(root, false, false, false);
        found_.gotos = std::ranges::any_of(gotos_, [&](uint32_t label) { return !labels_.contains(label); });
        return found_;
    }

  private:
    void find(NodeId id, bool in_loop, bool in_switch, bool is_switch_body) {
        const Node& n = p_[id];
        if (n.kind == NodeKind::Break) found_.breaks |= !in_loop && !in_switch;
        if (n.kind == NodeKind::Continue) found_.continues |= !in_loop;
        if (n.kind == NodeKind::Goto) gotos_.insert(n.label().index);
        if (n.kind == NodeKind::Label) labels_.insert(n.label().index);
        const bool loop = n.kind == NodeKind::For || n.kind == NodeKind::While || n.kind == NodeKind::DoWhile;
        const bool is_switch = n.kind == NodeKind::Switch;
        program::for_each_child(p_, n, [&](NodeId child) {
            if (!view_.holds_stmt(child)) return;
            const NodeKind kind = p_[child].kind;
            if (kind == NodeKind::Case || kind == NodeKind::Default) found_.cases |= !is_switch_body;
            find(child, in_loop || loop, in_switch || is_switch, is_switch);
        });
    }

    const View& view_;
    const Program& p_;
    Jumps found_;
    std::unordered_set<uint32_t> gotos_;
    std::unordered_set<uint32_t> labels_;
};

} // namespace

bool wants_value(const View& view, NodeId expr) {
    return wants_value_of_type(view, expr) && !view.is_constant(expr) && !view.is_length(expr);
}

bool wants_constant(const View& view, NodeId expr) {
    return wants_value_of_type(view, expr) && view.is_constant(expr);
}

bool drops_value(const View& view, NodeId expr) {
    const NodeId parent = view.parent(expr);
    if (!parent) return false;
    const Node& around = view[parent];
    if (around.kind == NodeKind::ExprStmt) return true;
    if (around.kind == NodeKind::For) return expr == around.child(at::For::step);
    return around.kind == NodeKind::Comma && expr == around.child(at::Comma::left);
}

bool converts_number(const View& view, NodeId expr) {
    if (drops_value(view, expr)) return true;
    const NodeId parent = view.parent(expr);
    if (!parent) return false;
    const Node& n = view[parent];
    if (n.kind == NodeKind::Unary) return n.unary() == program::UnaryOp::Not;
    if (n.kind == NodeKind::Conditional) return expr == n.child(at::Conditional::condition);
    if (n.kind == NodeKind::Logical || n.kind == NodeKind::If || n.kind == NodeKind::For ||
        n.kind == NodeKind::While || n.kind == NodeKind::DoWhile)
        return true;
    const bool assigns = n.kind == NodeKind::Assign || n.kind == NodeKind::Call ||
                         n.kind == NodeKind::CallPointer || n.kind == NodeKind::Return ||
                         n.kind == NodeKind::Declare || n.kind == NodeKind::InitList ||
                         n.kind == NodeKind::Cast;
    // C++ converts no number to an enumeration by itself.
    const bool is_cxx_enum = program::is_cxx(view.program().platform.standard) &&
                             view.program().types.kind(view[expr].type) == TypeKind::Enum;
    return assigns && !is_cxx_enum;
}

TypeId number_type(const Program& p, NodeId expr) {
    const TypeKind kind = p.types.kind(p[expr].type);
    return program::is_integer(kind) || program::is_floating(kind) ? program::basic(kind)
                                                                   : program::type::Void;
}

TypeId integer_type(const Program& p, NodeId expr) {
    const TypeKind kind = p.types.kind(p[expr].type);
    return program::is_integer(kind) ? program::basic(kind) : program::type::Void;
}

bool has_effects(const Program& p, NodeId expr) {
    bool found = false;
    program::walk(p, expr, [&](NodeId id) {
        const Node& n = p[id];
        found |= n.kind == NodeKind::Assign || n.kind == NodeKind::CompoundAssign ||
                 n.kind == NodeKind::IncDec || n.kind == NodeKind::Call || n.kind == NodeKind::CallPointer ||
                 n.kind == NodeKind::CallBuiltin;
    });
    return found;
}

bool reads_volatile(const Program& p, NodeId expr) {
    bool found = false;
    program::walk(p, expr,
                  [&](NodeId id) { found |= (p.types.quals(p[id].type) & program::kVolatile) != 0; });
    return found;
}

bool has_compound_literal(const Program& p, NodeId root) {
    bool found = false;
    program::walk(p, root, [&](NodeId id) { found |= p[id].kind == NodeKind::CompoundLiteral; });
    return found;
}

bool is_literal(const Node& node) {
    return node.kind == NodeKind::IntConst || node.kind == NodeKind::FloatConst ||
           node.kind == NodeKind::CharConst || node.kind == NodeKind::EnumConst;
}

NodeId assignment_in(const View& view, NodeId stmt) {
    if (!view.holds(stmt) || view[stmt].kind != NodeKind::ExprStmt) return {};
    const NodeId expr = view[stmt].child(at::ExprStmt::expr);
    const NodeKind kind = view[expr].kind;
    return kind == NodeKind::Assign || kind == NodeKind::CompoundAssign ? expr : NodeId{};
}

bool is_movable(const View& view, NodeId stmt) {
    if (!view.holds_stmt(stmt)) return false;
    const NodeKind kind = view[stmt].kind;
    if (kind == NodeKind::Declare || kind == NodeKind::Label || kind == NodeKind::Case ||
        kind == NodeKind::Default)
        return false;
    const NodeId parent = view.parent(stmt);
    if (!parent || view[parent].kind == NodeKind::Switch) return false;
    return view[parent].kind != NodeKind::For || view[parent].child(at::For::init) != stmt;
}

bool can_be_enclosed(const View& view, NodeId stmt) {
    return is_movable(view, stmt) &&
           !(view[stmt].kind == NodeKind::ExprStmt && has_compound_literal(view.program(), stmt));
}

bool can_replace(const View& view, NodeId site, NodeId stmt) {
    const Program& p = view.program();
    const NodeId parent = view.parent(site);
    if (!parent || p[parent].kind != NodeKind::For || !program::is_cxx(p.platform.standard)) return true;
    return p[stmt].kind != NodeKind::Block ||
           std::ranges::none_of(p.list(p[stmt], at::Block::stmts),
                                [&](NodeId part) { return p[part].kind == NodeKind::Declare; });
}

Jumps jumps_out(const View& view, NodeId stmt) { return JumpFinder(view).run(stmt); }

bool jumps_land(const View& view, NodeId site, const Jumps& jumps) {
    if (jumps.cases) return false;
    bool in_loop = false, in_switch = false;
    for (NodeId around = view.parent(site); around; around = view.parent(around)) {
        const NodeKind kind = view[around].kind;
        in_loop |= program::is_loop(kind);
        in_switch |= kind == NodeKind::Switch;
    }
    return (!jumps.continues || in_loop) && (!jumps.breaks || in_loop || in_switch);
}

bool is_outside_loops(const View& view, NodeId stmt) {
    if (view.function(stmt) != view.program().entry) return false;
    for (NodeId id = view.parent(stmt); id; id = view.parent(id))
        if (program::is_loop(view[id].kind)) return false;
    return true;
}

bool can_discard(const View& view, NodeId root) {
    const Program& p = view.program();
    std::unordered_map<uint32_t, uint32_t> refs, gotos;
    std::vector<VarId> vars;
    std::vector<LabelId> labels;
    program::walk(p, root, [&](NodeId id) {
        const Node& n = p[id];
        if (n.kind == NodeKind::VarRef) ++refs[n.var().index];
        if (n.kind == NodeKind::Goto) ++gotos[n.label().index];
        if (n.kind == NodeKind::Declare) vars.push_back(n.var());
        if (n.kind == NodeKind::Label) labels.push_back(n.label());
    });
    return std::ranges::all_of(vars, [&](VarId var) { return refs[var.index] == view.use(var).refs; }) &&
           std::ranges::all_of(labels,
                               [&](LabelId label) { return gotos[label.index] == view.gotos(label); });
}

uint32_t position_in(const Program& p, NodeId block, NodeId stmt) {
    const auto stmts = p.list(p[block], at::Block::stmts);
    const auto found = std::ranges::find(stmts, stmt);
    return found == stmts.end() ? UINT32_MAX : static_cast<uint32_t>(found - stmts.begin());
}

} // namespace assay::transform
