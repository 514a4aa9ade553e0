// memcpy, memmove, memset and memcmp of known and conditional sizes, and overlapping wide accesses.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::Builtin;

enum class Variant {
    Copy,
    Move,
    Set,
    Compare,
    ConditionalLength,
    OverlappingWords,
    PunnedCopy,
    LoopOfCopies
};
constexpr SiteOf kVariant{"grow.idiom.memory",
                          Option{Variant::Copy, "copy", 3},
                          Option{Variant::Move, "move", 3},
                          Option{Variant::Set, "set", 3},
                          Option{Variant::Compare, "compare", 2},
                          Option{Variant::ConditionalLength, "conditional-length", 3},
                          Option{Variant::OverlappingWords, "overlapping-words", 3},
                          Option{Variant::PunnedCopy, "punned-copy", 3},
                          Option{Variant::LoopOfCopies, "loop-of-copies", 3}};

Expr address(World& w, VarId array, const Expr& position) {
    w.take_address(array);
    return {w, w.b.addr(at(w, array, position).node())};
}

NodeId bytes(World& w, Builtin which, const Expr& to, const Expr& from, const Expr& size) {
    const NodeId first = to.node(), second = from.node();
    return w.b.expr(w.b.builtin(which, std::vector{first, second, size.node()}));
}

int64_t element_size(const World& w, VarId array) { return width_of(w, w.type_of(array).base) / 8; }

Expr size_of_elements(World& w, VarId array, int64_t count) {
    if (w.c.percent(50)) return lit(w, count * element_size(w, array));
    return lit(w, count) * Expr(w, w.b.sizeof_type(w.type_of(array).base));
}

// A word is loaded and stored by memcpy at every second (or so) element, so that each overlaps the next.
void overlapping(World& w, Block& block, VarId array) {
    const int64_t size = element_size(w, array), count = length(w, array);
    const TypeId word = size * 2 <= 4 ? type::UInt : type::ULLong;
    const int64_t span = std::max<int64_t>(1, width_of(w, word) / 8 / size);
    if (count - span < 1 || size > 8) return;
    const int64_t shift = w.c.range<int64_t>(0, std::min<int64_t>(2, count - span));
    const int64_t add = w.c.range<int64_t>(1, 300);
    block.add(loop_over(w, 0, count - span - shift + 1, 1, [&](VarId i, Block& body) {
        const VarId v = body.hidden("word", word, w.b.integer(word, 0));
        const Expr whole(w, w.b.addr(w.b.ref(v)));
        const int64_t bytes_moved = span * size;
        body.add(bytes(w, Builtin::Memcpy, whole, address(w, array, ref(w, i)), lit(w, bytes_moved)));
        body.add(update(BinaryOp::Add, ref(w, v), lit(w, add)));
        body.add(bytes(w, Builtin::Memcpy, address(w, array, ref(w, i) + shift), whole, lit(w, bytes_moved)));
    }));
}

void conditional(World& w, Block& block, VarId to, VarId from) {
    w.begin_full_expression(0);
    const Expr test = pure_variable(w);
    const int64_t most =
        std::min<int64_t>(length(w, to) * element_size(w, to), length(w, from) * element_size(w, from));
    const Expr yes = lit(w, w.c.range<int64_t>(1, most)), no = lit(w, w.c.percent(70) ? 0 : 1);
    const Expr zero = lit(w, 0);
    if (w.c.percent(50))
        block.add(
            bytes(w, Builtin::Memcpy, address(w, to, zero), address(w, from, zero), select(test, yes, no)));
    else
        block.add(
            bytes(w, Builtin::Memset, address(w, to, zero), small_constant(w, -1, 3), select(test, yes, no)));
}

// The bytes of one type as another.
void punned(World& w, Block& block, VarId array) {
    const int64_t size = length(w, array) * element_size(w, array);
    const TypeId word = size >= 8 && w.c.percent(50) ? type::LLong : type::Int;
    const int64_t word_size = width_of(w, word) / 8;
    if (size < word_size) return;
    const VarId v = block.hidden("word", word, w.b.integer(word, 0));
    const int64_t first = w.c.range<int64_t>(0, (size - word_size) / element_size(w, array));
    const Expr whole(w, w.b.addr(w.b.ref(v)));
    block.add(bytes(w, Builtin::Memcpy, whole, address(w, array, lit(w, first)), lit(w, word_size)));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, v) ^ small_constant(w, 0, 99)));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    const VarId to = number_array(w, block, 6, true);
    const TypeId element = w.type_of(to).base;
    const int64_t count = length(w, to);
    const int64_t moved = w.c.range<int64_t>(1, count - 1), first = w.c.range<int64_t>(0, count - moved);
    switch (variant) {
    case Variant::Copy:
    case Variant::Compare: {
        const VarId from = array_of(w, block, element, static_cast<uint32_t>(count));
        const Expr a = address(w, to, lit(w, first)),
                   b = address(w, from, lit(w, w.c.range<int64_t>(0, count - moved)));
        const Expr size = size_of_elements(w, to, moved);
        if (variant == Variant::Copy || w.c.percent(50)) block.add(bytes(w, Builtin::Memcpy, a, b, size));
        if (variant == Variant::Compare) {
            w.begin_full_expression(0);
            const NodeId left = a.node(), right = b.node();
            const NodeId same = w.b.builtin(Builtin::Memcmp, std::vector{left, right, size.node()});
            block.add(keep(w, Expr(w, same) + small_constant(w, 0, 9)));
        }
        break;
    }
    case Variant::Move: {
        const Expr source = address(w, to, lit(w, w.c.range<int64_t>(0, count - moved)));
        const Expr size = size_of_elements(w, to, moved);
        block.add(bytes(w, Builtin::Memmove, address(w, to, lit(w, first)), source, size));
        break;
    }
    case Variant::Set: {
        const Expr value = small_constant(w, -1, 3), size = size_of_elements(w, to, moved);
        block.add(bytes(w, Builtin::Memset, address(w, to, lit(w, first)), value, size));
        break;
    }
    case Variant::ConditionalLength: {
        const VarId from = array_of(w, block, element, static_cast<uint32_t>(count));
        conditional(w, block, to, from);
        break;
    }
    case Variant::OverlappingWords: overlapping(w, block, to); break;
    case Variant::PunnedCopy: punned(w, block, to); break;
    case Variant::LoopOfCopies: {
        const VarId from = array_of(w, block, element, static_cast<uint32_t>(count));
        block.add(loop_over(w, 0, count - 1, 1, [&](VarId i, Block& body) {
            const Expr two = lit(w, 2 * element_size(w, to));
            body.add(bytes(w, Builtin::Memcpy, address(w, to, ref(w, i)), address(w, from, ref(w, i)), two));
            w.begin_full_expression(0);
            body.add(set(at(w, to, ref(w, i)), pure_number(w, 1)));
        }));
        break;
    }
    }
    w.begin_full_expression(0);
    block.add(keep(w, at(w, to, lit(w, first))));
    return block.done();
}

} // namespace

const StatementIdiom kMemory{"memory", 5, make, &kVariant};

} // namespace assay::generate::grow::idioms
