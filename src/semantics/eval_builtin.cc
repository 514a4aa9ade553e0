// Builtin functions.
#include "base/check.h"
#include "semantics/evaluator.h"

#include <bit>

namespace assay::semantics {

namespace at = program::at;
using program::Builtin;

namespace {

int count_bits(UInt128 x) {
    return std::popcount(static_cast<uint64_t>(x)) + std::popcount(static_cast<uint64_t>(x >> 64));
}

int trailing_zeros(UInt128 x) {
    const auto low = static_cast<uint64_t>(x);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(x >> 64));
}

int leading_zeros(UInt128 x, int width) {
    int n = 0;
    while (n < width && (x >> (width - 1 - n) & 1) == 0) ++n;
    return n;
}

UInt128 swapped(UInt128 x, int bytes) {
    UInt128 y = 0;
    for (int i = 0; i < bytes; ++i) y = y << 8 | (x >> (8 * i) & 0xff);
    return y;
}

UInt128 low_bits(UInt128 x, int width) { return width >= 128 ? x : x & ((UInt128{1} << width) - 1); }

} // namespace

// Arguments become what the parameters are; `shape` is that of the first.
void Evaluator::convert_args(const program::BuiltinInfo& about, std::vector<Value>& args, IntShape& shape) {
    const uint8_t wide = p_.platform.target.long_bits, size = p_.platform.target.pointer_bits;
    for (size_t i = 0; i < args.size(); ++i) {
        IntShape to;
        switch (about.params[i]) {
        case program::BuiltinType::Int: to = {32, true}; break;
        case program::BuiltinType::UInt: to = {32, false}; break;
        case program::BuiltinType::Long: to = {wide, true}; break;
        case program::BuiltinType::ULong: to = {wide, false}; break;
        case program::BuiltinType::LLong: to = {64, true}; break;
        case program::BuiltinType::ULLong:
        case program::BuiltinType::UInt64: to = {64, false}; break;
        case program::BuiltinType::UShort: to = {16, false}; break;
        case program::BuiltinType::Size: to = {size, false}; break;
        case program::BuiltinType::Void:
        case program::BuiltinType::Bool:
        case program::BuiltinType::Truth:
        case program::BuiltinType::PtrVoid:
        case program::BuiltinType::PtrConstVoid:
        case program::BuiltinType::Any:
        case program::BuiltinType::AnyOut: continue; // taken as they are
        }
        if (args[i].kind == Value::Kind::Float) {
            const IntOutcome outcome = float_to_int(args[i].real, to);
            if (!outcome.ok()) throw Undefined{outcome.ub};
            args[i] = Value::integer(outcome.bits);
        } else {
            args[i] = Value::integer(convert(args[i].bits, to));
        }
        if (i == 0) shape = to;
    }
}

