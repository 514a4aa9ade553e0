#include "print/types.h"

#include "base/check.h"
#include "program/typing.h"

#include <array>

namespace assay::print {

using program::is_array;
using program::is_record;
using program::Type;

namespace {

constexpr std::array<std::string_view, 17> kSpellings{
    "void",
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
    "float",
    "double",
};
constexpr std::array<std::string_view, 17> kShortNames{
    "void", "bool",  "char",  "schar",  "uchar",  "short",   "ushort", "int",    "uint",
    "long", "ulong", "llong", "ullong", "int128", "uint128", "float",  "double",
};

void put_quals(Writer& out, uint8_t quals) {
    if (quals & program::kConst) out.put("const");
    if ((quals & program::kConst) && (quals & program::kVolatile)) out.put(' ');
    if (quals & program::kVolatile) out.put("volatile");
}

bool joins_declarator(char last) { return last == '*' || last == '('; }

} // namespace

std::string_view basic_spelling(TypeKind kind, bool cxx) {
    if (kind == TypeKind::Bool && cxx) return "bool";
    return kSpellings[static_cast<size_t>(kind)];
}

std::string_view short_name(TypeKind kind) { return kShortNames[static_cast<size_t>(kind)]; }

std::string unused_name(const program::Program& program, std::string wanted) {
    for (uint32_t i = 0; i < program.names.size(); ++i) {
        if (program.names[{i}] != wanted) continue;
        wanted += '_';
        i = UINT32_MAX; // start again with the longer name
    }
    return wanted;
}

Types::Types(const program::Program& program)
    : p_(program), cxx_(is_cxx(program.platform.standard)), names_(program.types.size()),
      needed_(program.types.size()), vector_names_(program.types.size()),
      records_(program.types.records.size(), State::Unknown) {}

void Types::need(TypeId type) { needed_[type.index] = true; }

std::string_view Types::vector_name(TypeId type) {
    std::string& name = vector_names_[type.index];
    if (name.empty()) {
        const Type& t = p_.types[type];
        name = unused_name(p_, "v" + std::to_string(t.count) + "_" +
                                   std::string(short_name(p_.types.kind(t.base))));
    }
    return name;
}

void Types::specifier(Writer& out, TypeId type) {
    const Type& t = p_.types[type];
    if (t.quals != 0) {
        put_quals(out, t.quals);
        out.put(' ');
    }
    if (t.kind <= TypeKind::Double) return out.put(basic_spelling(t.kind, cxx_));
    need(type);
    if (t.kind == TypeKind::Enum) {
        out.put("enum ");
        return out.put(p_.names[p_.types.enum_of(type).name]);
    }
    if (t.kind == TypeKind::Vector) return out.put(vector_name(type)); // a qualified one has the same name
    base::check(is_record(t.kind), "a type without a specifier");
    out.put(t.kind == TypeKind::Union ? "union " : "struct ");
    out.put(p_.names[p_.types.record_of(type).name]);
}

void Types::before(Writer& out, TypeId type) {
    const Type& t = p_.types[type];
    if (is_array(t.kind) || t.kind == TypeKind::Function) return before(out, t.base);
    if (t.kind != TypeKind::Pointer) return specifier(out, type);
    before(out, t.base);
    if (!joins_declarator(out.last())) out.put(' ');
    const TypeKind pointee = p_.types.kind(t.base);
    if (is_array(pointee) || pointee == TypeKind::Function) out.put('(');
    out.put('*');
    put_quals(out, t.quals);
}

void Types::after(Writer& out, TypeId type) {
    const Type& t = p_.types[type];
    if (t.kind == TypeKind::Pointer) {
        const TypeKind pointee = p_.types.kind(t.base);
        if (is_array(pointee) || pointee == TypeKind::Function) out.put(')');
        return after(out, t.base);
    }
    if (t.kind == TypeKind::Array) {
        out.put('[');
        out.put_number(t.count);
        out.put(']');
        return after(out, t.base);
    }
    if (t.kind != TypeKind::Function) return;
    out.put('(');
    bool first = true;
    for (const TypeId param : p_.types.params_of(type)) {
        if (!first) out.put(", ");
        first = false;
        name(out, param);
    }
    out.put(first ? "void)" : ")");
    after(out, t.base);
}

void Types::declare(Writer& out, TypeId type, std::string_view name) {
    before(out, type);
    if (!joins_declarator(out.last())) out.put(' ');
    out.put(name);
    after(out, type);
}

std::string_view Types::name(TypeId type) {
    if (names_[type.index].empty()) {
        Writer out;
        before(out, type);
        after(out, type);
        names_[type.index] = out.take();
    }
    return names_[type.index];
}

} // namespace assay::print
