// Statements and blocks.
#include "generate/grow/idioms/idiom.h"
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

#include <array>

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::IncDecOp;

namespace {

enum class Kind { Assign, Declare, If, Loop, Switch, Call, Block, Copy, Exit, Observe, Dead, Idiom };
constexpr SiteOf kKind{"grow.statement",
                       Option{Kind::Assign, "assign", 30},
                       Option{Kind::Declare, "declare", 9},
                       Option{Kind::If, "if", 15},
                       Option{Kind::Loop, "loop", 22},
                       Option{Kind::Switch, "switch", 2},
                       Option{Kind::Call, "call", 5},
                       Option{Kind::Block, "block", 1},
                       Option{Kind::Copy, "copy", 3},
                       Option{Kind::Exit, "exit", 4},
                       Option{Kind::Observe, "observe", 2},
                       Option{Kind::Dead, "dead", 2},
                       Option{Kind::Idiom, "idiom", 22}};
// About how many lines each takes without what is inside it.
int64_t lines_of(Kind kind) {
    switch (kind) {
    case Kind::If:
    case Kind::Loop:
    case Kind::Block:
    case Kind::Exit:
    case Kind::Dead: return 3;
    case Kind::Switch: return 6;
    case Kind::Idiom: return 9;
    case Kind::Assign:
    case Kind::Declare:
    case Kind::Call:
    case Kind::Copy:
    case Kind::Observe: break;
    }
    return 1;
}
enum class Form { Plain, Compound, Step };
constexpr SiteOf kForm{"grow.assign.form", Option{Form::Plain, "plain", 10},
                       Option{Form::Compound, "compound", 6}, Option{Form::Step, "step", 3}};
constexpr SiteOf kCompound{
    "grow.assign.operator",          Option{BinaryOp::Add, "add", 8}, Option{BinaryOp::Sub, "sub", 6},
    Option{BinaryOp::Mul, "mul", 3}, Option{BinaryOp::Div, "div", 1}, Option{BinaryOp::Rem, "rem", 1},
    Option{BinaryOp::Shl, "shl", 1}, Option{BinaryOp::Shr, "shr", 2}, Option{BinaryOp::And, "and", 3},
    Option{BinaryOp::Or, "or", 4},   Option{BinaryOp::Xor, "xor", 5}};
enum class Local { Integer, Array, Record, Float, Pointer, Vector };
constexpr SiteOf kLocal{"grow.local.shape",
                        Option{Local::Integer, "integer", 14},
                        Option{Local::Array, "array", 3},
                        Option{Local::Record, "record", 2},
                        Option{Local::Float, "float", 1},
                        Option{Local::Pointer, "pointer", 2},
                        Option{Local::Vector, "vector", 1}};
enum class Dead { Null, Unreachable, Uninitialised, Overflow, Division, Code };
constexpr SiteOf kDead{"grow.dead",
                       Option{Dead::Null, "null", 3},
                       Option{Dead::Unreachable, "unreachable", 3},
                       Option{Dead::Uninitialised, "uninitialised", 3},
                       Option{Dead::Overflow, "overflow", 2},
                       Option{Dead::Division, "division", 2},
                       Option{Dead::Code, "code", 3}};
constexpr Coin kUseResult{"grow.call.use-result", 80};
constexpr Coin kSpare{"grow.assign.spare-unread", 75}; // what was stored there is not lost
constexpr Coin kElse{"grow.if.else", 45};
constexpr Coin kRegionPolicy{"grow.policy.region", 30};
constexpr SiteOf kRegionOperators{"grow.policy.region-operators", Option{0u, "all", 8},
                                  Option{1u, "additive", 2},      Option{2u, "bitwise", 2},
                                  Option{3u, "logical", 1},       Option{4u, "multiplicative", 1},
                                  Option{5u, "bitwise-shift", 3}, Option{6u, "additive-multiplicative", 2}};
constexpr SiteOf kRegionConstants{"grow.policy.region-constants", Option{0u, "normal", 8},
                                  Option{1u, "half", 3}, Option{2u, "all", 1}};
constexpr choice::Knob kDepth{"grow.expression-depth", 3, 1, 8, {2, 5}};

int expression_depth(World& w) { return static_cast<int>(w.c.range<int64_t>(1, w.c.knob(kDepth))); }

// The store waits for the value, so the value may read the target; a compound assignment reads it too, in no
// known order against calls in the value.
NodeId assign_number(World& w, NodeId target, int depth) {
    const VarId root = root_of(w, target);
    const TypeId type = w.p.types.unqualified(w.p[target].type);
    const TypeKind kind = w.kind(type);
    const bool whole = w.p[target].kind == program::NodeKind::VarRef;
    const bool loses = whole && w.is_unread(root) && w.c.pick(kSpare);
    if (whole) w.await_read(root);
    if (kind == TypeKind::Enum) return w.b.assign(target, value_of(w, type, depth));
    Form form = Form::Plain;
    if (program::has_settled_type(w.p, target) && kind != TypeKind::Bool)
        form = loses ? w.c.pick(kForm, kForm.all_but(Form::Plain)) : w.c.pick(kForm);
    if (form == Form::Plain) return w.b.assign(target, reusable_number(w, depth));
    if (form == Form::Step) return w.b.incdec(static_cast<IncDecOp>(w.c.below(4)), target);
    if (root) w.note_read(root);
    const BinaryOp op = w.c.pick(kCompound);
    return w.b.compound(op, target, number(w, depth));
}

NodeId declare(World& w) {
    choice::Mask allowed = kLocal.all();
    if (w.records.empty()) allowed -= kLocal.only(Local::Record);
    if (w.vectors.empty()) allowed -= kLocal.only(Local::Vector);
    TypeId type = integer_type(w);
    NodeId init;
    w.begin_full_expression(0);
    switch (w.c.pick(kLocal, allowed)) {
    case Local::Array:
        type = w.p.types.array_of(type, w.c.range(2u, 8u));
        init = constant_initialiser(w, type);
        break;
    case Local::Record:
        type = w.c.element(w.records);
        init = value_of(w, type, 1);
        break;
    case Local::Float:
        type = type::Double;
        init = value_of(w, type, 2);
        break;
    case Local::Pointer:
        init = pointer_to(w, type, true);
        type = w.p.types.pointer_to(type);
        break;
    case Local::Vector:
        type = w.c.element(w.vectors);
        init = value_of(w, type, 2);
        break;
    case Local::Integer: init = reusable_number(w, expression_depth(w)); break;
    }
    if (w.kind(type) != TypeKind::Pointer && is_integer(w.kind(type)) && w.cxx() && w.p[init].type != type)
        init = w.b.cast(type, init);
    const std::string_view stem = w.kind(type) == TypeKind::Pointer ? "p"
                                  : w.kind(type) == TypeKind::Array ? "arr"
                                  : is_record(w.kind(type))         ? "rec"
                                                                    : "x";
    const VarId var = w.b.local(w.current, w.fresh(stem), type, init);
    w.bring(var);
    return w.b.declare(var);
}

NodeId branch(World& w) {
    w.begin_full_expression(0);
    const NodeId test = condition(w, expression_depth(w));
    const NodeId yes = block(w, w.c.range<int64_t>(1, 3));
    return w.b.if_(test, yes, w.c.pick(kElse) ? block(w, w.c.range<int64_t>(1, 3)) : NodeId{});
}

NodeId selection(World& w) {
    w.begin_full_expression(0);
    const auto count = w.c.range(2, 4);
    const NodeId subject =
        w.b.binary(BinaryOp::Rem, number_of(w, type::UInt, 2), w.b.integer(type::UInt, count + 1));
    std::vector<NodeId> stmts;
    const bool breakable = w.breakable;
    w.breakable = false; // inside, break leaves the switch
    for (int i = 0; i < count; ++i) {
        stmts.push_back(w.b.case_(w.b.integer(type::UInt, i)));
        stmts.push_back(w.c.percent(60) ? assignment(w) : block(w, w.c.range<int64_t>(1, 2)));
        if (w.c.percent(75)) stmts.push_back(w.b.break_());
    }
    if (w.c.percent(60)) {
        stmts.push_back(w.b.default_());
        stmts.push_back(assignment(w));
    }
    w.breakable = breakable;
    return w.b.switch_(subject, w.b.block(stmts));
}

// A whole struct or vector.
NodeId copy(World& w) {
    std::vector<VarId> targets;
    for (const VarId var : w.visible) {
        const TypeKind kind = w.kind(w.p[var].type);
        if ((is_record(kind) || kind == TypeKind::Vector) && !w.input(var) && w.type_of(var).quals == 0)
            targets.push_back(var);
    }
    if (targets.empty()) return assignment(w);
    const VarId target = w.c.element(targets);
    w.begin_full_expression(0);
    const NodeId value = value_of(w, w.p[target].type, 2);
    return w.b.expr(w.b.assign(w.b.ref(target), value));
}

NodeId some_call(World& w) {
    w.begin_full_expression(0);
    for (int tries = 0; tries < 4 && !w.functions.empty(); ++tries) {
        const Function& function = w.c.element(w.functions);
        if (may_call(w, function)) return call_statement(w, function);
    }
    return assignment(w);
}

NodeId leave(World& w) {
    w.begin_full_expression(0);
    const NodeId test = condition(w, 2);
    if (w.breakable && w.c.percent(50)) return w.b.if_(test, w.b.break_());
    if (w.continuable && w.c.percent(60)) return w.b.if_(test, w.b.continue_());
    if (w.can_return && w.c.percent(20)) return w.b.if_(test, w.b.return_());
    return assignment(w);
}

NodeId believed(World& w) {
    const TypeId pointer = w.p.types.pointer_to(type::Int);
    switch (w.c.pick(kDead)) {
    case Dead::Null: return w.b.expr(w.b.assign(w.b.deref(w.b.null(pointer)), w.b.integer(1)));
    case Dead::Unreachable: return w.b.expr(w.b.builtin(program::Builtin::Unreachable, {}));
    case Dead::Uninitialised: {
        const VarId never = w.b.local(w.current, w.fresh("never"), type::Int);
        w.begin_full_expression(0);
        const NodeId target = w.b.ref(w.outputs.back());
        const NodeId read = w.b.binary(BinaryOp::Add, w.b.ref(never), number(w, 1));
        return w.b.block(std::vector{w.b.declare(never), w.b.expr(w.b.assign(target, read))});
    }
    case Dead::Overflow: {
        w.begin_full_expression(0);
        const NodeId sum = w.b.binary(BinaryOp::Add, number_of(w, type::Int, 1), w.b.integer(0x7fffffff));
        return w.b.expr(
            w.b.assign(w.b.ref(w.outputs.back()), w.b.binary(BinaryOp::Add, sum, w.b.integer(0x7fffffff))));
    }
    case Dead::Division: {
        w.begin_full_expression(0);
        const NodeId zero = w.b.binary(BinaryOp::And, number_of(w, type::Int, 0), w.b.integer(0));
        return w.b.expr(w.b.assign(w.b.ref(w.outputs.back()),
                                   w.b.binary(BinaryOp::Rem, number_of(w, type::Int, 1), zero)));
    }
    case Dead::Code: break;
    }
    return block(w, 2);
}

// A path that is never taken, with what would be undefined on it: compilers must not believe it.
NodeId dead(World& w) {
    const VarId input = known_input(w);
    if (!input) return assignment(w);
    const NodeId test = w.b.binary(BinaryOp::Ne, w.b.ref(input), value_of_input(w, input));
    const NodeId made = w.b.if_(test, believed(w));
    w.settled_ifs.push_back(made);
    return made;
}

} // namespace