Value Evaluator::eval_builtin(NodeId id, const Node& n) {
    const auto which = static_cast<Builtin>(n.op);
    const program::BuiltinInfo& about = program::info(which);
    const TypeId result = n.type;
    const Node copy = n;
    const auto list = p_.list(n, at::CallBuiltin::args);
    const std::vector<NodeId> nodes(list.begin(), list.end());
    here_ = id;
    AccessLog::Mark mark(log_);
    std::vector<Value> args = eval_args(nodes);
    here_ = id;
    if (which >= Builtin::Memcpy) mark.sequence_point(); // those are calls of functions
    IntShape shape;
    convert_args(about, args, shape);
    const auto integer = [&](UInt128 v) { return Value::integer(convert(v, facts(result).shape)); };
    const int width = shape.width;
    const UInt128 x = args.empty() || args[0].kind != Value::Kind::Int ? 0 : low_bits(args[0].bits, width);
    switch (which) {
    case Builtin::Clz:
    case Builtin::Clzl:
    case Builtin::Clzll:
        if (x == 0) throw Undefined{Ub::BuiltinOfZero};
        return integer(static_cast<UInt128>(leading_zeros(x, width)));
    case Builtin::Ctz:
    case Builtin::Ctzl:
    case Builtin::Ctzll:
        if (x == 0) throw Undefined{Ub::BuiltinOfZero};
        return integer(static_cast<UInt128>(trailing_zeros(x)));
    case Builtin::Ffs:
    case Builtin::Ffsl:
    case Builtin::Ffsll: return integer(x == 0 ? 0 : static_cast<UInt128>(trailing_zeros(x)) + 1);
    case Builtin::Clrsb:
    case Builtin::Clrsbl:
    case Builtin::Clrsbll: {
        const bool negative = (x >> (width - 1) & 1) != 0;
        return integer(static_cast<UInt128>(leading_zeros(negative ? low_bits(~x, width) : x, width)) - 1);
    }
    case Builtin::Popcount:
    case Builtin::Popcountl:
    case Builtin::Popcountll: return integer(static_cast<UInt128>(count_bits(x)));
    case Builtin::Parity:
    case Builtin::Parityl:
    case Builtin::Parityll: return integer(static_cast<UInt128>(count_bits(x)) & 1);
    case Builtin::Bswap16:
    case Builtin::Bswap32:
    case Builtin::Bswap64: return integer(swapped(x, width / 8));
    case Builtin::Abs:
    case Builtin::Labs:
    case Builtin::Llabs: {
        if (static_cast<Int128>(args[0].bits) >= 0) return args[0];
        const IntOutcome outcome = unary(program::UnaryOp::Minus, args[0].bits, shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        return Value::integer(outcome.bits);
    }
    case Builtin::AddOverflow: return overflow_builtin(BinaryOp::Add, copy, args);
    case Builtin::SubOverflow: return overflow_builtin(BinaryOp::Sub, copy, args);
    case Builtin::MulOverflow: return overflow_builtin(BinaryOp::Mul, copy, args);
    case Builtin::Expect: return args[0];
    case Builtin::Unreachable: throw Undefined{Ub::UnreachableReached};
    case Builtin::Abort: throw Undefined{Ub::Aborted};
    case Builtin::Memcpy:
    case Builtin::Memmove:
    case Builtin::Memset:
    case Builtin::Memcmp: {
        const Value value = memory_builtin(which, args, id, result);
        mark.sequence_point();
        return value;
    }
    }
    base::fail("unknown builtin");
}

// The operation on mathematical integers: sums and products of 128-bit numbers need more than 128 bits, so
// the overflow is told by the sign and magnitude of the operands.
Value Evaluator::overflow_builtin(BinaryOp op, const Node& n, const std::vector<Value>& args) {
    const auto nodes = p_.list(n, at::CallBuiltin::args);
    const IntShape a_shape = facts(node(nodes[0]).type).shape, b_shape = facts(node(nodes[1]).type).shape;
    const TypeId out_type = p_.types[node(nodes[2]).type].base;
    const IntShape to = facts(out_type).shape;
    const UInt128 a = args[0].bits, b = args[1].bits;
    const bool a_negative = a_shape.is_signed && static_cast<Int128>(a) < 0;
    bool b_negative = b_shape.is_signed && static_cast<Int128>(b) < 0;
    const UInt128 a_size = a_negative ? -a : a, b_size = b_negative ? -b : b;
    UInt128 bits = 0, size = 0; // the result modulo 2^128, and its magnitude
    bool huge = false, negative = false;
    if (op == BinaryOp::Mul) {
        bits = a * b;
        huge = __builtin_mul_overflow(a_size, b_size, &size);
        negative = a_negative != b_negative;
    } else {
        bits = op == BinaryOp::Add ? a + b : a - b;
        if (op == BinaryOp::Sub) b_negative = !b_negative;
        if (a_negative == b_negative) {
            huge = __builtin_add_overflow(a_size, b_size, &size);
            negative = a_negative;
        } else {
            negative = a_size >= b_size ? a_negative : b_negative;
            size = a_size >= b_size ? a_size - b_size : b_size - a_size;
        }
    }
    const UInt128 limit = negative ? (to.is_signed ? UInt128{1} << (to.width - 1) : 0) : largest(to);
    const bool overflow = huge || size > limit;
    const Place out = pointee(here_, args[2].pointer, out_type);
    store(out, Value::integer(canonical(bits, to)));
    return Value::integer(overflow ? 1 : 0);
}

Place Evaluator::memory_range(const Pointer& pointer, uint32_t size, bool write) {
    if (pointer.is_null()) throw Undefined{Ub::NullDereference};
    if (!memory_.is_alive(pointer.object)) throw Undefined{Ub::Dangling};
    if (pointer.offset < pointer.low || uint64_t{pointer.offset} + size > pointer.high)
        throw Undefined{Ub::OutOfBounds};
    Place place;
    place.object = pointer.object;
    place.offset = pointer.offset;
    const Object& object = memory_.object(pointer.object);
    const TypeLayout& layout = layout_.of(object.type);
    // Bytes of const or volatile parts: the whole object is refused, which is stricter than C.
    if (layout.has_const && write) throw Undefined{Ub::ConstWrite};
    if (layout.has_volatile) throw Undefined{Ub::VolatileAccess};
    charge(size);
    log_.note(object.serial, uint64_t{pointer.offset} * 8, (uint64_t{pointer.offset} + size) * 8, write);
    if (write && object.serial < pure_since_) throw Undefined{Ub::FalseAttribute};
    if (!write && object.serial < const_since_ && !object.is_constant) throw Undefined{Ub::FalseAttribute};
    return place;
}

Value Evaluator::memory_builtin(Builtin which, const std::vector<Value>& args, NodeId at, TypeId result) {
    here_ = at;
    if (args[2].bits > UInt128{UINT32_MAX}) throw Undefined{Ub::OutOfBounds};
    const auto size = static_cast<uint32_t>(args[2].bits);
    if (which == Builtin::Memcmp) {
        const Place a = memory_range(args[0].pointer, size, false),
                    b = memory_range(args[1].pointer, size, false);
        return Value::integer(convert(memory_.bytes_differ(a, b, size) ? 1 : 0, facts(result).shape));
    }
    const Place to = memory_range(args[0].pointer, size, true);
    if (which == Builtin::Memset) {
        memory_.set_bytes(to, static_cast<uint8_t>(args[1].bits), size);
        return args[0];
    }
    const Place from = memory_range(args[1].pointer, size, false);
    const bool overlap =
        to.object == from.object && to.offset < from.offset + size && from.offset < to.offset + size;
    if (overlap && size != 0 && which == Builtin::Memcpy) throw Undefined{Ub::OverlappingCopy};
    memory_.copy_bytes(to, from, size);
    return args[0];
}

} // namespace assay::semantics
