#include "generate/grow/kit.h"

#include "generate/grow/sites.h"

#include <algorithm>

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::IncDecOp;

namespace {

constexpr SiteOf kInlining{"grow.helper.linkage", Option{int{program::kFuncStatic}, "static", 5},
                           Option{program::kFuncStatic | program::kFuncInline, "inline", 3},
                           Option{program::kFuncStatic | program::kFuncNoinline, "noinline", 4},
                           Option{0, "extern", 1}};
enum class Keep { Assign, Xor, Add, Observe };
constexpr SiteOf kKeep{"grow.keep", Option{Keep::Assign, "assign", 6}, Option{Keep::Xor, "xor", 3},
                       Option{Keep::Add, "add", 2}, Option{Keep::Observe, "observe", 2}};
enum class Array { Existing, Global, Local };
constexpr SiteOf kArray{"grow.array", Option{Array::Existing, "existing", 5},
                        Option{Array::Global, "global", 4}, Option{Array::Local, "local", 3}};
enum class Form { For, While, Do };
constexpr SiteOf kLoopForm{"grow.loop-over.form", Option{Form::For, "for", 12},
                           Option{Form::While, "while", 2}, Option{Form::Do, "do", 1}};
constexpr SiteOf kCounter{"grow.loop-over.counter",
                          Option{TypeKind::Int, "int", 12},
                          Option{TypeKind::UInt, "uint", 3},
                          Option{TypeKind::Long, "long", 3},
                          Option{TypeKind::Short, "short", 2},
                          Option{TypeKind::UChar, "uchar", 2},
                          Option{TypeKind::SChar, "schar", 2},
                          Option{TypeKind::ULLong, "ullong", 2}};
constexpr Coin kGlobalCounter{"grow.loop-over.global", 12};

} // namespace

Expr pure_number(World& w, int depth) {
    const bool was = std::exchange(w.pure, true);
    const NodeId made = number(w, depth);
    w.pure = was;
    return {w, made};
}

Expr pure_of(World& w, TypeId type, int depth) {
    const bool was = std::exchange(w.pure, true);
    const NodeId made = number_of(w, type, depth);
    w.pure = was;
    return {w, made};
}

Expr pure_variable(World& w) {
    const bool was = std::exchange(w.pure, true);
    NodeId found = readable(w, is_whole_number, 1);
    w.pure = was;
    if (!found) return pure_number(w, 0);
    if (!program::has_settled_type(w.p, found)) found = w.b.cast(program::value_type(w.p, found), found);
    return {w, found};
}

Expr small_constant(World& w, int64_t low, int64_t high) { return lit(w, w.c.range(low, high)); }

TypeId unsigned_type(World& w) {
    return w.c.element(
        std::vector{type::UInt, type::UInt, type::ULLong, type::UShort, type::UChar, type::ULong});
}

TypeId signed_type(World& w) {
    return w.c.element(std::vector{type::Int, type::Int, type::Int, type::LLong, type::Long});
}

TypeId narrow_type(World& w) {
    return w.c.element(std::vector{type::Short, type::UChar, type::SChar, type::UShort, type::Char});
}

int width_of(const World& w, TypeId type) { return integer_form(w.kind(type), w.p.platform.target).width; }

VarId Block::local(std::string_view stem, TypeId type, NodeId init) {
    const VarId var = hidden(stem, type, init);
    w.visible.push_back(var);
    return var;
}

VarId Block::hidden(std::string_view stem, TypeId type, NodeId init) {
    if (init && w.cxx() && is_integer(w.kind(type)) && w.p[init].type != type) init = w.b.cast(type, init);
    const VarId var = w.b.local(w.current, w.fresh(stem), type, init);
    add(w.b.declare(var));
    return var;
}

// Subexpressions that were kept may name what is hidden.
void Block::leave() {
    --w.depth;
    w.leave_scope(visible_);
    std::erase_if(w.common, [&](const auto& entry) { return entry.second >= visible_; });
}

NodeId Block::whole() {
    leave();
    return w.b.block(stmts_);
}