NodeId assignment(World& w) {
    w.begin_full_expression(0);
    const NodeId target = writable(w, is_whole_number, 1);
    if (!target) {
        const VarId out = w.outputs.back();
        return w.b.expr(w.b.assign(w.b.ref(out), number(w, expression_depth(w))));
    }
    return w.b.expr(assign_number(w, target, expression_depth(w)));
}

NodeId call_statement(World& w, const Function& function) {
    const TypeId result = function.result;
    const NodeId made = call(w, function, 2);
    if (result == type::Void || !w.c.pick(kUseResult)) return w.b.expr(made);
    if (is_integer(w.kind(result)) && w.c.percent(50)) {
        const VarId out = w.c.element(w.simple_outputs);
        const bool adds = w.is_unread(out) && w.kind(w.p[out].type) != TypeKind::Bool;
        w.await_read(out);
        return w.b.expr(adds ? w.b.compound(BinaryOp::Xor, w.b.ref(out), made)
                             : w.b.assign(w.b.ref(out), made));
    }
    const VarId var = w.b.local(w.current, w.fresh("x"), result, made);
    w.bring(var);
    return w.b.declare(var);
}

NodeId statement(World& w) {
    choice::Mask allowed = kKind.all();
    if (w.depth >= 5 || w.lines_left <= 0)
        allowed -= kKind.only(Kind::If, Kind::Loop, Kind::Switch, Kind::Block, Kind::Idiom, Kind::Dead);
    if (w.trips > 24 || w.loop_depth >= 3) allowed -= kKind.only(Kind::Loop, Kind::Idiom);
    if (!w.policies) allowed -= kKind.only(Kind::Idiom);
    const Kind kind = w.c.pick(kKind, allowed);
    w.lines_left -= lines_of(kind);
    switch (kind) {
    case Kind::Declare: return declare(w);
    case Kind::If: return branch(w);
    case Kind::Loop: return loop(w);
    case Kind::Switch: return selection(w);
    case Kind::Call: return some_call(w);
    case Kind::Block: return block(w, 2);
    case Kind::Copy: return copy(w);
    case Kind::Exit: return leave(w);
    case Kind::Observe: {
        w.begin_full_expression(w.c.percent(15) ? 2 : 0);
        const NodeId shown = reusable_number(w, 2);
        w.touched.shows = true;
        return w.b.observe(shown);
    }
    case Kind::Dead: return dead(w);
    case Kind::Idiom: return idiom_statement(w);
    case Kind::Assign: break;
    }
    return assignment(w);
}

void add_statements(World& w, int64_t count, std::vector<NodeId>& stmts) {
    const Region region = w.region;
    if (w.policies && w.c.pick(kRegionPolicy))
        w.region = {w.c.pick(kRegionOperators), w.c.pick(kRegionConstants)};
    ++w.depth;
    for (int64_t i = 0; i < count && (i == 0 || w.lines_left > 0); ++i) stmts.push_back(statement(w));
    --w.depth;
    w.region = region;
}

NodeId block(World& w, int64_t statements) {
    const size_t visible = w.visible.size();
    std::vector<NodeId> stmts;
    add_statements(w, statements, stmts);
    use_unread(w, visible, stmts);
    w.leave_scope(visible);
    return w.b.block(stmts);
}

std::span<const choice::Site* const> statement_sites() {
    static constexpr const choice::Site* all[]{
        &kKind, &kDead,         &kUseResult,       &kForm,           &kCompound, &kLocal, &kSpare,
        &kElse, &kRegionPolicy, &kRegionOperators, &kRegionConstants};
    return all;
}

} // namespace assay::generate::grow
