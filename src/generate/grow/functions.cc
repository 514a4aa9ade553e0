// Functions: helpers first, each may call those before it, then the one that is run.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"
#include "program/walk.h"

#include <algorithm>

namespace assay::generate::grow {

using choice::Option;
using choice::SiteOf;
using program::NodeKind;
namespace at = program::at;

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

void add_all(std::vector<VarId>& to, const std::vector<VarId>& from) {
    for (const VarId var : from)
        if (std::ranges::find(to, var) == to.end()) to.push_back(var);
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
        if (n.kind == NodeKind::VarRef && w.p[n.var()].is_static_storage()) add_all(touched.read, {n.var()});
        if (n.kind == NodeKind::Deref ||
            (n.kind == NodeKind::Index && w.kind(w.p[n.child(at::Index::array)].type) == TypeKind::Pointer))
            touched.derefs = true;
        if (n.kind == NodeKind::Observe) touched.shows = true;
        if (n.kind == NodeKind::Assign || n.kind == NodeKind::CompoundAssign || n.kind == NodeKind::IncDec) {
            const VarId root = root_of(w, n.child(0));
            if (!root)
                touched.writes_addressed = true;
            else if (w.p[root].is_static_storage()) {
                add_all(touched.written, {root});
                touched.writes_addressed |= w.has_address(root);
            }
        }
        if (n.kind == NodeKind::Call || n.kind == NodeKind::FuncRef)
            for (const Function& callee : w.functions)
                if (callee.id == n.func()) {
                    add_all(touched.read, callee.touched.read);
                    add_all(touched.written, callee.touched.written);
                    touched.derefs |= callee.touched.derefs;
                    touched.writes_addressed |= callee.touched.writes_addressed;
                    touched.shows |= callee.touched.shows;
                    nodes += callee.cost;
                }
    });
    function.cost = nodes * (1 + 4 * loops);
}

void make_function(World& w, bool is_entry, int64_t statements) {
    Function made;
    made.result = is_entry ? type::Void : result_type(w);
    const uint64_t count = is_entry ? 0 : w.c.below(4);
    std::vector<std::string> names;
    for (uint64_t i = 0; i < count; ++i) {
        made.params.push_back(parameter_type(w));
        names.push_back(w.fresh(w.kind(made.params.back()) == TypeKind::Pointer ? "q" : "a"));
    }
    std::vector<std::pair<std::string_view, TypeId>> params;
    for (uint64_t i = 0; i < count; ++i) params.emplace_back(names[i], made.params[i]);
    made.id = w.current = w.b.func(is_entry ? "test" : w.fresh("f"), made.result, params,
                                   is_entry ? uint8_t{0} : static_cast<uint8_t>(w.c.pick(kLinkage)));
    const size_t visible = w.visible.size();
    for (const VarId param : w.p.params(made.id)) w.visible.push_back(param);
    w.can_return = made.result == type::Void;
    w.trips = 1;
    w.common.clear();
    NodeId body = block(w, statements);
    if (made.result != type::Void) {
        const auto list = w.p.list(w.p[body], at::Block::stmts);
        std::vector<NodeId> stmts(list.begin(), list.end());
        w.begin_full_expression(0);
        stmts.push_back(w.b.return_(value_of(w, made.result, 3)));
        body = w.b.block(stmts);
    }
    w.p[made.id].body = body;
    w.leave_scope(visible);
    summarise(w, made);
    w.functions.push_back(made);
    if (is_entry) w.p.entry = made.id;
}

} // namespace

void make_functions(World& w, int64_t statements) {
    w.statements_left = statements;
    const uint64_t helpers =
        std::min<uint64_t>(w.c.range<uint64_t>(1, 2 + static_cast<uint64_t>(statements) / 12), 40);
    for (uint64_t i = 0; i < helpers && w.statements_left > 4; ++i)
        make_function(w, false, w.c.range<int64_t>(1, 5));
    make_function(w, true, std::max<int64_t>(3, std::min<int64_t>(w.statements_left / 3, 40)));
}

std::span<const choice::Site* const> function_sites() {
    static constexpr const choice::Site* all[]{&kLinkage, &kParam, &kResult};
    return all;
}

} // namespace assay::generate::grow
