// Ids instead of pointers: each names a row of one of Program's tables, stays valid when the program is
// copied, and cannot be confused with an id of another table.
#pragma once

#include <compare>
#include <cstdint>

namespace assay::program {

template <typename Tag> struct Id {
    uint32_t index = UINT32_MAX;
    constexpr bool valid() const { return index != UINT32_MAX; }
    constexpr explicit operator bool() const { return valid(); }
    constexpr auto operator<=>(const Id&) const = default; // NOLINT(modernize-use-nullptr): the tool errs
};

using NodeId = Id<struct NodeTag>;
using TypeId = Id<struct TypeTag>;
using VarId = Id<struct VarTag>;
using FuncId = Id<struct FuncTag>;
using LabelId = Id<struct LabelTag>;
using NameId = Id<struct NameTag>;
using RecordId = Id<struct RecordTag>;
using EnumId = Id<struct EnumTag>;

} // namespace assay::program
