#include "transform/kit/inverse.h"

#include "base/hash.h"

namespace assay::transform {

using base::Int128;
using base::UInt128;
using program::BinaryOp;
using semantics::canonical;
using semantics::IntShape;
using semantics::ShiftRule;

namespace {

constexpr IntShape kInt{32, true, false};

UInt128 wide(uint64_t word) {
    return static_cast<UInt128>(base::scramble(word)) << 64 | base::scramble(~word);
}

UInt128 ones(int count) { return count >= 128 ? ~UInt128{0} : (UInt128{1} << count) - 1; }

// For odd a: the b with a * b == 1 modulo any power of two up to 2^128. Each round doubles the number of
// right bits.
UInt128 inverse_of_odd(UInt128 a) {
    UInt128 b = a; // right in the three lowest bits
    for (int bits = 3; bits < 128; bits *= 2) b *= 2 - a * b;
    return b;
}

class Search {
  public:
    Search(BinaryOp op, UInt128 wanted, IntShape shape, ShiftRule rule)
        : op_(op), wanted_(wanted), shape_(shape), rule_(rule) {}

    std::optional<Operands> run(uint64_t word) const {
        for (uint64_t i = 0; i < 8; ++i) {
            const uint64_t w = base::scramble(word + i);
            if (const Operands guess = solve(edge_value(w, shape_), wide(w), w); good(guess)) return guess;
        }
        return last_resort();
    }

    std::optional<Operands> beside(UInt128 given, bool given_left, uint64_t word) const {
        for (uint64_t i = 0; i < 3; ++i) {
            const uint64_t w = base::scramble(word + i);
            const UInt128 other = given_left ? right_of(given, w) : left_of(given, w);
            const Operands guess = given_left ? Operands{given, other} : Operands{other, given};
            if (good(guess)) return guess;
        }
        return std::nullopt;
    }

  private:
    UInt128 quotient_of(UInt128 a, UInt128 b) const {
        return semantics::binary(BinaryOp::Div, a, b, shape_, kInt, rule_).bits;
    }
    // Something that a comparison with the value has for its other operand.
    UInt128 compared_with(UInt128 value, uint64_t word) const {
        return (word & 1) != 0 ? edge_value(word >> 7, shape_) : fit(value + (word >> 1) % 3 - 1);
    }
    // The word is used up where the answer is not unique.
    UInt128 right_of(UInt128 left, uint64_t word) const {
        const UInt128 w = wanted_, noise = wide(word);
        switch (op_) {
        case BinaryOp::Add: return fit(w - left);
        case BinaryOp::Sub: return fit(left - w);
        case BinaryOp::Mul:
            if (!shape_.is_signed && (left & 1) != 0) return fit(w * inverse_of_odd(left));
            return left == 0 ? edge_value(word, shape_) : quotient_of(w, left);
        case BinaryOp::Div: return w == 0 ? edge_value(word, shape_) : quotient_of(left, w);
        case BinaryOp::Rem: return w == left ? edge_value(word, shape_) : fit(left - w);
        case BinaryOp::Shl:
        case BinaryOp::Shr: return word % shape_.width;
        case BinaryOp::And: return fit(w | (noise & ~left));
        case BinaryOp::Or: return fit((w & ~left) | (noise & w));
        case BinaryOp::Xor: return fit(w ^ left);
        case BinaryOp::Lt:
        case BinaryOp::Le:
        case BinaryOp::Gt:
        case BinaryOp::Ge:
        case BinaryOp::Eq:
        case BinaryOp::Ne: return compared_with(left, word);
        }
        return 0;
    }
    UInt128 left_of(UInt128 right, uint64_t word) const {
        switch (op_) {
        case BinaryOp::Sub: return fit(wanted_ + right);
        case BinaryOp::Div: return quotient(right, wide(word)).left;
        case BinaryOp::Rem: return fit(wanted_ + right * (word % 4));
        case BinaryOp::Shl: return shifted_left(wide(word), static_cast<int>(right % shape_.width)).left;
        case BinaryOp::Shr: {
            const int count = static_cast<int>(right % shape_.width);
            return fit(wanted_ << count | (wide(word) & ones(count)));
        }
        case BinaryOp::Add:
        case BinaryOp::Mul:
        case BinaryOp::And:
        case BinaryOp::Or:
        case BinaryOp::Xor:
        case BinaryOp::Lt:
        case BinaryOp::Le:
        case BinaryOp::Gt:
        case BinaryOp::Ge:
        case BinaryOp::Eq:
        case BinaryOp::Ne: return right_of(right, word); // these go both ways, or anything is tried
        }
        return 0;
    }

    bool good(const Operands& o) const { return yields(op_, o, wanted_, shape_, rule_); }
    UInt128 fit(UInt128 bits) const { return canonical(bits, shape_); }
    bool is_negative(UInt128 value) const { return shape_.is_signed && (value >> 127) != 0; }