NodeId Block::done() {
    leave();
    const bool alone = stmts_.size() == 1 && w.p[stmts_[0]].kind != program::NodeKind::Declare &&
                       w.p[stmts_[0]].kind != program::NodeKind::Label;
    return alone ? stmts_[0] : w.b.block(stmts_);
}

Aside::Aside(World& world) : w_(world), saved_(static_cast<const Position&>(world)) {
    Position fresh;
    for (const VarId var : w_.visible)
        if (w_.p[var].is_global()) fresh.visible.push_back(var);
    static_cast<Position&>(w_) = std::move(fresh);
}

// Globals that came meanwhile stay in sight.
Aside::~Aside() {
    for (const VarId var : w_.visible)
        if (w_.p[var].is_global() && std::ranges::find(saved_.visible, var) == saved_.visible.end())
            saved_.visible.push_back(var);
    static_cast<Position&>(w_) = std::move(saved_);
}

FuncId Aside::begin(std::string_view stem, TypeId result, const std::vector<TypeId>& params) {
    std::vector<std::string> names;
    for (size_t i = 0; i < params.size(); ++i) names.push_back(w_.fresh("a"));
    std::vector<std::pair<std::string_view, TypeId>> declared;
    for (size_t i = 0; i < params.size(); ++i) declared.emplace_back(names[i], params[i]);
    const int inlining = w_.c.pick(kInlining);
    w_.current = w_.b.func(w_.fresh(stem), result, declared, static_cast<uint8_t>(inlining));
    return w_.current;
}

InLoop::InLoop(World& world, int64_t trips, bool can_break, bool can_continue)
    : w_(world), trips_(world.trips), breakable_(world.breakable), continuable_(world.continuable) {
    w_.trips *= static_cast<uint64_t>(std::max<int64_t>(trips, 1));
    ++w_.loop_depth;
    w_.breakable = can_break;
    w_.continuable = can_continue;
}

InLoop::~InLoop() {
    w_.trips = trips_;
    --w_.loop_depth;
    w_.breakable = breakable_;
    w_.continuable = continuable_;
}

NodeId keep(World& w, const Expr& value) {
    const Keep how = w.c.pick(kKeep);
    if (how == Keep::Observe) return w.b.observe(value.node());
    NodeId target = writable(w, is_whole_number, 0);
    const bool fits =
        target && is_integer(w.kind(w.p[target].type)) && program::has_settled_type(w.p, target);
    if (!fits) target = w.b.ref(w.outputs.back());
    const bool counts = w.kind(w.p[target].type) != TypeKind::Bool;
    if (how == Keep::Assign || !counts) return w.b.expr(w.b.assign(target, value.node()));
    return w.b.expr(w.b.compound(how == Keep::Xor ? BinaryOp::Xor : BinaryOp::Add, target, value.node()));
}

std::vector<NodeId> list_of(const World& w, NodeId block) {
    const auto list = w.p.list(w.p[block], program::at::Block::stmts);
    return {list.begin(), list.end()};
}

VarId new_global(World& w, std::string_view stem, TypeId type) {
    const VarId var = w.b.global(w.fresh(stem), type, constant_initialiser(w, type));
    w.visible.push_back(var);
    return var;
}

VarId array_of(World& w, Block& block, TypeId element, uint32_t count) {
    const TypeId type = w.p.types.array_of(element, count);
    if (w.c.pick(kArray, kArray.all_but(Array::Existing)) == Array::Global) return new_global(w, "v", type);
    return block.local("v", type, constant_initialiser(w, type));
}

VarId number_array(World& w, Block& block, uint32_t least, bool written) {
    std::vector<VarId> found;
    for (const VarId var : w.visible) {
        const program::Type& t = w.type_of(var);
        if (t.kind != TypeKind::Array || t.count < least) continue;
        if (!is_integer(w.kind(t.base)) || w.kind(t.base) == TypeKind::Bool) continue;
        const uint8_t quals = w.p.types.quals(w.p[var].type);
        if (quals != 0 && (written || (quals & program::kVolatile) != 0)) continue;
        if (written && w.input(var)) continue;
        found.push_back(var);
    }
    const Array how = w.c.pick(kArray);
    if (how == Array::Existing && !found.empty()) return w.c.element(found);
    TypeId element = w.c.percent(60) ? integer_type(w) : type::Int;
    if (element == type::Bool) element = type::Short;
    const uint32_t count = w.c.range(least, least + 6);
    return array_of(w, block, element, count);
}

