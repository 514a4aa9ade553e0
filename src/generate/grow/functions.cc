// Functions: helpers first, each may call those before it, then the one that is run.
#include "generate/grow/kit.h"
#include "generate/grow/sites.h"
#include "program/walk.h"

#include <algorithm>

namespace assay::generate::grow {

using choice::Option;
using choice::SiteOf;
using program::NodeKind;

namespace {

constexpr SiteOf kLinkage{"grow.function.linkage", Option{0, "extern", 3},
                          Option{int{program::kFuncStatic}, "static", 6},
                          Option{program::kFuncStatic | program::kFuncInline, "inline", 4},
                          Option{program::kFuncStatic | program::kFuncNoinline, "noinline", 4}};
enum class Param { Integer, Pointer, Record, Float, Vector };
constexpr SiteOf kParam{"grow.function.parameter",
                        Option{Param::Integer, "integer", 12},
                        Option{Param::Pointer, "pointer", 4},
                        Option{Param::Record, "record", 3},
                        Option{Param::Float, "float", 1},
                        Option{Param::Vector, "vector", 1}};
enum class Result { Integer, Void, Record, Float };
constexpr SiteOf kResult{"grow.function.result", Option{Result::Integer, "integer", 12},
                         Option{Result::Void, "void", 3}, Option{Result::Record, "record", 2},
                         Option{Result::Float, "float", 1}};

constexpr choice::Coin kRecursive{"grow.function.recursive", 8};

TypeId parameter_type(World& w) {
    choice::Mask allowed = kParam.all();
    if (w.records.empty()) allowed -= kParam.only(Param::Record);
    if (w.vectors.empty() || w.p.platform.target.pointer_bits == 32) allowed -= kParam.only(Param::Vector);
    switch (w.c.pick(kParam, allowed)) {
    case Param::Pointer: return w.p.types.pointer_to(integer_type(w));
    case Param::Record: return w.c.element(w.records);
    case Param::Float: return type::Double;
    case Param::Vector: return w.c.element(w.vectors);
    case Param::Integer: break;
    }
    return integer_type(w);
}

TypeId result_type(World& w) {
    choice::Mask allowed = kResult.all();
    if (w.records.empty()) allowed -= kResult.only(Result::Record);
    switch (w.c.pick(kResult, allowed)) {
    case Result::Void: return type::Void;
    case Result::Record: return w.c.element(w.records);
    case Result::Float: return type::Double;
    case Result::Integer: break;
    }
    return integer_type(w);
}

void add(std::vector<VarId>& to, VarId var) {
    if (std::ranges::find(to, var) == to.end()) to.push_back(var);
}

void add_all(std::vector<VarId>& to, const std::vector<VarId>& from) {
    for (const VarId var : from) add(to, var);
}

// What a call of the function touches, from its text.
void summarise(World& w, Function& function) {
    Touched& touched = function.touched;
    uint64_t nodes = 0, loops = 0;
    program::walk(w.p, w.p[function.id].body, [&](NodeId id) {
        const program::Node& n = w.p[id];
        ++nodes;
        if (n.kind == NodeKind::For || n.kind == NodeKind::While || n.kind == NodeKind::DoWhile ||
            n.kind == NodeKind::Goto)
            ++loops;
        if (n.kind == NodeKind::VarRef && w.p[n.var()].is_static_storage()) add(touched.read, n.var());
        if (n.kind == NodeKind::Deref ||
            (n.kind == NodeKind::Index &&
             w.kind(w.p[n.child(program::at::Index::array)].type) == TypeKind::Pointer))
            touched.derefs = true;
        if (n.kind == NodeKind::Observe) touched.shows = true;
        if (n.kind == NodeKind::Assign || n.kind == NodeKind::CompoundAssign || n.kind == NodeKind::IncDec) {
            const VarId root = root_of(w, n.child(0));
            if (!root)
                touched.writes_addressed = true;
            else if (w.p[root].is_static_storage()) {
                add(touched.written, root);
                touched.writes_addressed |= w.has_address(root);
            }
        }
        if (n.kind == NodeKind::Call || n.kind == NodeKind::FuncRef) {
            bool known = n.func() == function.id;
            for (const Function& callee : w.functions)
                if (callee.id == n.func()) {
                    known = true;
                    add_all(touched.read, callee.touched.read);
                    add_all(touched.written, callee.touched.written);
                    touched.derefs |= callee.touched.derefs;
                    touched.writes_addressed |= callee.touched.writes_addressed;
                    touched.shows |= callee.touched.shows;
                    nodes += callee.cost;
                }
            // Those that idioms made work through pointers.
            if (!known) touched.derefs = touched.writes_addressed = true;
        }
    });
    function.cost = nodes * (1 + 2 * loops);
}

// The parameters are declared and in sight.
Function begin(World& w, TypeId result, std::vector<TypeId> params, std::string_view name, uint8_t flags) {
    Function made;
    made.result = result;
    made.params = std::move(params);
    std::vector<std::string> names;
    for (const TypeId param : made.params)
        names.push_back(w.fresh(w.kind(param) == TypeKind::Pointer ? "q" : "a"));
    std::vector<std::pair<std::string_view, TypeId>> declared;
    for (size_t i = 0; i < names.size(); ++i) declared.emplace_back(names[i], made.params[i]);
    made.id = w.current = w.b.func(name, result, declared, flags);
    for (const VarId param : w.p.params(made.id)) w.bring(param);
    w.can_return = result == type::Void && name != "test";
    w.trips = 1;
    w.common.clear();
    return made;
}

void finish(World& w, Function& made, NodeId body, size_t visible) {
    w.p[made.id].body = body;
    w.leave_scope(visible);
    summarise(w, made);
    w.functions.push_back(made);
}

void make_helper(World& w, int64_t statements) {
    const TypeId result = result_type(w);
    std::vector<TypeId> params;
    const uint64_t count = w.c.below(4);
    for (uint64_t i = 0; i < count; ++i) params.push_back(parameter_type(w));
    const size_t visible = w.visible.size();
    const std::string name = w.fresh("f");
    Function made = begin(w, result, params, name, static_cast<uint8_t>(w.c.pick(kLinkage)));
    std::vector<NodeId> stmts;
    add_statements(w, statements, stmts);
    NodeId last;
    if (result != type::Void) {
        w.begin_full_expression(0);
        last = w.b.return_(value_of(w, result, 3));
    }
    use_unread(w, visible, stmts); // what the result does not depend on
    if (last) stmts.push_back(last);
    finish(w, made, w.b.block(stmts), visible);
}

// int f(int n, ...) { if (n <= 0) return ...; ...; return f(n - 1, ...) + ...; }
void make_recursive(World& w) {
    const TypeId result = w.c.percent(60) ? type::Int : type::UInt;
    const uint64_t more = w.c.below(3);
    std::vector<TypeId> params{type::Int};
    for (uint64_t i = 0; i < more; ++i) params.push_back(integer_type(w));
    const size_t visible = w.visible.size();
    const std::string name = w.fresh("rec");
    Function made = begin(w, result, params, name, static_cast<uint8_t>(w.c.pick(kLinkage)));
    const VarId depth = w.p.params(made.id)[0];
    w.counters.push_back({depth, 0, 6}); // not to be written
    w.note_read(depth);
    w.trips = 6;
    w.begin_full_expression(0);
    const NodeId base = w.b.return_(number_of(w, result, 1));
    const NodeId test = w.c.percent(50) ? w.b.binary(BinaryOp::Le, w.b.ref(depth), w.b.integer(0))
                                        : w.b.unary(UnaryOp::Not, w.b.ref(depth));
    const NodeId stop = w.b.if_(test, base);
    w.settled_ifs.push_back(stop);
    std::vector<NodeId> stmts{stop};
    add_statements(w, w.c.range<int64_t>(0, 2), stmts);
    w.begin_full_expression(0);
    std::vector<NodeId> args{w.b.binary(BinaryOp::Sub, w.b.ref(depth), w.b.integer(1))};
    for (uint64_t i = 0; i < more; ++i) args.push_back(number_of(w, params[i + 1], 1));
    const NodeId again = w.b.call(made.id, args);
    const VarId got = w.b.local(w.current, w.fresh("x"), result, again);
    const bool tail = w.c.percent(40);
    NodeId last;
    if (tail) {
        last = w.b.return_(again);
        w.p[got].init = {};
    } else {
        stmts.push_back(w.b.declare(got));
        w.visible.push_back(got);
        const BinaryOp op = w.c.percent(50) ? BinaryOp::Xor : BinaryOp::Add;
        const NodeId value = w.b.binary(op, w.b.ref(got), number(w, 1));
        last = w.b.return_(w.b.cast(result, value));
    }
    use_unread(w, visible, stmts);
    stmts.push_back(last);
    w.counters.pop_back();
    finish(w, made, w.b.block(stmts), visible);
    w.functions.back().recursive = true;
    w.functions.back().cost *= 7;
}

bool is_called(const World& w, FuncId id) { return id.index < w.called.size() && w.called[id.index]; }

// The function that is run: it calls every helper that nobody else calls.
void make_entry(World& w) {
    const size_t visible = w.visible.size();
    Function made = begin(w, type::Void, {}, "test", 0);
    std::vector<NodeId> stmts;
    std::vector<size_t> waiting;
    for (size_t i = 0; i < w.functions.size(); ++i)
        if (!is_called(w, w.functions[i].id)) waiting.push_back(i);
    const int least = w.scale == 0 ? 1 : 2;
    for (int i = 0; i < least || w.lines_left > 0; ++i) {
        if (!waiting.empty() && w.c.percent(30)) {
            w.begin_full_expression(0);
            stmts.push_back(call_statement(w, w.functions[waiting.back()]));
            waiting.pop_back();
        }
        stmts.push_back(statement(w));
    }
    for (const size_t i : waiting) {
        w.begin_full_expression(0);
        stmts.push_back(call_statement(w, w.functions[i]));
    }
    use_unread(w, visible, stmts);
    finish(w, made, w.b.block(stmts), visible);
    w.p.entry = made.id;
}

} // namespace

void make_functions(World& w, int64_t lines) {
    w.lines_left = lines;
    const auto helpers = w.scale == 0   ? w.c.range<int64_t>(0, 1)
                         : w.scale == 1 ? w.c.range<int64_t>(1, 3)
                                        : w.c.range<int64_t>(2, 3 + lines / 60);
    const int64_t share = lines * 3 / 5 / (helpers + 1);
    for (int64_t i = 0; i < helpers; ++i) {
        const int64_t rest = w.lines_left - share;
        w.lines_left = share;
        if (w.c.pick(kRecursive))
            make_recursive(w);
        else
            make_helper(w, w.c.range<int64_t>(1, 2 + share / 4));
        w.lines_left += rest;
    }
    make_entry(w);
}

std::span<const choice::Site* const> function_sites() {
    static constexpr const choice::Site* all[]{&kLinkage, &kParam, &kResult, &kRecursive};
    return all;
}

} // namespace assay::generate::grow
