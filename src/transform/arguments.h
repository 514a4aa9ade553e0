// The arguments of a step, by name. A transform declares them once, as a struct whose members are numbers,
// ids, enumerators, or structs and arrays of such; the plain numbers that a Step keeps and saves are made
// from the members in their order, and read back.
#pragma once

#include "program/operators.h"
#include "transform/step.h"

#include <array>
#include <concepts>
#include <optional>
#include <type_traits>

namespace assay::transform {

struct NoArgs {};

// An enumeration that is an argument says how many values it has; their numbers go from 0 up.
template <typename Enum> inline constexpr uint32_t kValues = 0;
template <> inline constexpr uint32_t kValues<program::BinaryOp> = program::kBinaryOpCount;
template <>
inline constexpr uint32_t kValues<program::Storage> = static_cast<uint32_t>(program::Storage::Param) + 1;
template <> inline constexpr uint32_t kValues<TypeKind> = static_cast<uint32_t>(TypeKind::Function) + 1;

namespace arguments {

struct Anything {
    template <typename T> constexpr operator T() const; // never defined: only asked whether it would do
};

template <typename Struct, typename... Some> consteval size_t count_members() {
    if constexpr (requires { Struct{Some{}..., Anything{}}; })
        return count_members<Struct, Some..., Anything>();
    else
        return sizeof...(Some);
}

template <typename Struct, typename Visit> constexpr void visit_members(Struct& s, const Visit& visit) {
    constexpr size_t count = count_members<std::remove_const_t<Struct>>();
    static_assert(count <= 9, "one line more below");
    const auto each = [&](auto&... members) { (visit(members), ...); };
    // clang-format off
    if constexpr (count == 1) { auto& [a] = s; each(a); }
    if constexpr (count == 2) { auto& [a, b] = s; each(a, b); }
    if constexpr (count == 3) { auto& [a, b, c] = s; each(a, b, c); }
    if constexpr (count == 4) { auto& [a, b, c, d] = s; each(a, b, c, d); }
    if constexpr (count == 5) { auto& [a, b, c, d, e] = s; each(a, b, c, d, e); }
    if constexpr (count == 6) { auto& [a, b, c, d, e, f] = s; each(a, b, c, d, e, f); }
    if constexpr (count == 7) { auto& [a, b, c, d, e, f, g] = s; each(a, b, c, d, e, f, g); }
    if constexpr (count == 8) { auto& [a, b, c, d, e, f, g, h] = s; each(a, b, c, d, e, f, g, h); }
    if constexpr (count == 9) { auto& [a, b, c, d, e, f, g, h, i] = s; each(a, b, c, d, e, f, g, h, i); }
    // clang-format on
}

template <typename T> inline constexpr bool is_id = false;
template <typename Tag> inline constexpr bool is_id<program::Id<Tag>> = true;
template <typename T> inline constexpr bool is_array = false;
template <typename T, size_t n> inline constexpr bool is_array<std::array<T, n>> = true;
template <typename T>
concept Number = std::unsigned_integral<T> || std::same_as<T, UInt128>;

// Calls visit(member) for each one that is a single number, also inside members.
template <typename T, typename Visit> constexpr void visit_leaves(T& value, const Visit& visit) {
    using Plain = std::remove_const_t<T>;
    if constexpr (Number<Plain> || std::is_enum_v<Plain> || is_id<Plain>) {
        visit(value);
    } else if constexpr (is_array<Plain>) {
        for (auto& element : value) visit_leaves(element, visit);
    } else {
        visit_members(value, [&](auto& member) { visit_leaves(member, visit); });
    }
}

template <typename T> constexpr UInt128 number_of_leaf(const T& leaf) {
    if constexpr (is_id<T>)
        return leaf.index;
    else
        return static_cast<UInt128>(leaf);
}

// False: no value of the type has the number.
template <typename T> constexpr bool read_leaf(UInt128 number, T& leaf) {
    if constexpr (is_id<T>) {
        if (number > UINT32_MAX) return false;
        leaf.index = static_cast<uint32_t>(number);
        return true;
    } else {
        if constexpr (std::is_enum_v<T>) {
            static_assert(kValues<T> != 0, "how many values has it? see kValues");
            if (number >= kValues<T>) return false;
        }
        leaf = static_cast<T>(number);
        return static_cast<UInt128>(leaf) == number;
    }
}

} // namespace arguments

template <typename Args> consteval size_t arg_count() {
    size_t count = 0;
    const Args args{};
    arguments::visit_leaves(args, [&](const auto&) { ++count; });
    return count;
}

template <typename Args> void write_args(const Args& args, std::vector<UInt128>& out) {
    out.clear();
    arguments::visit_leaves(args, [&](const auto& leaf) { out.push_back(arguments::number_of_leaf(leaf)); });
}

// Nothing if there are more numbers or fewer, or one that its member cannot have.
template <typename Args> std::optional<Args> read_args(std::span<const UInt128> numbers) {
    if (numbers.size() != arg_count<Args>()) return std::nullopt;
    Args args{};
    size_t next = 0;
    bool fits = true;
    arguments::visit_leaves(args, [&](auto& leaf) { fits &= arguments::read_leaf(numbers[next++], leaf); });
    return fits ? std::optional(args) : std::nullopt;
}

// A step whose arguments have names: step.site, step.left.
template <typename Args> struct NamedStep : Args {
    NodeId site;
    Fresh fresh;
};

} // namespace assay::transform
