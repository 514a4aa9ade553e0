#include "transform/kit/objects.h"

#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/inverse.h"

namespace assay::transform {

namespace at = program::at;
using program::Field;
using program::is_integer;
using program::Type;

namespace {

constexpr uint32_t kDimensions = 3;

uint32_t byte_of(UInt128 number, size_t i) { return static_cast<uint32_t>(number >> (8 * i)) & 255; }

// How many numbers are in it; more than kMostLeaves: too many, or something else.
uint32_t leaf_count(const Program& p, TypeId type) {
    const Type& t = p.types[type];
    if (is_integer(t.kind)) return 1;
    if (t.kind == TypeKind::Array) {
        const uint32_t inner = leaf_count(p, t.base);
        return inner > kMostLeaves || t.count > kMostLeaves ? kMostLeaves + 1 : inner * t.count;
    }
    if (!program::is_record(t.kind)) return kMostLeaves + 1;
    uint32_t sum = 0;
    for (const Field& field : p.types.fields_of(type)) {
        sum += field.is_named() ? leaf_count(p, field.type) : 0;
        if (sum > kMostLeaves || t.kind == TypeKind::Union) return sum;
    }
    return sum;
}

void add_parts(const Program& p, TypeId type, int bits, UInt128 path, size_t length, std::vector<Part>& out) {
    const Type& t = p.types[type];
    if (length > kLongestPath) return;
    if (t.kind == TypeKind::Array) {
        for (uint32_t i = 0; i < t.count; ++i)
            add_parts(p, t.base, -1, longer(path, length, i + 1), length + 1, out);
    } else if (program::is_record(t.kind)) {
        const std::span<const Field> fields = p.types.fields_of(type);
        for (uint32_t i = 0; i < fields.size(); ++i) {
            if (fields[i].is_named())
                add_parts(p, fields[i].type, fields[i].bits, longer(path, length, i + 1), length + 1, out);
            if (t.kind == TypeKind::Union) return;
        }
    } else if (is_integer(t.kind)) {
        out.push_back({path, type, bits});
    }
}

struct Initial {
    uint64_t word;
    uint32_t own;
    UInt128 own_value;
};

NodeId build_parts(program::Build& build, TypeId type, int bits, const Initial& from, uint32_t& part) {
    Program& p = build.p;
    const Type t = p.types[type];
    std::vector<NodeId> elements;
    if (t.kind == TypeKind::Array) {
        for (uint32_t i = 0; i < t.count; ++i) elements.push_back(build_parts(build, t.base, -1, from, part));
    } else if (program::is_record(t.kind)) {
        const std::vector<Field> fields(p.types.fields_of(type).begin(), p.types.fields_of(type).end());
        for (const Field& field : fields) {
            if (field.is_named()) elements.push_back(build_parts(build, field.type, field.bits, from, part));
            if (t.kind == TypeKind::Union) break;
        }
    } else {
        const UInt128 value =
            part == from.own ? from.own_value : initial_value(p, from.word, part, type, bits);
        ++part;
        return build.integer(program::promoted_type(p, program::basic(t.kind)), static_cast<Int128>(value));
    }
    return build.init(p.types.unqualified(type), elements);
}

} // namespace

UInt128 type_code(uint32_t base, uint32_t first, uint32_t second, uint32_t third) {
    return base | first << 8 | second << 16 | UInt128{third} << 24;
}

bool is_integer_of(const program::Platform& platform, UInt128 kind) {
    if (kind < static_cast<uint32_t>(TypeKind::Bool) || kind > static_cast<uint32_t>(TypeKind::UInt128))
        return false;
    return kind < static_cast<uint32_t>(TypeKind::Int128) || platform.target.has_int128;
}

bool is_type_code(const Program& p, UInt128 code) {
    if (code >> 32 != 0) return false;
    const uint32_t base = byte_of(code, 0);
    uint32_t leaves = 1;
    if (base >= kRecordCode) {
        if (base - kRecordCode >= p.types.records.size()) return false;
        for (uint32_t i = 0; i < p.types.size(); ++i) {
            const Type& t = p.types[{i}];
            if (program::is_record(t.kind) && t.count == base - kRecordCode) leaves = leaf_count(p, {i});
        }
    } else if (!is_integer_of(p.platform, base)) {
        return false;
    }
    bool ended = false;
    for (uint32_t i = 1; i <= kDimensions; ++i) {
        const uint32_t length = byte_of(code, i);
        if (length != 0 && ended) return false;
        ended |= length == 0;
        if (length != 0) leaves *= length;
        if (leaves > kMostLeaves) return false;
    }
    return leaves != 0;
}

TypeId type_of_code(Program& p, UInt128 code) {
    const uint32_t base = byte_of(code, 0);
    TypeId type = base >= kRecordCode ? p.types.struct_or_union({base - kRecordCode})
                                      : program::basic(static_cast<TypeKind>(base));
    for (uint32_t i = kDimensions; i > 0; --i)
        if (byte_of(code, i) != 0) type = p.types.array_of(type, byte_of(code, i));
    return type;
}

size_t path_length(UInt128 path) {
    size_t length = 0;
    while (byte_of(path, length) != 0 && length < 16) ++length;
    return length;
}

std::optional<Leaf> leaf_at(const Program& p, TypeId type, UInt128 path) {
    Leaf leaf{type, -1, false};
    for (; path != 0; path >>= 8) {
        const uint32_t step = byte_of(path, 0);
        if (step == 0 || leaf.bits >= 0) return std::nullopt;
        const Type& t = p.types[leaf.type];
        if (t.kind == TypeKind::Array || t.kind == TypeKind::Vla) {
            if (t.kind == TypeKind::Array && step > t.count) return std::nullopt;
            leaf.type = t.base;
        } else if (t.kind == TypeKind::Pointer) {
            const TypeKind inner = p.types.kind(t.base);
            if (step > 2 * kHere || inner == TypeKind::Void || inner == TypeKind::Function ||
                inner == TypeKind::Vla)
                return std::nullopt;
            leaf.type = t.base;
            leaf.through_pointer = true;
        } else if (program::is_record(t.kind)) {
            const std::span<const Field> fields = p.types.fields_of(leaf.type);
            if (step > fields.size() || !fields[step - 1].is_named()) return std::nullopt;
            const Field& field = fields[step - 1];
            // Qualifiers of the whole are those of its parts; they do not matter for the number itself.
            leaf.type = field.type;
            leaf.bits = field.bits;
        } else {
            return std::nullopt;
        }
    }
    return leaf;
}

NodeId build_path(program::Build& build, VarId var, UInt128 path) {
    NodeId at = build.ref(var);
    for (; path != 0; path >>= 8) {
        const uint32_t step = byte_of(path, 0);
        const TypeKind kind = build.p.types.kind(build.p[at].type);
        if (kind == TypeKind::Pointer)
            at = step == kHere
                     ? build.deref(at)
                     : build.index(at, build.integer(static_cast<int>(step) - static_cast<int>(kHere)));
        else if (program::is_record(kind))
            at = build.member(at, step - 1);
        else
            at = build.index(at, build.integer(static_cast<int>(step) - 1));
    }
    return at;
}

void parts_of(const Program& p, TypeId type, std::vector<Part>& out) { add_parts(p, type, -1, 0, 0, out); }

std::optional<Part> pick_part(const Program& p, VarId var, uint64_t word) {
    std::vector<Part> parts;
    parts_of(p, p[var].type, parts);
    if (parts.empty()) return std::nullopt;
    return parts[word % parts.size()];
}

semantics::IntShape shape_of_part(const Program& p, TypeId type, int bits) {
    semantics::IntShape shape = shape_of(p.types.kind(type), p.platform.target);
    if (bits > 0 && !shape.is_bool) shape.width = static_cast<uint8_t>(bits);
    return shape;
}

UInt128 initial_value(const Program& p, uint64_t word, uint32_t part, TypeId type, int bits) {
    const uint64_t w = base::scramble(word + part * 0x9e3779b97f4a7c15U);
    const semantics::IntShape shape = shape_of_part(p, type, bits);
    // Small numbers are the most useful: as subscripts, counts and shifts.
    if ((w >> 60) % 3 == 0) return semantics::convert(w % 11, shape);
    return edge_value(w, shape);
}

NodeId build_initial(program::Build& build, TypeId type, uint64_t word, uint32_t own, UInt128 own_value) {
    uint32_t part = 0;
    return build_parts(build, type, -1, {word, own, own_value}, part);
}

std::optional<UInt128> written_initially(const Program& p, VarId var, UInt128 path) {
    NodeId at = p[var].init;
    if (!p[var].is_static_storage() || !at) return std::nullopt;
    for (; path != 0; path >>= 8) {
        const Node& n = p[at];
        const uint32_t step = byte_of(path, 0);
        if (n.kind != NodeKind::InitList || step == 0) return std::nullopt;
        const std::span<const NodeId> elements = p.list(n, at::InitList::elements);
        uint32_t index = step - 1;
        if (p.types.kind(n.type) == TypeKind::Union) {
            if (n.op != index) return std::nullopt;
            index = 0;
        } else if (p.types.kind(n.type) == TypeKind::Struct) {
            const std::span<const Field> fields = p.types.fields_of(n.type);
            for (uint32_t i = 0; i + 1 < step; ++i) index -= fields[i].is_named() ? 0 : 1;
        }
        if (index >= elements.size()) return std::nullopt;
        at = elements[index];
    }
    if (p[at].kind != NodeKind::IntConst) return std::nullopt;
    return p[at].bits();
}

TypeId type_in_operation(const Program& p, const Leaf& leaf) {
    const TypeKind kind = p.types.kind(leaf.type);
    if (!is_integer(kind)) return program::type::Void;
    if (leaf.bits >= 0)
        return leaf.bits < 32 && kind <= TypeKind::UInt ? program::type::Int : program::type::Void;
    return program::promoted_type(p, program::basic(kind));
}

} // namespace assay::transform
