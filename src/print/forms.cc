#include "print/forms.h"

#include <array>

namespace assay::print {
namespace {

using program::NodeKind;

constexpr auto kRows = std::to_array<FormRow>({
    {NodeKind::IntConst, 1, "0x1f", "always, except true and false of C++"},
    {NodeKind::IntConst, 2, "037", "always, except true and false of C++"},
    {NodeKind::FloatConst, 1, "0x1.8p+1", "C, and C++ from C++17 on"},
    {NodeKind::Member, 1, "(*p).m", "for p->m"},
    {NodeKind::Member, 1, "(&x)->m", "for x.m, if x is an lvalue"},
    {NodeKind::Index, 1, "*(a + i)", "an array that is an lvalue, or a pointer"},
    {NodeKind::Index, 2, "i[a]", "an array that is an lvalue, or a pointer"},
    {NodeKind::Deref, 1, "p[0]", "a pointer to an object"},
    {NodeKind::AddrOf, 1, "a + i", "for &a[i], an array that is an lvalue, or a pointer"},
    {NodeKind::Unary, 1, "x == 0", "for !x"},
    {NodeKind::Unary, 1, "0 - x", "for -x of an integer, not guarded"},
    {NodeKind::Binary, 1, "b > a", "for a < b and the other comparisons, of scalars"},
    {NodeKind::Binary, 1, "b + a", "for + * & | ^ of scalars, not guarded"},
    {NodeKind::Cast, 1, "static_cast<T>(x)", "C++, between numbers"},
    {NodeKind::CompoundAssign, 1, "x = x + y", "if evaluating x twice does no harm, not guarded"},
    {NodeKind::IncDec, 1, "x += 1", "for ++x of a scalar, not guarded"},
    {NodeKind::Call, 1, "(*f)(x)", "always"},
    {NodeKind::Call, 2, "(&f)(x)", "always"},
    {NodeKind::Call, 3, "(f)(x)", "always"},
    {NodeKind::CallPointer, 1, "(*p)(x)", "a callee that is a pointer"},
    {NodeKind::SizeofExpr, 1, "sizeof x", "a variable"},
    {NodeKind::InitList, 1, "{.a = 1, .b = 2}", "structs in C and C++20, arrays in C"},
    {NodeKind::While, 1, "for (; c;)", "always"},
    {NodeKind::For, 1, "while (c)", "no initialisation, no step"},
    {NodeKind::Empty, 1, "{}", "always"},
});

} // namespace

std::span<const FormRow> form_rows() { return kRows; }

uint8_t form_count(NodeKind kind) {
    uint8_t count = 1;
    for (const FormRow& row : kRows)
        if (row.kind == kind && row.form >= count) count = static_cast<uint8_t>(row.form + 1);
    return count;
}

} // namespace assay::print
