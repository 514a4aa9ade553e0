// Statements are added in the order in which they run. Each adds what is known behind it; what a block made
// known is forgotten at its end. A value may be changed in the block that decided it; in blocks inside, which
// may run several times, only the same value is stored again.
#include "generate/expand/maker.h"

#include "program/typing.h"
#include "transform/kit/assignments.h"
#include "transform/kit/branches.h"
#include "transform/kit/cases.h"
#include "transform/kit/counting.h"
#include "transform/kit/inverse.h"

#include <algorithm>

namespace assay::generate::expand {

namespace at = program::at;
using program::BinaryOp;
using program::IncDecOp;
using program::Storage;
using transform::Branch;
using transform::Counting;
using transform::LoopExit;
using transform::LoopForm;
using transform::Part;

namespace {

enum class Statement { New, Old, Branch, Loop, Switch, Sum, Pointer, Vla, Input };
constexpr SiteOf kStatement{"expand.statement",
                            Option{Statement::New, "new", 16},
                            Option{Statement::Old, "old", 14},
                            Option{Statement::Branch, "branch", 7},
                            Option{Statement::Loop, "loop", 6},
                            Option{Statement::Switch, "switch", 3},
                            Option{Statement::Sum, "sum", 4},
                            Option{Statement::Pointer, "pointer", 4},
                            Option{Statement::Vla, "vla", 2},
                            Option{Statement::Input, "input", 3}};
constexpr SiteOf kStorage{"expand.storage", Option{Storage::Local, "local", 6},
                          Option{Storage::Static, "static", 3}, Option{Storage::Extern, "extern", 2},
                          Option{Storage::LocalStatic, "local-static", 2}};
enum class Change { Assign, Compound, Step };
constexpr SiteOf kChange{"expand.change", Option{Change::Assign, "assign", 5},
                         Option{Change::Compound, "compound", 6}, Option{Change::Step, "step", 2}};
constexpr SiteOf kCompound{"expand.compound",
                           Option{BinaryOp::Add, "add", 4},
                           Option{BinaryOp::Sub, "sub", 4},
                           Option{BinaryOp::Mul, "mul", 3},
                           Option{BinaryOp::Div, "div", 2},
                           Option{BinaryOp::Rem, "rem", 2},
                           Option{BinaryOp::Shl, "shl", 2},
                           Option{BinaryOp::Shr, "shr", 2},
                           Option{BinaryOp::And, "and", 2},
                           Option{BinaryOp::Or, "or", 2},
                           Option{BinaryOp::Xor, "xor", 2}};
constexpr SiteOf kStep{"expand.step", Option{IncDecOp::PreInc, "pre-inc", 1},
                       Option{IncDecOp::PreDec, "pre-dec", 1}, Option{IncDecOp::PostInc, "post-inc", 1},
                       Option{IncDecOp::PostDec, "post-dec", 1}};
constexpr Coin kShown{"expand.shown", 70};
constexpr SiteOf kBranch{"expand.branch",
                         Option{Branch::If, "if", 5},
                         Option{Branch::IfElse, "if-else", 6},
                         Option{Branch::WhileNever, "while-never", 1},
                         Option{Branch::WhileOnce, "while-once", 2},
                         Option{Branch::DoOnce, "do-once", 2},
                         Option{Branch::ForOnce, "for-once", 1},
                         Option{Branch::Plain, "plain", 1},
                         Option{Branch::JumpOver, "jump-over", 1},
                         Option{Branch::JumpBack, "jump-back", 2},
                         Option{Branch::IfVariable, "if-variable", 4}};
constexpr Coin kTrue{"expand.branch.true", 75};
constexpr SiteOf kLoop{"expand.loop", Option{LoopForm::For, "for", 6}, Option{LoopForm::While, "while", 3},
                       Option{LoopForm::Do, "do", 2}, Option{LoopForm::Goto, "goto", 1}};
enum class Count { Up, Down, Product, Halves };
constexpr SiteOf kCount{"expand.loop.count", Option{Count::Up, "up", 6}, Option{Count::Down, "down", 4},
                        Option{Count::Product, "product", 1}, Option{Count::Halves, "halves", 2}};
constexpr SiteOf kExit{"expand.loop.exit", Option{LoopExit::None, "none", 6},
                       Option{LoopExit::Break, "break", 2}, Option{LoopExit::Continue, "continue", 2}};
constexpr Coin kSwitchVarying{"expand.switch.varying", 40};
constexpr Coin kSwitchDefault{"expand.switch.default", 20};
constexpr SiteOf kSumOp{"expand.sum",
                        Option{BinaryOp::Add, "add", 4},
                        Option{BinaryOp::Sub, "sub", 2},
                        Option{BinaryOp::Mul, "mul", 2},
                        Option{BinaryOp::Xor, "xor", 3},
                        Option{BinaryOp::Or, "or", 1},
                        Option{BinaryOp::And, "and", 1}};
constexpr Coin kNewSum{"expand.sum.new", 35};

constexpr uint64_t kMostRounds = 120; // of a statement, with all loops around it
constexpr uint32_t kDeepest = 5;

} // namespace

void Maker::show(const Spot& spot, VarId var, UInt128 path) {
    const auto leaf = transform::leaf_at(p, p[var].type, path);
    if (leaf->bits >= 0 && transform::type_in_operation(p, *leaf) != program::type::Int) return;
    if (c.pick(kShown))
        apply(transform::show_value(), spot.block, transform::ShowValueArgs{spot.before, var, path});
}

void Maker::assign(const Spot& spot, const Known& to, uint32_t form, UInt128 value) {
    apply(transform::assign_known(), spot.block,
          transform::AssignKnownArgs{spot.before, to.var, to.path, form, false, value});
    expand_made(budget());
}

void Maker::assign_new(const Spot& spot) {
    const UInt128 code = any_type_code();
    const Storage storage = c.pick(kStorage);
    const uint8_t quals = is_volatile() ? program::kVolatile : 0;
    const uint64_t word = c.bits64();
    const VarId var = add_variable(spot, storage, code, quals, word);
    if (storage == Storage::Local) expand_made(c.percent(50) ? budget() : 0);
    std::vector<Part> parts;
    transform::parts_of(p, transform::type_of_code(p, code), parts);
    const size_t chosen = c.below(parts.size());
    // What nobody writes to has its initial value, but only an automatic variable gets it back each time.
    if (storage == Storage::Local)
        for (size_t i = 0; i < parts.size() && i < 5; ++i) {
            if (i == chosen) continue;
            const UInt128 initial =
                transform::initial_value(p, word, static_cast<uint32_t>(i), parts[i].type, parts[i].bits);
            locals.push_back(known_at(var, parts[i].path, parts[i].type, parts[i].bits,
                                      add_object(initial, spot.level, true)));
        }
    const Part part = parts[chosen];
    const UInt128 value = value_of(part.type, part.bits);
    const Known to = known_at(var, part.path, part.type, part.bits, add_object(value, spot.level, true));
    assign(spot, to, 0, value);
    locals.push_back(to);
    show(spot, var, part.path);
}

void Maker::assign_old(const Spot& spot) {
    if (locals.empty()) return assign_new(spot);
    const Known to = c.element(locals);
    const Object object = objects[to.object];
    if (!object.writable || (p.types.quals(p[to.var].type) & program::kConst) != 0) return assign_new(spot);
    if (spot.dead || object.level != spot.level) {
        // Where it may run several times, or never: the same value, or any.
        assign(spot, to, 0, spot.dead ? value_of(to.type, to.bits) : object.value);
        return show(spot, to.var, to.path);
    }
    const TypeId wide = program::promoted_type(p, to.type);
    const IntShape own = transform::shape_of_part(p, to.type, to.bits);
    const Change change = c.pick(kChange);
    uint32_t form = 0;
    UInt128 operand = value_of(to.type, to.bits), value = operand;
    // Bit-fields are computed in types that compilers do not agree about.
    if (change != Change::Assign && to.bits < 0) {
        const bool step = change == Change::Step && p.types.kind(to.type) != TypeKind::Bool;
        const IncDecOp step_op = c.pick(kStep);
        BinaryOp op = c.pick(kCompound);
        if (step) op = program::is_increment(step_op) ? BinaryOp::Add : BinaryOp::Sub;
        const UInt128 right = step ? UInt128{1} : is_shift(op) ? c.below(shape(wide).width) : operand;
        const semantics::IntOutcome outcome =
            semantics::binary(op, object.value, right, shape(wide), shape(wide), rule());
        if (outcome.ok()) {
            form = step ? transform::assign_form(step_op) : transform::assign_form(op);
            operand = step ? UInt128{0} : right;
            value = semantics::convert(outcome.bits, own);
        }
    }
    assign(spot, to, form, operand);
    objects[to.object].value = value;
    show(spot, to.var, to.path);
}

void Maker::sum_up(const Spot& spot) {
    if (sums.empty() || c.pick(kNewSum)) {
        static constexpr TypeKind kUnsigned[]{TypeKind::UInt, TypeKind::ULong, TypeKind::ULLong};
        const auto kind_of_sum = static_cast<uint32_t>(kUnsigned[c.below(3)]);
        const Storage storage = c.pick(kStorage);
        const uint8_t quals = is_volatile() ? program::kVolatile : 0;
        sums.push_back(add_variable(spot, storage, kind_of_sum, quals, c.bits64()));
        if (varying.empty()) return;
    }
    const VarId sum = c.element(sums);
    const BinaryOp op = c.pick(kSumOp);
    const TypeId type = program::basic(p.types.kind(p[sum].type));
    UInt128 operand = value_of(type, -1) | 1;
    bool from_varying = !varying.empty() && c.percent(80);
    if (from_varying) {
        const Varying& from = c.element(varying);
        // In a wider signed type it could overflow.
        const TypeId other = program::promoted_type(p, program::basic(from.kind));
        from_varying = program::common_type(p, type, other) == type;
        if (from_varying) operand = from.var.index;
    }
    apply(transform::assign_known(), spot.block,
          transform::AssignKnownArgs{spot.before, sum, 0, transform::assign_form(op), from_varying, operand});
    expand_made(budget());
    show(spot, sum, 0);
}

void Maker::fill_inner(const Spot& spot, NodeId block, bool dead, uint32_t more_rounds) {
    Spot inner = spot;
    inner.block = block;
    inner.before = {};
    inner.level = spot.level + 1;
    inner.rounds = spot.rounds * more_rounds;
    inner.dead = spot.dead || dead;
    fill(inner, 1 + static_cast<uint32_t>(c.below(dead ? 2 : 4)));
}

void Maker::branch(const Spot& spot) {
    choice::Mask allowed = kBranch.all();
    if (varying.empty()) allowed -= kBranch.only(Branch::IfVariable);
    const Branch form = c.pick(kBranch, allowed);
    const bool truth = c.pick(kTrue);
    UInt128 number = 0;
    BinaryOp op = {};
    VarId var;
    if (form == Branch::IfVariable) {
        const Varying& from = c.element(varying);
        var = from.var;
        op = static_cast<BinaryOp>(static_cast<uint64_t>(BinaryOp::Lt) + c.below(6));
        number = from.values[c.below(from.values.size())];
    } else if (has_condition(form)) {
        number = truth || form == Branch::WhileOnce || form == Branch::ForOnce ? UInt128{1} : UInt128{0};
    }
    apply(transform::add_branch(), spot.block, transform::AddBranchArgs{spot.before, form, number, var, op});
    const NodeId stmt{static_cast<uint32_t>(p.nodes.size() - 1)};
    expand_made(budget());
    const Node n = p[stmt];
    const auto part = [&](NodeId block, uint32_t i) { return p.list(p[block], at::Block::stmts)[i]; };
    switch (form) {
    case Branch::If: return fill_inner(spot, n.child(at::If::yes), !truth, 1);
    case Branch::IfElse:
        fill_inner(spot, n.child(at::If::yes), !truth, 1);
        return fill_inner(spot, n.child(at::If::no), truth, 1);
    case Branch::IfVariable:
        fill_inner(spot, n.child(at::If::yes), false, 1);
        return fill_inner(spot, n.child(at::If::no), false, 1);
    case Branch::WhileNever: return fill_inner(spot, n.child(at::While::body), true, 1);
    case Branch::WhileOnce: return fill_inner(spot, part(n.child(at::While::body), 0), false, 1);
    case Branch::DoOnce: return fill_inner(spot, n.child(at::DoWhile::body), false, 1);
    case Branch::ForOnce: return fill_inner(spot, part(n.child(at::For::body), 0), false, 1);
    case Branch::Plain: return fill_inner(spot, stmt, false, 1);
    case Branch::JumpOver: return fill_inner(spot, part(stmt, 1), true, 1);
    case Branch::JumpBack:
        fill_inner(spot, part(stmt, 5), false, 1);
        return fill_inner(spot, part(stmt, 2), false, 1);
    }
}

// A way of counting that ends within so many rounds, by trial.
std::optional<Counting> Maker::counting(uint64_t most) {
    for (int tries = 0; tries < 6; ++tries) {
        Counting way;
        way.form = c.pick(kLoop);
        way.kind = kind();
        if (way.kind == TypeKind::Bool) way.kind = TypeKind::Int;
        const IntShape wide = shape(program::promoted_type(p, program::basic(way.kind)));
        const UInt128 n = c.below(std::min<uint64_t>(most, 12) + 1);
        const UInt128 by = 1 + c.below(c.percent(60) ? 1 : 5);
        const UInt128 from = c.percent(60) ? UInt128{c.below(4)} : value_of(program::basic(way.kind), -1);
        const uint64_t compared = c.below(3);
        way.start = semantics::canonical(from, wide);
        way.step = by;
        switch (c.pick(kCount)) {
        case Count::Up:
            way.bound = semantics::canonical(way.start + n * by, wide);
            way.compare = compared == 0 ? BinaryOp::Ne : compared == 1 ? BinaryOp::Le : BinaryOp::Lt;
            if (c.percent(50)) { // signs of constants differ from signs of steps
                way.advance = BinaryOp::Sub;
                way.step = semantics::canonical(-by, wide);
            }
            break;
        case Count::Down:
            way.bound = semantics::canonical(way.start - n * by, wide);
            way.compare = compared == 0 ? BinaryOp::Ne : compared == 1 ? BinaryOp::Ge : BinaryOp::Gt;
            way.advance = BinaryOp::Sub;
            break;
        case Count::Product:
            way.start = 1 + c.below(3), way.bound = 2 + c.below(100), way.step = 2 + c.below(3);
            way.advance = c.percent(50) ? BinaryOp::Mul : BinaryOp::Shl;
            break;
        case Count::Halves:
            way.start = c.below(127), way.bound = 0, way.step = 1 + c.below(3);
            way.compare = BinaryOp::Gt;
            way.advance = c.percent(50) ? BinaryOp::Shr : BinaryOp::Div;
            if (way.advance == BinaryOp::Div) ++way.step;
            break;
        }
        choice::Mask exits = kExit.all();
        if (way.form != LoopForm::For) exits -= kExit.only(LoopExit::Continue);
        if (way.form == LoopForm::Goto) exits -= kExit.only(LoopExit::Break);
        way.exit = c.pick(kExit, exits);
        const auto rounds_made = transform::rounds_of(p, way);
        if (!rounds_made || rounds_made->size() > most) continue;
        if (way.exit != LoopExit::None && !rounds_made->empty())
            way.where = semantics::canonical((*rounds_made)[c.below(rounds_made->size())], wide);
        if (transform::rounds_of(p, way)) return way;
    }
    return std::nullopt;
}

void Maker::loop(const Spot& spot) {
    const uint64_t most = kMostRounds / std::max<uint64_t>(spot.rounds, 1);
    const std::optional<Counting> way = counting(most);
    if (!way) return;
    apply(transform::add_loop(), spot.block, transform::AddLoopArgs{spot.before, spot.body, *way});
    const NodeId stmt{static_cast<uint32_t>(p.nodes.size() - 1)};
    const VarId counter{static_cast<uint32_t>(p.vars.size() - 1)};
    std::vector<UInt128> values = *transform::rounds_of(p, *way);
    const auto more = static_cast<uint32_t>(values.size());
    expand_made(budget());
    NodeId inner = stmt;
    if (way->form == LoopForm::For) {
        inner = p[stmt].child(at::For::body);
    } else {
        const auto parts = p.list(p[stmt], at::Block::stmts);
        const Node& looping = p[parts.back()];
        inner = looping.kind == NodeKind::DoWhile ? looping.child(at::DoWhile::body) : looping.child(1);
    }
    for (const NodeId part : p.list(p[inner], at::Block::stmts))
        if (p[part].kind == NodeKind::Block) inner = part;
    if (!values.empty()) varying.push_back({counter, way->kind, values});
    fill_inner(spot, inner, values.empty(), std::max(more, 1u));
    if (!values.empty()) varying.pop_back();
}

void Maker::choose(const Spot& spot) {
    const bool by_varying = !varying.empty() && c.pick(kSwitchVarying);
    const auto count = c.range(1u, 6u);
    const uint64_t word = c.bits64();
    uint64_t breaks = c.bits64();
    breaks |= c.bits64(); // mostly
    VarId var;
    UInt128 number = 0;
    if (by_varying) {
        var = c.element(varying).var;
    } else {
        const auto labels = transform::labels_of(shape(program::type::Int), count, word);
        number = c.pick(kSwitchDefault) ? value_of(program::type::Int, -1) : c.element(labels);
    }
    apply(
        transform::add_switch(), spot.block,
        transform::AddSwitchArgs{spot.before, number, var, count, word, static_cast<uint32_t>(breaks % 512)});
    const NodeId stmt{static_cast<uint32_t>(p.nodes.size() - 1)};
    // The labels, before they are expanded.
    std::vector<std::pair<NodeId, bool>> blocks; // is it dead?
    const auto parts = p.list(p[p[stmt].child(at::Switch::body)], at::Block::stmts);
    bool matched = false;
    for (const NodeId part : parts)
        matched |= p[part].kind == NodeKind::Case && p[p[part].child(0)].bits() == number;
    bool live = false;
    for (const NodeId part : parts) {
        const NodeKind kind_of_part = p[part].kind;
        if (kind_of_part == NodeKind::Case) live |= p[p[part].child(0)].bits() == number;
        if (kind_of_part == NodeKind::Default) live |= !matched;
        if (kind_of_part == NodeKind::Block) blocks.emplace_back(part, !by_varying && !live);
        if (kind_of_part == NodeKind::Break) live = false;
    }
    expand_made(budget());
    for (const auto& [block, dead] : blocks) fill_inner(spot, block, dead, 1);
}

void Maker::statement(const Spot& spot) {
    rounds = spot.dead ? 0 : spot.rounds;
    calls_left = 1;
    choice::Mask allowed = kStatement.all();
    if (program::is_cxx(p.platform.standard)) allowed -= kStatement.only(Statement::Vla);
    if (spot.level >= kDeepest)
        allowed -= kStatement.only(Statement::Branch, Statement::Loop, Statement::Switch);
    const size_t before = p.nodes.size();
    switch (c.pick(kStatement, allowed)) {
    case Statement::New: assign_new(spot); break;
    case Statement::Old: assign_old(spot); break;
    case Statement::Branch: branch(spot); break;
    case Statement::Loop: loop(spot); break;
    case Statement::Switch: choose(spot); break;
    case Statement::Sum: sum_up(spot); break;
    case Statement::Pointer: add_pointer(spot); break;
    case Statement::Vla: add_vla(spot); break;
    case Statement::Input: add_input(); break;
    }
    work += (p.nodes.size() - before) * (spot.dead ? 0 : spot.rounds);
}

void Maker::fill(const Spot& spot, uint32_t count) {
    const size_t known = locals.size(), summed = sums.size();
    for (uint32_t i = 0; i < count && !full(); ++i) statement(spot);
    locals.resize(known);
    sums.resize(summed);
}

std::span<const choice::Site* const> statement_sites() {
    static constexpr const choice::Site* all[]{
        &kStatement, &kStorage, &kChange, &kCompound, &kStep,          &kShown,         &kBranch, &kTrue,
        &kLoop,      &kCount,   &kExit,   &kSumOp,    &kSwitchVarying, &kSwitchDefault, &kNewSum};
    return all;
}

} // namespace assay::generate::expand
