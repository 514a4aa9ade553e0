// Calls of functions and builtins.
#include "program/typer.h"

#include "base/check.h"

namespace assay::program {

using base::Result;

Result<TypeId> Typer::call(TypeId function, std::span<const NodeId> args) {
    const auto params = p.types.params_of(function);
    if (params.size() != args.size())
        return bad(fmt::format("{} arguments for {} parameters", args.size(), params.size()));
    const std::vector<TypeId> wanted(params.begin(), params.end());
    const std::vector<NodeId> given(args.begin(), args.end());
    for (size_t i = 0; i < wanted.size(); ++i)
        if (!assignable(p, wanted[i], given[i])) return bad(fmt::format("argument {} does not fit", i + 1));
    return p.types[function].base;
}

Result<TypeId> Typer::call_pointer() {
    const TypeId callee = value_of(at::CallPointer::callee);
    if (kind(callee) != TypeKind::Pointer || kind(p.types[callee].base) != TypeKind::Function)
        return bad("the callee is no function");
    return call(p.types[callee].base, p.list(n, at::CallPointer::args));
}

TypeId Typer::builtin_type(BuiltinType t) {
    switch (t) {
    case BuiltinType::Void: return type::Void;
    case BuiltinType::Bool: return type::Bool;
    case BuiltinType::Int: return type::Int;
    case BuiltinType::UInt: return type::UInt;
    case BuiltinType::Long: return type::Long;
    case BuiltinType::ULong: return type::ULong;
    case BuiltinType::LLong: return type::LLong;
    case BuiltinType::ULLong: return type::ULLong;
    case BuiltinType::UShort: return type::UShort;
    case BuiltinType::UInt64: return p.platform.target.long_bits == 64 ? type::ULong : type::ULLong;
    case BuiltinType::PtrVoid: return p.types.pointer_to(type::Void);
    case BuiltinType::PtrConstVoid: return p.types.pointer_to(p.types.qualified(type::Void, kConst));
    case BuiltinType::Size: return size_type(p.platform);
    case BuiltinType::Truth: return truth();
    case BuiltinType::Any:
    case BuiltinType::AnyOut: break;
    }
    base::fail("a builtin without a fixed type");
}

bool Typer::builtin_takes(BuiltinType wanted, NodeId arg) {
    const TypeId from = value_type(p, arg);
    const auto is_plain = [&](TypeId t) { return is_integer(kind(t)) && kind(t) != TypeKind::Bool; };
    if (wanted == BuiltinType::Any) return is_plain(from);
    if (wanted != BuiltinType::AnyOut) return assignable(p, builtin_type(wanted), arg);
    return kind(from) == TypeKind::Pointer && is_plain(p.types[from].base) &&
           p.types[p.types[from].base].quals == 0;
}

Result<TypeId> Typer::builtin() {
    const BuiltinInfo& about = info(static_cast<Builtin>(n.op));
    const auto args = p.list(n, at::CallBuiltin::args);
    if (args.size() != about.param_count)
        return bad(fmt::format("{} arguments for {} of {}", args.size(), about.param_count, about.c_name));
    for (uint8_t i = 0; i < about.param_count; ++i)
        if (!builtin_takes(about.params[i], p.lists[n.slot[at::CallBuiltin::args] + i]))
            return bad(fmt::format("argument {} of {} does not fit", i + 1, about.c_name));
    return builtin_type(about.result);
}

} // namespace assay::program
