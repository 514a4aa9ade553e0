// The text of guarded integer operations: `unsafe ? left : left op right`. The conditions are free of
// undefined behaviour themselves and use nothing but standard operators; they say what semantics/kernel.h
// calls undefined.
#pragma once

#include "print/constants.h"
#include "program/operators.h"
#include "semantics/kernel.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::print {

struct GuardedOp {
    enum class Op : uint8_t { Add, Sub, Mul, Div, Rem, Shl, Shr, Neg };
    Op op = Op::Add;
    program::TypeKind kind = program::TypeKind::Int;  // what the operands are converted to, and the result
    program::TypeKind count = program::TypeKind::Int; // a shift's right operand
    bool operator==(const GuardedOp&) const = default;
};

// The guarded meaning of a binary operator, if it has one.
std::optional<GuardedOp::Op> guarded_op(program::BinaryOp op);

class GuardText {
  public:
    GuardText(const program::Platform& platform, const Constants& constants);

    // Could it be unsafe, if the right operand is this constant (or not known)?
    bool can_fail(const GuardedOp& op, std::optional<base::Int128> right) const;
    // The operands bind at least as tightly as a cast and may be evaluated twice; the result binds as ?:
    // does.
    std::string choice(const GuardedOp& op, std::optional<base::Int128> right, std::string_view a,
                       std::string_view b) const;
    // A function with this meaning; its name without the prefix: "add_int".
    static std::string name(const GuardedOp& op);
    void define(Writer& out, const GuardedOp& op, std::string_view prefix) const;

    std::string constant(program::TypeKind kind, base::UInt128 bits) const;

  private:
    const Constants& constants_;
    program::Target target_;
    bool cxx_;
    semantics::ShiftRule rule_;

    std::string smallest(program::TypeKind kind) const { return constant(kind, constants_.smallest(kind)); }
    std::string largest(program::TypeKind kind) const { return constant(kind, constants_.largest(kind)); }
    std::string unsafe(const GuardedOp& op, std::optional<base::Int128> right, const std::string& a,
                       const std::string& b) const;
    std::string unsafe_sum(const GuardedOp& op, std::optional<base::Int128> right, const std::string& a,
                           const std::string& b) const;
    std::string unsafe_product(program::TypeKind kind, const std::string& a, const std::string& b) const;
    std::string unsafe_shift(const GuardedOp& op, std::optional<base::Int128> right, const std::string& a,
                             const std::string& b) const;
};

} // namespace assay::print
