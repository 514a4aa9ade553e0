#include "program/builtins.h"

namespace assay::program {
namespace {

template <typename... Params>
constexpr BuiltinInfo make(std::string_view c_name, BuiltinType result, Params... params) {
    BuiltinInfo made{c_name, result, sizeof...(params), {}, c_name};
    size_t i = 0;
    ((made.params[i++] = params), ...);
    constexpr std::string_view prefix = "__builtin_";
    if (c_name.starts_with(prefix)) made.saved.remove_prefix(prefix.size());
    return made;
}

constexpr std::array<BuiltinInfo, kBuiltinCount> table() {
    using enum BuiltinType;
    return {
#define BUILTIN(name, c, ...) make(c, __VA_ARGS__),
#include "program/builtins.def"
#undef BUILTIN
    };
}
constexpr std::array<BuiltinInfo, kBuiltinCount> kTable = table();

} // namespace

const BuiltinInfo& info(Builtin builtin) { return kTable[static_cast<size_t>(builtin)]; }

std::optional<Builtin> builtin_named(std::string_view saved) {
    for (size_t i = 0; i < kTable.size(); ++i)
        if (kTable[i].saved == saved) return static_cast<Builtin>(i);
    return std::nullopt;
}

} // namespace assay::program
