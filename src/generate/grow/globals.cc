// Globals: inputs that are never written, outputs that are never read, and mixed ones.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::Storage;

namespace {

enum class Role { Input, Output, Mixed };
constexpr SiteOf kRole{"grow.global.role", Option{Role::Input, "input", 5}, Option{Role::Output, "output", 3},
                       Option{Role::Mixed, "mixed", 8}};
enum class Shape { Integer, Array, Record, Enum, Float, Vector, Pointer };
constexpr SiteOf kShape{"grow.global.shape",
                        Option{Shape::Integer, "integer", 20},
                        Option{Shape::Array, "array", 7},
                        Option{Shape::Record, "record", 5},
                        Option{Shape::Enum, "enum", 1},
                        Option{Shape::Float, "float", 2},
                        Option{Shape::Vector, "vector", 2},
                        Option{Shape::Pointer, "pointer", 3}};
constexpr Coin kConst{"grow.global.const", 25};
constexpr Coin kVolatile{"grow.global.volatile", 5};
constexpr Coin kStatic{"grow.global.static", 60};
constexpr Coin kZero{"grow.global.zero", 15};

TypeId type_for(World& w) {
    choice::Mask allowed = kShape.all();
    if (w.records.empty()) allowed -= kShape.only(Shape::Record);
    if (w.enums.empty()) allowed -= kShape.only(Shape::Enum);
    if (w.vectors.empty()) allowed -= kShape.only(Shape::Vector);
    switch (w.c.pick(kShape, allowed)) {
    case Shape::Array: return w.c.element(w.arrays);
    case Shape::Record: return w.c.element(w.records);
    case Shape::Enum: return w.c.element(w.enums);
    case Shape::Float: return w.c.percent(60) ? type::Double : type::Float;
    case Shape::Vector: return w.c.element(w.vectors);
    case Shape::Pointer: return w.p.types.pointer_to(integer_type(w));
    case Shape::Integer: break;
    }
    return integer_type(w);
}

bool holds_pointer(const World& w, TypeId type) {
    const program::Type& t = w.p.types[type];
    if (t.kind == TypeKind::Pointer) return true;
    if (t.kind == TypeKind::Array) return holds_pointer(w, t.base);
    if (!is_record(t.kind)) return false;
    for (const program::Field& field : w.p.types.fields_of(type))
        if (holds_pointer(w, field.type)) return true;
    return false;
}

void make_global(World& w) {
    const TypeId plain = type_for(w);
    const bool pointers = holds_pointer(w, plain);
    const Role role = w.kind(plain) == TypeKind::Pointer ? Role::Mixed : w.c.pick(kRole);
    const NodeId init =
        pointers || role == Role::Input || !w.c.pick(kZero) ? constant_initialiser(w, plain) : NodeId{};
    uint8_t quals = 0;
    if (role == Role::Input && w.c.pick(kConst)) quals = program::kConst;
    if (!pointers && !is_record(w.kind(plain)) && w.c.pick(kVolatile)) quals |= program::kVolatile;
    const std::string_view stem = role == Role::Input                  ? "in"
                                  : role == Role::Output               ? "out"
                                  : w.kind(plain) == TypeKind::Pointer ? "ptr"
                                                                       : "g";
    const Storage storage = w.c.pick(kStatic) ? Storage::Static : Storage::Extern;
    const VarId var = w.b.global(w.fresh(stem), w.p.types.qualified(plain, quals), init, storage);
    w.is_input.resize(w.p.vars.size(), false);
    w.is_input[var.index] = role == Role::Input;
    if (role == Role::Output && is_integer(w.kind(plain))) w.simple_outputs.push_back(var);
    if (role == Role::Output)
        w.outputs.push_back(var);
    else
        w.visible.push_back(var);
}

} // namespace

VarId pointee_of(World& w, TypeId type) {
    for (const VarId var : w.pointees)
        if (w.p[var].type == type) return var;
    const VarId var = w.b.global(w.fresh("t"), type, constant_initialiser(w, type));
    w.take_address(var);
    w.pointees.push_back(var);
    w.visible.push_back(var);
    return var;
}

NodeId constant_initialiser(World& w, TypeId type) {
    const program::Type t = w.p.types[type];
    std::vector<NodeId> elements;
    if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        for (uint32_t i = 0; i < t.count; ++i) elements.push_back(constant_initialiser(w, t.base));
        return w.b.init(w.p.types.unqualified(type), elements);
    }
    if (is_record(t.kind)) {
        for (size_t i = 0; i < w.p.types.fields_of(type).size(); ++i) {
            const program::Field field = w.p.types.fields_of(type)[i];
            if (field.is_named()) elements.push_back(constant_initialiser(w, field.type));
            if (t.kind == TypeKind::Union) break;
        }
        return w.b.init(w.p.types.unqualified(type), elements);
    }
    if (t.kind == TypeKind::Pointer) return w.b.addr(w.b.ref(pointee_of(w, t.base)));
    if (is_floating(t.kind))
        return w.b.real(program::basic(t.kind), static_cast<double>(w.c.range(-40, 40)) / 4);
    if (t.kind == TypeKind::Enum) {
        const TypeId plain = w.p.types.unqualified(type);
        return w.b.enumerator(plain, static_cast<uint32_t>(w.c.below(w.p.types.enum_of(plain).count)));
    }
    return constant(w, program::basic(t.kind));
}

void make_globals(World& w) {
    const auto count = w.scale == 0 ? w.c.range(0, 2) : w.scale == 1 ? w.c.range(2, 7) : w.c.range(6, 14);
    for (int i = 0; i < count; ++i) make_global(w);
    w.outputs.push_back(w.b.global(w.fresh("out"), integer_type(w)));
    w.simple_outputs.push_back(w.outputs.back());
    const int needed = w.scale == 0 ? 1 : 2;
    for (int i = 0; i < needed; ++i) { // there is always something to read and write
        w.visible.push_back(w.b.global(w.fresh("g"), type::Int, constant_initialiser(w, type::Int)));
        const VarId in = w.b.global(w.fresh("in"), integer_type(w), {}, Storage::Extern);
        w.p[in].init = constant_initialiser(w, w.p[in].type);
        w.is_input.resize(w.p.vars.size(), false);
        w.is_input[in.index] = true;
        w.visible.push_back(in);
    }
}

std::span<const choice::Site* const> global_sites() {
    static constexpr const choice::Site* all[]{&kRole, &kShape, &kConst, &kVolatile, &kStatic, &kZero};
    return all;
}

} // namespace assay::generate::grow