    // One operand is the guess or made from it, the other follows. The outcome may still be wrong at the
    // edges.
    Operands solve(UInt128 guess, UInt128 noise, uint64_t word) const {
        const UInt128 w = wanted_;
        switch (op_) {
        case BinaryOp::Add: return {guess, fit(w - guess)};
        case BinaryOp::Sub:
            return (word & 1) != 0 ? Operands{guess, fit(guess - w)} : Operands{fit(w + guess), guess};
        case BinaryOp::Mul: return product(guess, word);
        case BinaryOp::Div: return quotient(guess, noise);
        case BinaryOp::Rem: return {fit(w + guess * (word % 4)), guess};
        case BinaryOp::Shl: return shifted_left(guess, static_cast<int>(word % shape_.width));
        case BinaryOp::Shr: {
            const int count = static_cast<int>(word % shape_.width);
            return {fit(w << count | (guess & ones(count))), static_cast<UInt128>(count)};
        }
        case BinaryOp::And: return {fit(w | guess), fit(w | (noise & ~guess))};
        case BinaryOp::Or: return {fit(w & guess), fit(w & (~guess | noise))};
        case BinaryOp::Xor: return {guess, fit(w ^ guess)};
        case BinaryOp::Lt:
        case BinaryOp::Le:
        case BinaryOp::Gt:
        case BinaryOp::Ge:
        case BinaryOp::Eq:
        case BinaryOp::Ne: return {guess, compared_with(guess, word)};
        }
        return {};
    }

    Operands product(UInt128 guess, uint64_t word) const {
        if (wanted_ == 0) return (word & 1) != 0 ? Operands{guess, 0} : Operands{0, guess};
        if (!shape_.is_signed && (guess & 1) != 0) return {guess, fit(wanted_ * inverse_of_odd(guess))};
        UInt128 factor = (word & 1) != 0 ? guess : fit(2 + (word >> 1) % 30);
        if (shape_.is_signed && (word & 64) != 0) factor = fit(-factor);
        if (factor == 0) factor = 1;
        const auto other = semantics::binary(BinaryOp::Div, wanted_, factor, shape_, kInt, rule_);
        return {factor, other.bits};
    }

    Operands quotient(UInt128 divisor, UInt128 noise) const {
        if (divisor == 0) divisor = 1;
        const UInt128 size = is_negative(divisor) ? -divisor : divisor;
        const UInt128 rest = noise % size;
        const UInt128 whole = wanted_ * divisor;
        // The remainder has the sign of the dividend.
        const bool down = shape_.is_signed &&
                          (wanted_ == 0 ? (noise >> 127) != 0 : is_negative(wanted_) != is_negative(divisor));
        return {fit(down ? whole - rest : whole + rest), divisor};
    }

    Operands shifted_left(UInt128 lost, int count) const {
        const UInt128 low = (wanted_ & ones(shape_.width)) >> count;
        // What is shifted out of an unsigned value is lost, so it may be anything.
        const bool has_room = !shape_.is_signed && count != 0;
        const UInt128 high = has_room ? lost << (shape_.width - count) : 0;
        return {fit(low | high), static_cast<UInt128>(count)};
    }

    std::optional<Operands> last_resort() const {
        const UInt128 w = wanted_;
        for (const Operands& o : {Operands{w, 0},
                                  {w, 1},
                                  {0, w},
                                  {w, w},
                                  {0, 0},
                                  {0, 1},
                                  {1, 0},
                                  {w, smallest(shape_)},
                                  {w, largest(shape_)}})
            if (good(o)) return o;
        for (int count = 1; is_shift(op_) && count < shape_.width; ++count)
            if (const Operands o = shifted_left(0, count); op_ == BinaryOp::Shl && good(o)) return o;
        return std::nullopt;
    }

    BinaryOp op_;
    UInt128 wanted_;
    IntShape shape_;
    ShiftRule rule_;
};

} // namespace

UInt128 edge_value(uint64_t word, IntShape shape) {
    if (shape.is_bool) return word & 1;
    const UInt128 small = (word >> 8) % 9;
    const int bit = static_cast<int>((word >> 16) % shape.width);
    switch (word % 8) {
    case 0: return canonical(small, shape);
    case 1: return canonical(-small, shape);
    case 2: return canonical(smallest(shape) + small % 3, shape);
    case 3: return canonical(largest(shape) - small % 3, shape);
    case 4: return canonical((UInt128{1} << bit) + small % 3 - 1, shape);
    case 5: return canonical(-(UInt128{1} << bit), shape);
    case 6: return canonical(wide(word) & ones(bit + 1), shape);
    default: return canonical(wide(word), shape);
    }
}

bool yields(BinaryOp op, const Operands& operands, UInt128 wanted, IntShape shape, ShiftRule rule) {
    if (canonical(operands.left, shape) != operands.left) return false;
    if (canonical(operands.right, is_shift(op) ? kInt : shape) != operands.right) return false;
    const semantics::IntOutcome outcome =
        semantics::binary(op, operands.left, operands.right, shape, kInt, rule);
    return outcome.ok() && outcome.bits == wanted;
}

std::optional<Operands> operands_for(BinaryOp op, UInt128 wanted, IntShape shape, ShiftRule rule,
                                     uint64_t word) {
    return Search(op, wanted, shape, rule).run(word);
}

std::optional<Operands> operands_beside(BinaryOp op, UInt128 given, bool given_left, UInt128 wanted,
                                        IntShape shape, ShiftRule rule, uint64_t word) {
    return Search(op, wanted, shape, rule).beside(given, given_left, word);
}

ShiftRule shift_rule(program::Standard standard) {
    if (!program::is_cxx(standard)) return ShiftRule::C;
    return standard == program::Standard::Cxx20 ? ShiftRule::Cxx20 : ShiftRule::Cxx11;
}

IntShape shape_of(program::TypeKind integer, const program::Target& target) {
    const program::IntegerForm form = program::integer_form(integer, target);
    return {form.width, form.is_signed, integer == program::TypeKind::Bool};
}

bool is_value_of(const program::Program& p, program::TypeKind integer, UInt128 bits) {
    return semantics::convert(bits, shape_of(integer, p.platform.target)) == bits;
}

} // namespace assay::transform
