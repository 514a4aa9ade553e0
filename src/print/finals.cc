#include "print/harness.h"
#include "program/typing.h"

#include <fmt/format.h>

namespace assay::print {

using program::is_array;
using program::is_record;
using program::Type;
using semantics::FinalValue;
using semantics::Scalar;

// SelfCheck: an array with more values is compared in a loop.
constexpr size_t kMaxSingleChecks = 16;
// And one with more different values than this by a hash, as its table would be most of the text.
constexpr size_t kMaxTable = 1024;

Finals::Finals(Printer& printer, const Program& program, const semantics::Meaning& meaning, Writer& main,
               Writer& tables)
    : printer_(printer), p_(program), meaning_(meaning), main_(main), tables_(tables),
      leaf_counts_(program.types.size(), -2) {
    // Names of loop counters must not hide a global that is shown inside.
    loop_stem_ = "i";
    for (uint32_t i = 0; i < program.names.size(); ++i) {
        const std::string_view name = program.names[{i}];
        if (name.size() > 1 && name[0] == 'i' && name.find_first_not_of("0123456789", 1) == name.npos)
            loop_stem_ = "assay_i";
    }
}

void Finals::write() {
    const std::span<const FinalValue> all = meaning_.finals;
    for (size_t from = 0; from < all.size();) {
        size_t to = from;
        while (to < all.size() && all[to].var == all[from].var) ++to;
        const VarId var = all[from].var;
        printer_.uses.vars[var.index].note(kDriver);
        path_ = printer_.name_of(var);
        show(p_[var].type, all.subspan(from, to - from), 0);
        from = to;
    }
}

int64_t Finals::leaves(TypeId type) {
    int64_t& count = leaf_counts_[type.index];
    if (count != -2) return count;
    const Type& t = p_.types[type];
    int64_t found = program::is_arithmetic(t.kind) ? 1 : 0;
    if (t.kind == TypeKind::Union) found = -1;
    if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        const int64_t each = leaves(t.base);
        found = each < 0 ? -1 : each * t.count;
    }
    if (t.kind == TypeKind::Struct) {
        for (const program::Field& field : p_.types.fields_of(type)) {
            if (!field.is_named()) continue;
            const int64_t each = leaves(field.type);
            if (each < 0) found = -1;
            if (found < 0) break;
            found += each;
        }
    }
    return leaf_counts_[type.index] = found; // the table may not move, but the recursion may have used it
}

void Finals::show(TypeId type, Range range, uint32_t depth) {
    const Type& t = p_.types[type];
    if (t.kind != TypeKind::Array && t.kind != TypeKind::Vector && !is_record(t.kind)) {
        if (printer_.self_check() && hash_.empty()) return compare(range.front());
        return show_mixed(range.front());
    }
    const bool regular =
        !is_record(t.kind) && t.count > 1 && leaves(type) == static_cast<int64_t>(range.size());
    if (!regular) return show_parts(type, range, depth);
    if (!printer_.self_check() || !hash_.empty()) return show_loop(type, range, depth);
    if (range.size() <= kMaxSingleChecks) return show_parts(type, range, depth);
    if (!compare_array(type, range)) compare_hash(type, range, depth);
}

// Member by member, element by element.
void Finals::show_parts(TypeId type, Range range, uint32_t depth) {
    const size_t length = path_.size();
    const bool record = is_record(p_.types.kind(type));
    for (size_t from = 0; from < range.size();) {
        const uint32_t step = meaning_.path(range[from])[depth];
        size_t to = from;
        while (to < range.size() && meaning_.path(range[to])[depth] == step) ++to;
        TypeId part = p_.types[type].base;
        if (record) {
            const program::Field& field = p_.types.fields_of(type)[step];
            path_ += '.';
            path_ += p_.names[field.name];
            part = field.type;
        } else {
            path_ += '[' + std::to_string(step) + ']';
        }
        show(part, range.subspan(from, to - from), depth + 1);
        path_.resize(length);
        from = to;
    }
}

void Finals::begin_loop(uint32_t count) {
    const std::string i = loop_name(loops_++);
    main_.begin();
    main_.put("for (int " + i + " = 0; " + i + " < ");
    main_.put_number(count);
    main_.put("; " + i + "++)");
    path_ += '[' + i + ']';
}

void Finals::show_loop(TypeId type, Range range, uint32_t depth) {
    const Type& t = p_.types[type];
    const size_t length = path_.size();
    begin_loop(t.count);
    const bool braces = is_record(p_.types.kind(t.base));
    if (braces) main_.put(" {");
    main_.end();
    main_.indent();
    show(t.base, range.first(range.size() / t.count), depth + 1);
    main_.outdent();
    if (braces) main_.line("}");
    path_.resize(length);
    --loops_;
}

