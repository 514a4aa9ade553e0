// The definitions of the types that a program's text names.
#include "print/constants.h"
#include "print/sugar_table.h"
#include "print/types.h"
#include "program/typing.h"

#include <algorithm>
#include <tuple>

namespace assay::print {

using program::Field;
using program::is_array;
using program::is_record;
using program::Record;
using program::Type;

// A struct needs what its members need, also behind pointers.
void Types::need_parts(TypeId type, std::vector<bool>& seen) {
    if (seen[type.index]) return;
    seen[type.index] = true;
    const Type& t = p_.types[type];
    if (t.kind > TypeKind::Double) needed_[type.index] = true;
    if (t.base) need_parts(t.base, seen);
    if (t.kind == TypeKind::Function)
        for (const TypeId param : p_.types.params_of(type)) need_parts(param, seen);
    if (is_record(t.kind))
        for (const Field& field : p_.types.fields_of(type)) need_parts(field.type, seen);
}

void Types::define_needed(Writer& out) {
    std::vector<bool> seen(p_.types.size());
    for (uint32_t i = 0; i < p_.types.size(); ++i)
        if (needed_[i]) need_parts({i}, seen);
    // By what they are, not by the order in which the table met them: equal programs give equal text.
    std::vector<TypeId> order;
    for (uint32_t i = 0; i < p_.types.size(); ++i)
        if (needed_[i]) order.push_back({i});
    std::ranges::stable_sort(order, {}, [&](TypeId id) {
        const Type& t = p_.types[id];
        return std::tuple(is_record(t.kind),
                          t.kind == TypeKind::Vector ? p_.types.kind(t.base) : TypeKind::Void, t.count);
    });
    // Qualified types share the definition of plain ones, which is made once.
    std::vector<std::string_view> typedefs;
    std::vector<bool> enums(p_.types.enums.size());
    for (const TypeId id : order) {
        const Type& t = p_.types[id];
        if (t.kind == TypeKind::Vector && std::ranges::find(typedefs, vector_name(id)) == typedefs.end()) {
            typedefs.push_back(vector_name(id));
            define_vector(out, id);
        } else if (t.kind == TypeKind::Enum && !enums[t.count]) {
            enums[t.count] = true;
            define_enum(out, id);
        } else if (is_record(t.kind)) {
            define_record(out, id);
        }
    }
}

void Types::define_vector(Writer& out, TypeId type) {
    const Type& t = p_.types[type];
    const TypeKind lane = p_.types.kind(t.base);
    const uint32_t bytes = lane == TypeKind::Float ? 4
                           : lane == TypeKind::Double
                               ? 8
                               : program::integer_form(lane, p_.platform.target).width / 8;
    out.begin();
    out.put("typedef ");
    out.put(basic_spelling(lane, cxx_));
    out.put(' ');
    out.put(vector_name(type));
    out.put(" __attribute__((vector_size(");
    out.put_number(bytes * t.count);
    out.put(")));");
    out.end();
}

void Types::define_enum(Writer& out, TypeId type) {
    const program::Enum& e = p_.types.enum_of(type);
    out.begin();
    out.put("enum ");
    out.put(p_.names[e.name]);
    out.put(" { ");
    for (uint32_t i = 0; i < e.count; ++i) {
        const program::Enumerator& enumerator = p_.types.enumerators[e.first + i];
        if (i != 0) {
            out.put(", ");
            out.may_break(0);
        }
        out.put(p_.names[enumerator.name]);
        out.put(" = ");
        put_plain_integer(out, enumerator.value);
    }
    out.put(" };");
    out.end();
}

// C++ and C find a struct that a member merely points to, but C declares one that is first named among the
// parameters of a function type there and nowhere else. So those not seen yet are declared ahead.
void Types::declare_behind_pointers(Writer& out, TypeId type, TypeId around) {
    const Type& t = p_.types[type];
    if (is_record(t.kind)) {
        State& state = records_[t.count];
        if (state != State::Unknown || t.count == p_.types[around].count) return;
        state = State::Declared;
        out.begin();
        out.put(t.kind == TypeKind::Union ? "union " : "struct ");
        out.put(p_.names[p_.types.record_of(type).name]);
        out.put(';');
        return out.end();
    }
    if (t.base) declare_behind_pointers(out, t.base, around);
    if (t.kind == TypeKind::Function)
        for (const TypeId param : p_.types.params_of(type)) declare_behind_pointers(out, param, around);
}

void Types::define_record(Writer& out, TypeId type) {
    State& state = records_[p_.types[type].count];
    if (state == State::Defined) return;
    for (const Field& field : p_.types.fields_of(type)) { // first what it holds by value
        TypeId held = field.type;
        while (is_array(p_.types.kind(held))) held = p_.types[held].base;
        if (is_record(p_.types.kind(held))) define_record(out, held);
    }
    for (const Field& field : p_.types.fields_of(type)) declare_behind_pointers(out, field.type, type);
    state = State::Defined;
    write_record(out, type);
}

void Types::write_record(Writer& out, TypeId type) {
    const Record& record = p_.types.record_of(type);
    out.begin();
    out.put(record.is_union ? "union " : "struct ");
    out.put(p_.names[record.name]);
    out.put(" {");
    out.end();
    out.indent();
    for (const Field& field : p_.types.fields_of(type)) {
        out.begin();
        if (field.is_named())
            declare(out, field.type, p_.names[field.name]);
        else
            before(out, field.type);
        if (field.is_bit_field()) {
            out.put(" : ");
            out.put_number(static_cast<uint64_t>(field.bits));
        }
        out.put(';');
        out.end();
    }
    const std::span<const Field> fields = p_.types.fields_of(type);
    for (size_t i = 0; sugar && i < fields.size(); ++i) {
        if (!sugar->has_getter(p_.types[type].count, i)) continue;
        const std::string_view field = p_.names[fields[i].name];
        out.begin();
        name(out, fields[i].type);
        out.put(" get_");
        out.put(field);
        out.put("() const { return ");
        out.put(field);
        out.put("; }");
        out.end();
    }
    out.outdent();
    out.begin();
    out.put('}');
    if (record.packed || record.align != 0) {
        out.put(" __attribute__((");
        if (record.packed) out.put(record.align != 0 ? "packed, " : "packed");
        if (record.align != 0) {
            out.put("aligned(");
            out.put_number(record.align);
            out.put(')');
        }
        out.put("))");
    }
    out.put(';');
    out.end();
}

} // namespace assay::print
