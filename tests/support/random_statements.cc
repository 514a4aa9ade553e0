#include "program/typing.h"
#include "random_program.h"

namespace assay::tests {

using namespace program;

VarId RandomProgram::fresh_local(TypeId type, NodeId init) {
    return b.local(function_, fresh("l"), type, init,
                   chance(10) && !init ? Storage::LocalStatic : Storage::Local);
}

NodeId RandomProgram::block(int depth, int count) {
    const std::vector<VarId> outer = visible_;
    std::vector<NodeId> stmts;
    for (int i = 0; i < count; ++i) stmts.push_back(statement(depth));
    visible_ = outer;
    return b.block(stmts);
}

NodeId RandomProgram::declaration(int depth) {
    if (!cxx() && chance(10)) { // a variable-length array, filled at once
        const VarId length = b.local(function_, fresh("n"), type::Int, b.integer(type::Int, c.range(1, 6)));
        Var vla{p.names.add(fresh("v")),
                p.types.vla_of(type::Int),
                {},
                b.ref(length),
                Storage::Local,
                true,
                function_};
        const VarId array = p.add(vla);
        const VarId i = b.local(function_, fresh("i"), type::Int, b.integer(0));
        const NodeId fill =
            b.for_(b.declare(i), b.binary(BinaryOp::Lt, b.ref(i), b.ref(length)),
                   b.incdec(IncDecOp::PostInc, b.ref(i)),
                   b.expr(b.assign(b.index(b.ref(array), b.ref(i)), integer_of(type::Int, 1))));
        const NodeId use =
            b.observe(b.index(b.ref(array), b.binary(BinaryOp::Sub, b.ref(length), b.integer(1))));
        return b.block(std::vector{b.declare(length), b.declare(array), fill, use});
    }
    const TypeId type = c.element(pool_);
    const bool aggregate = is_array(p.types.kind(type)) || (is_record(p.types.kind(type)) && chance(50));
    const NodeId init = aggregate ? initialiser(type) : value_of(type, depth);
    const VarId local =
        b.local(function_, fresh("l"), p.types.qualified(type, chance(8) ? kVolatile : 0), init);
    visible_.push_back(local);
    return b.declare(local);
}

NodeId RandomProgram::loop(int depth) {
    // while (fuel-- > 0): every loop ends, in all nests together.
    const NodeId burn = b.binary(BinaryOp::Gt, b.incdec(IncDecOp::PostDec, b.ref(fuel_)), b.integer(0));
    ++loops_;
    const bool was_switch = std::exchange(in_switch_, false);
    NodeId made;
    const auto kind = c.below(3);
    if (kind == 0) {
        const VarId i =
            b.local(function_, fresh("i"),
                    c.element(std::vector{type::Int, type::UChar, type::Long, type::UInt}), b.integer(0));
        const std::vector<VarId> outer = visible_;
        const NodeId bound = b.binary(BinaryOp::Lt, b.ref(i), b.integer(type::Int, c.range(1, 9)));
        const NodeId condition = chance(70) ? b.logical(LogicalOp::And, bound, burn) : burn;
        const NodeId step = chance(80) ? b.incdec(IncDecOp::PreInc, b.ref(i))
                                       : b.compound(BinaryOp::Add, b.ref(i), b.integer(2));
        visible_.push_back(i);
        made = b.for_(b.declare(i), condition, step, block(depth - 1, 3));
        visible_ = outer;
    } else if (kind == 1) {
        made = b.while_(burn, block(depth - 1, 3));
    } else {
        made = b.do_while(block(depth - 1, 2), b.logical(LogicalOp::And, condition(1), burn));
    }
    --loops_;
    in_switch_ = was_switch;
    return made;
}

// again: ...; if (fuel-- > 0 && condition) goto again;  and a jump forward over a statement.
NodeId RandomProgram::jump_loop(int depth) {
    const LabelId again = p.add_label(fresh("again")), out = p.add_label(fresh("out"));
    const NodeId burn = b.binary(BinaryOp::Gt, b.incdec(IncDecOp::PostDec, b.ref(fuel_)), b.integer(0));
    const NodeId back = b.if_(b.logical(LogicalOp::And, burn, condition(1)), b.goto_(again));
    const NodeId skip = b.if_(condition(1), b.goto_(out));
    return b.block(std::vector{b.label(again), block(depth - 1, 2), skip, back, b.expr(effect(1)),
                               b.label(out), b.empty()});
}

NodeId RandomProgram::switch_(int depth) {
    const bool was_switch = std::exchange(in_switch_, true);
    const NodeId subject = b.binary(BinaryOp::And, integer_of(type::Int, depth), b.integer(3));
    std::vector<NodeId> stmts;
    const uint64_t otherwise = c.below(6);
    for (uint64_t i = 0; i < 4; ++i) {
        if (i == otherwise) stmts.push_back(b.default_());
        const auto kind = c.below(3);
        const NodeId label = b.integer(type::Int, static_cast<int>(i));
        stmts.push_back(b.case_(kind == 0   ? label
                                : kind == 1 ? b.binary(BinaryOp::Sub, b.integer(10),
                                                       b.integer(type::Int, 10 - static_cast<int>(i)))
                                            : b.cast(type::UChar, label)));
        stmts.push_back(block(depth - 1, 1));
        if (chance(60)) stmts.push_back(b.break_());
    }
    in_switch_ = was_switch;
    return b.switch_(subject, b.block(stmts));
}

NodeId RandomProgram::memory_statement() {
    const TypeId type = p.types.array_of(type::UChar, 12);
    const VarId from = b.local(function_, fresh("from"), type, initialiser(type)),
                to = b.local(function_, fresh("to"), type, initialiser(type));
    const uint32_t size = c.range(1u, 6u);
    const auto at_offset = [&](VarId var) {
        return b.binary(BinaryOp::Add, b.ref(var), b.integer(type::Int, c.range(0, 6)));
    };
    const NodeId length = b.integer(size_type(p.platform), size);
    const auto which = c.below(4);
    NodeId act;
    if (which == 0)
        act = b.expr(
            b.builtin(Builtin::Memset, std::vector{at_offset(to), integer_of(type::UChar, 1), length}));
    if (which == 1)
        act = b.expr(b.builtin(Builtin::Memcpy, std::vector{at_offset(to), at_offset(from), length}));
    if (which == 2)
        act = b.expr(b.builtin(Builtin::Memmove, std::vector{at_offset(to), at_offset(to), length}));
    if (which == 3)
        act = b.observe(b.builtin(Builtin::Memcmp, std::vector{at_offset(to), at_offset(from), length}));
    const NodeId show = b.observe(b.index(b.ref(to), b.integer(type::Int, c.range(0, 11))));
    return b.block(std::vector{b.declare(from), b.declare(to), act, show});
}

NodeId RandomProgram::statement(int depth) {
    switch (depth <= 0 ? c.below(5) : c.below(17)) {
    case 0:
    case 1: return b.expr(effect(2));
    case 2: return declaration(2);
    case 3: return b.observe(number(2));
    case 4: return chance(20) ? b.empty() : b.expr(effect(3));
    case 5: return b.if_(condition(2), block(depth - 1, 2), chance(50) ? block(depth - 1, 2) : NodeId{});
    case 6:
    case 7: return loop(depth);
    case 8: return switch_(depth);
    case 9: return jump_loop(depth);
    case 10: return block(depth - 1, 2);
    case 11:
        if (loops_ > 0) return b.if_(condition(1), chance(50) && !in_switch_ ? b.continue_() : b.break_());
        return b.expr(effect(2));
    case 12: return memory_statement();
    case 13: { // what nobody reaches
        const NodeId never = b.binary(BinaryOp::Gt, b.ref(fuel_), b.integer(1000));
        return b.if_(never, b.expr(b.builtin(chance(50) ? Builtin::Unreachable : Builtin::Abort, {})));
    }
    case 14:
        return p.result_type(function_) == type::Void && chance(30) ? b.if_(condition(2), b.return_())
                                                                    : b.expr(effect(2));
    default: return b.expr(effect(3));
    }
}

} // namespace assay::tests
