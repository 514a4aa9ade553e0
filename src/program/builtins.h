// The builtin functions that a program may call, from one list.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace assay::program {

enum class Builtin : uint8_t {
#define BUILTIN(name, c, ...) name,
#include "program/builtins.def"
#undef BUILTIN
};

inline constexpr Builtin kAllBuiltins[] = {
#define BUILTIN(name, c, ...) Builtin::name,
#include "program/builtins.def"
#undef BUILTIN
};
inline constexpr int kBuiltinCount = static_cast<int>(std::size(kAllBuiltins));

enum class BuiltinType : uint8_t {
    Void,
    Bool,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    UShort,
    UInt64,
    Any,
    AnyOut,
    PtrVoid,
    PtrConstVoid,
    Size,
    Truth,
};

struct BuiltinInfo {
    std::string_view c_name;
    BuiltinType result;
    uint8_t param_count;
    std::array<BuiltinType, 3> params;
    std::string_view saved; // the C name without "__builtin_"
};

const BuiltinInfo& info(Builtin builtin);
std::optional<Builtin> builtin_named(std::string_view saved);

} // namespace assay::program