void Finals::show_mixed(const FinalValue& value) {
    main_.begin();
    if (printer_.shows()) {
        printer_.open_shown(main_, value.value.type);
        main_.put(path_);
        if (program::is_wide(p_.types.kind(value.value.type)))
            main_.put(" >> 64), (unsigned long long)" + path_);
        main_.put(");");
        return main_.end();
    }
    const std::string_view end = printer_.open_mix(main_, p_.types.kind(value.value.type), hash_);
    main_.put(path_);
    main_.put(end);
    main_.put(';');
    main_.end();
}

void Finals::compare(const FinalValue& value) {
    const Scalar& scalar = value.value;
    main_.begin();
    main_.put("if (");
    if (printer_.compares_by_bits(scalar)) {
        printer_.open_bits(main_, p_.types.kind(scalar.type));
        main_.put(path_ + ") != ");
        Printer::write_bits(main_, static_cast<uint64_t>(scalar.bits));
    } else if (printer_.is_truth(scalar)) {
        main_.put(path_);
    } else {
        main_.put(path_ + ' ');
        main_.may_break(0);
        main_.put("!= ");
        printer_.write_value(main_, scalar);
    }
    main_.put(fmt::format(") {};", printer_.abort_call()));
    main_.end();
}

// An array of numbers, of any dimension: with the one value of all elements, or with a table.
bool Finals::compare_array(TypeId type, Range range) {
    TypeId element = type;
    while (is_array(p_.types.kind(element)) || p_.types.kind(element) == TypeKind::Vector)
        element = p_.types[element].base;
    if (is_record(p_.types.kind(element))) return false;
    const Scalar& first = range.front().value;
    bool same = true;
    for (const FinalValue& value : range) same &= value.value == first;
    if (same) {
        compare_elements(type, &first, {});
        return true;
    }
    if (range.size() > kMaxTable) return false;
    const TypeKind kind = p_.types.kind(first.type);
    const std::string table =
        write_table(kind == TypeKind::Enum ? program::integer_kind(p_, first.type) : kind, range);
    position_.clear();
    compare_elements(type, nullptr, table);
    return true;
}

void Finals::compare_elements(TypeId type, const Scalar* all_equal, std::string_view table) {
    const Type& t = p_.types[type];
    if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        const size_t length = path_.size();
        const std::string outer = position_;
        const std::string i = loop_name(loops_);
        if (outer.empty())
            position_ = i;
        else
            position_ = (outer.find(' ') == outer.npos ? outer : "(" + outer + ")") + " * " +
                        std::to_string(t.count) + " + " + i;
        begin_loop(t.count);
        main_.end();
        main_.indent();
        compare_elements(t.base, all_equal, table);
        main_.outdent();
        position_ = outer;
        path_.resize(length);
        --loops_;
        return;
    }
    if (all_equal) return compare({{}, 0, 0, *all_equal});
    main_.begin();
    main_.put("if (");
    if (program::is_floating(t.kind)) { // a table may hold zeros of both signs
        printer_.open_bits(main_, t.kind);
        main_.put(path_ + ") != ");
        printer_.open_bits(main_, t.kind);
        main_.put(std::string(table) + "[" + position_ + "]))");
    } else {
        main_.put(path_ + " != " + std::string(table) + "[" + position_ + "])");
    }
    main_.put(fmt::format(" {};", printer_.abort_call()));
    main_.end();
}

std::string Finals::write_table(TypeKind kind, Range range) {
    std::string name = "assay_table" + std::to_string(++tables_made_);
    tables_.begin();
    tables_.put("static const ");
    tables_.put(basic_spelling(kind, is_cxx(p_.platform.standard)));
    tables_.put(" " + name + "[" + std::to_string(range.size()) + "] = {");
    bool first = true;
    for (const FinalValue& value : range) {
        if (!first) {
            tables_.put(", ");
            tables_.may_break(0);
        }
        first = false;
        const bool plain = program::is_integer(kind) && is_plain_integer(kind, value.value.bits);
        if (plain)
            put_plain_integer(tables_, static_cast<int64_t>(value.value.bits));
        else
            printer_.write_value(tables_, value.value);
    }
    tables_.put("};");
    tables_.end();
    return name;
}

void Finals::compare_hash(TypeId type, Range range, uint32_t depth) {
    hash_ = "assay_hash" + std::to_string(++hashes_made_);
    main_.line("unsigned long long " + hash_ + " = 14695981039346656037ULL;");
    show(type, range, depth);
    uint64_t expected = semantics::kHashStart;
    for (const FinalValue& value : range) expected = semantics::mix(expected, p_, value.value);
    main_.begin();
    main_.put("if (" + hash_ + " != ");
    Printer::write_bits(main_, expected);
    main_.put(fmt::format(") {};", printer_.abort_call()));
    main_.end();
    hash_.clear();
}

} // namespace assay::print