uint32_t length(const World& w, VarId array) { return w.type_of(array).count; }

namespace {

// The parts of a counted loop but its body.
struct Frame {
    VarId counter;
    bool global;
    Form form;
    int64_t rounds;
    NodeId start, test, advance;
};

TypeKind counter_kind(World& w, int64_t from, int64_t to, int64_t by) {
    const TypeKind kind = w.c.pick(kCounter);
    const int64_t low = std::min(from, to) - std::max<int64_t>(by, -by);
    const bool is_signed = integer_form(kind, w.p.platform.target).is_signed;
    if (low < (is_signed ? -120 : 0) || std::max(from, to) > 120) return TypeKind::Int;
    return kind;
}

NodeId advanced(World& w, VarId i, int64_t by) {
    const bool prefix = w.c.percent(50);
    if (by == 1) return w.b.incdec(prefix ? IncDecOp::PreInc : IncDecOp::PostInc, w.b.ref(i));
    if (by == -1) return w.b.incdec(prefix ? IncDecOp::PreDec : IncDecOp::PostDec, w.b.ref(i));
    return w.b.compound(by < 0 ? BinaryOp::Sub : BinaryOp::Add, w.b.ref(i),
                        w.b.integer(type::Int, by < 0 ? -by : by));
}

Frame frame(World& w, int64_t from, int64_t to, int64_t by) {
    const TypeId type = program::basic(counter_kind(w, from, to, by));
    Frame made;
    made.form = w.c.pick(kLoopForm);
    made.global = w.c.pick(kGlobalCounter);
    const auto before = static_cast<int>(w.c.below(9));
    const VarId i = made.counter = made.global
                                       ? w.b.global(w.fresh("k"), type, w.b.integer(type, before))
                                       : w.b.local(w.current, w.fresh("i"), type, w.b.integer(type, from));
    made.rounds = by < 0 ? (from - to - by) / -by : (to - from + by - 1) / by;
    const bool inclusive = w.c.percent(30);
    const BinaryOp op = by < 0 ? BinaryOp::Ge : inclusive ? BinaryOp::Le : BinaryOp::Lt;
    made.test = w.b.binary(op, w.b.ref(i), w.b.integer(type::Int, op == BinaryOp::Le ? to - 1 : to));
    made.advance = advanced(w, i, by);
    made.start =
        made.global ? w.b.expr(w.b.assign(w.b.ref(i), w.b.integer(type::Int, from))) : w.b.declare(i);
    return made;
}

} // namespace

NodeId loop_over(World& w, int64_t from, int64_t to, int64_t by,
                 const std::function<void(VarId, Block&)>& body) {
    const Frame f = frame(w, from, to, by);
    const int64_t end = from + (f.rounds - 1) * by;
    w.visible.push_back(f.counter);
    w.counters.push_back({f.counter, std::min(from, end), std::max(from, end)});
    NodeId made;
    {
        const InLoop in_loop(w, f.rounds, true, f.form == Form::For);
        Block inside(w);
        body(f.counter, inside);
        if (f.form != Form::For) inside.add(w.b.expr(f.advance));
        made = inside.done();
    }
    w.counters.pop_back();
    if (!f.global) w.leave_scope(f.counter);
    if (f.form == Form::For) return w.b.for_(f.start, f.test, f.advance, made);
    const bool at_least_once = f.form == Form::Do && f.rounds > 0;
    const NodeId loop = at_least_once ? w.b.do_while(made, f.test) : w.b.while_(f.test, made);
    return w.b.block(std::vector{f.start, loop});
}

std::span<const choice::Site* const> kit_sites() {
    static constexpr const choice::Site* all[]{&kInlining, &kKeep,    &kArray,
                                               &kLoopForm, &kCounter, &kGlobalCounter};
    return all;
}

} // namespace assay::generate::grow
