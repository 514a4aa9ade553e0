// Variables: inputs, which nobody writes to, and pointers and variable-length arrays.
#include "generate/expand/maker.h"

#include "transform/kit/inverse.h"

namespace assay::generate::expand {

using program::Storage;
using transform::kHere;
using transform::Part;

namespace {

enum class Shape { Scalar, Array, Matrix, Cube, Record, Records };
constexpr SiteOf kShape{"expand.object",
                        Option{Shape::Scalar, "scalar", 10},
                        Option{Shape::Array, "array", 5},
                        Option{Shape::Matrix, "matrix", 2},
                        Option{Shape::Cube, "cube", 1},
                        Option{Shape::Record, "record", 6},
                        Option{Shape::Records, "records", 2}};
constexpr Coin kConst{"expand.const", 30};
constexpr Coin kExtern{"expand.extern", 40};
constexpr Coin kInAggregate{"expand.input.in-aggregate", 40};
constexpr Coin kOtherMember{"expand.union.other-member", 50};
enum class To { Input, Object, Pointer };
constexpr SiteOf kTo{"expand.pointer", Option{To::Input, "input", 4}, Option{To::Object, "object", 4},
                     Option{To::Pointer, "pointer", 2}};
constexpr SiteOf kPointerPlace{"expand.pointer.place", Option{Storage::Local, "local", 5},
                               Option{Storage::LocalStatic, "local-static", 1},
                               Option{Storage::Static, "global", 2}};

uint32_t depth_of(const Program& p, TypeId type) {
    uint32_t depth = 0;
    for (; p.types.kind(type) == TypeKind::Pointer; type = p.types[type].base) ++depth;
    return depth;
}

// Not too many ways to one object.
constexpr size_t kMostParts = 6;

} // namespace

UInt128 Maker::value_of(TypeId type, int bits) {
    const uint64_t word = c.bits64();
    const IntShape own = transform::shape_of_part(p, type, bits);
    if (word % 3 == 0) return semantics::convert((word >> 8) % 11, own);
    return transform::edge_value(word >> 2, own);
}

uint32_t Maker::add_object(UInt128 value, uint32_t level, bool writable) {
    objects.push_back({value, level, writable});
    return static_cast<uint32_t>(objects.size() - 1);
}

Known Maker::known_at(VarId var, UInt128 path, TypeId type, int bits, uint32_t object) const {
    const TypeId plain = program::basic(p.types.kind(type));
    return {var, path, plain, bits, transform::type_in_operation(p, {plain, bits, false}), object};
}

UInt128 Maker::any_type_code() {
    const auto records = static_cast<uint32_t>(p.types.records.size());
    choice::Mask allowed = kShape.all();
    if (records == 0) allowed -= kShape.only(Shape::Record, Shape::Records);
    const Shape chosen = c.pick(kShape, allowed);
    const auto scalar = static_cast<uint32_t>(kind());
    const auto record = records == 0 ? 0 : transform::kRecordCode + static_cast<uint32_t>(c.below(records));
    const auto a = c.range(1u, 6u), b = c.range(1u, 4u), d = c.range(1u, 3u);
    UInt128 code = scalar;
    switch (chosen) {
    case Shape::Scalar: break;
    case Shape::Array: code = transform::type_code(scalar, a); break;
    case Shape::Matrix: code = transform::type_code(scalar, b, a); break;
    case Shape::Cube: code = transform::type_code(scalar, d, d, b); break;
    case Shape::Record: code = record; break;
    case Shape::Records: code = transform::type_code(record, d); break;
    }
    return transform::is_type_code(p, code) ? code : UInt128{scalar};
}

VarId Maker::add_variable(const Spot& spot, Storage storage, UInt128 code, uint8_t quals, uint64_t word,
                          uint32_t part, UInt128 value) {
    const bool global = storage <= Storage::Static;
    apply(transform::add_variable(), global ? entry_body() : spot.block,
          transform::AddVariableArgs{global ? NodeId{} : spot.before, storage, global ? NodeId{} : spot.body,
                                     code, quals, word, part, value});
    return {static_cast<uint32_t>(p.vars.size() - 1)};
}

void Maker::add_input() { add_input_with(value_of(program::type::Int, -1), program::type::Int); }

std::optional<size_t> Maker::add_input_with(UInt128 value, TypeId type) {
    UInt128 code = static_cast<uint32_t>(kind());
    if (c.pick(kInAggregate)) code = any_type_code();
    const TypeId whole = transform::type_of_code(p, code);
    std::vector<Part> parts;
    transform::parts_of(p, whole, parts);
    const auto chosen = static_cast<uint32_t>(c.below(parts.size()));
    const Part own = parts[chosen];
    const IntShape shape_there = transform::shape_of_part(p, own.type, own.bits);
    const UInt128 held = semantics::convert(value, shape_there);
    if (semantics::convert(held, shape(type)) != value) return std::nullopt;
    uint8_t quals = 0;
    if (c.pick(kConst)) quals |= program::kConst;
    if (is_volatile()) quals |= program::kVolatile;
    const Storage storage = c.pick(kExtern) ? Storage::Extern : Storage::Static;
    const uint64_t word = c.bits64();
    const VarId var = add_variable({}, storage, code, quals, word, chosen, held);
    const size_t first = globals.size();
    const size_t from = parts.size() <= kMostParts ? 0 : c.below(parts.size() - kMostParts + 1);
    size_t found = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto part = static_cast<uint32_t>(i);
        if (i != chosen && (i < from || i >= from + kMostParts)) continue;
        if (i == chosen) found = globals.size();
        const UInt128 initial =
            i == chosen ? held : transform::initial_value(p, word, part, parts[i].type, parts[i].bits);
        globals.push_back(
            known_at(var, parts[i].path, parts[i].type, parts[i].bits, add_object(initial, 0, false)));
    }
    if (quals == 0 && code >= transform::kRecordCode) {
        const bool record = (code & 255) >= transform::kRecordCode && code >> 8 == 0;
        const bool row = (code & 255) < transform::kRecordCode && code >> 16 == 0;
        const auto base = static_cast<uint32_t>(code & 255);
        if (record || row)
            aggregates.push_back({var, whole, record ? base - transform::kRecordCode : UINT32_MAX,
                                  record ? TypeKind::Int : static_cast<TypeKind>(base),
                                  static_cast<uint32_t>(first),
                                  static_cast<uint32_t>(globals.size() - first)});
    }
    if (p.types.kind(whole) == TypeKind::Union && !program::is_cxx(p.platform.standard)) {
        const std::span<const program::Field> fields = p.types.fields_of(whole);
        const bool same_size = fields.size() > 1 && program::is_integer(p.types.kind(fields[0].type)) &&
                               program::is_integer(p.types.kind(fields[1].type)) && fields[0].bits < 0 &&
                               fields[1].bits < 0 &&
                               shape(fields[0].type).width == shape(fields[1].type).width;
        if (same_size && c.pick(kOtherMember)) {
            const TypeId other = fields[1].type;
            const UInt128 seen = semantics::convert(objects[globals[found].object].value, shape(other));
            globals.push_back(known_at(var, 2, other, -1, add_object(seen, 0, false)));
        }
    }
    return found;
}

// Part of an object whose element before or behind it is known as well can be reached by arithmetic.
void Maker::add_pointer(const Spot& spot) {
    const To to = c.pick(kTo);
    const Storage storage = c.pick(kPointerPlace);
    const bool needs_static = storage != Storage::Local;
    const bool from_globals = needs_static || to == To::Input || locals.empty();
    const std::vector<Known>& candidates = from_globals ? globals : locals;
    if (candidates.empty()) return;
    for (int tries = 0; tries < 4; ++tries) {
        const Known target = c.element(candidates);
        const bool is_pointer = p.types.kind(p[target.var].type) == TypeKind::Pointer;
        if (is_pointer != (to == To::Pointer) || depth_of(p, p[target.var].type) > 2) continue;
        if (target.bits >= 0 || (p.types.quals(p[target.var].type) & program::kVolatile) != 0) continue;
        if (needs_static && !p[target.var].is_static_storage()) continue;
        if (p[target.var].length ||
            (p[target.var].is_global() && p[target.var].storage == Storage::Static && !from_globals))
            continue;
        if (p.types.kind(p[target.var].type) == TypeKind::Vla) continue;
        const UInt128 path = is_pointer ? UInt128{0} : target.path;
        const bool global = storage <= Storage::Static;
        apply(transform::add_pointer(), global ? entry_body() : spot.block,
              transform::AddPointerArgs{global ? NodeId{} : spot.before, storage,
                                        global ? NodeId{} : spot.body, target.var, path});
        const VarId pointer{static_cast<uint32_t>(p.vars.size() - 1)};
        std::vector<Known>& into = global ? globals : locals;
        const Known here = known_at(pointer, is_pointer ? UInt128{kHere} | target.path << 8 : UInt128{kHere},
                                    target.type, -1, target.object);
        into.push_back(here);
        if (is_pointer) return;
        // Neighbours in the same row.
        const size_t last = transform::path_length(target.path);
        for (size_t i = 0; last != 0 && i < candidates.size() && i < 40; ++i) {
            const Known other = candidates[i];
            if (other.var != target.var || other.path == target.path || other.bits >= 0 ||
                transform::path_length(other.path) != last)
                continue;
            const UInt128 below = (UInt128{1} << (8 * (last - 1))) - 1;
            if ((other.path & below) != (target.path & below)) continue;
            const auto row = transform::leaf_at(p, p[target.var].type, target.path & below);
            if (!row || p.types.kind(row->type) != TypeKind::Array) continue;
            const auto offset = static_cast<int>(other.path >> (8 * (last - 1))) -
                                static_cast<int>(target.path >> (8 * (last - 1)));
            into.push_back(known_at(pointer, static_cast<uint32_t>(static_cast<int>(kHere) + offset),
                                    other.type, -1, other.object));
            if (into.size() > 4000) return;
        }
        return;
    }
}

void Maker::add_vla(const Spot& spot) {
    if (program::is_cxx(p.platform.standard) || globals.empty()) return;
    for (int tries = 0; tries < 12; ++tries) {
        const Known length = c.element(globals);
        const UInt128 value = objects[length.object].value;
        if (value > 8 || length.operation != program::type::Int) continue;
        const auto more = static_cast<uint32_t>(1 + c.below(4));
        const TypeKind element = kind();
        apply(transform::add_vla(), spot.block,
              transform::AddVlaArgs{spot.before, spot.body, element, length.var, length.path, more});
        const VarId var{static_cast<uint32_t>(p.vars.size() - 1)};
        const uint64_t count = static_cast<uint64_t>(value) + more;
        for (int i = 0; i < 2; ++i) {
            const auto at = static_cast<uint32_t>(c.below(count));
            const TypeId type = program::basic(element);
            const UInt128 stored = value_of(type, -1);
            assign(spot, known_at(var, at + 1, type, -1, 0), 0, stored);
            bool again = false;
            for (const Known& known : locals)
                if (known.var == var && known.path == at + 1) {
                    objects[known.object].value = stored;
                    again = true;
                }
            if (!again)
                locals.push_back(known_at(var, at + 1, type, -1, add_object(stored, spot.level, true)));
            show(spot, var, at + 1);
        }
        return;
    }
}

std::span<const choice::Site* const> object_sites() {
    static constexpr const choice::Site* all[]{&kShape,       &kConst, &kExtern,      &kInAggregate,
                                               &kOtherMember, &kTo,    &kPointerPlace};
    return all;
}

} // namespace assay::generate::expand
