#include "program/typing.h"
#include "random_program.h"

namespace assay::tests {

using namespace program;

RandomProgram::RandomProgram(choice::Choices& choices, const Platform& platform) : c(choices), b(p) {
    p.platform = platform;
}

Program RandomProgram::make() {
    make_types();
    make_globals();
    make_functions();
    return std::move(p);
}

TypeId RandomProgram::integer_type() {
    const uint32_t last =
        static_cast<uint32_t>(p.platform.target.has_int128 ? TypeKind::UInt128 : TypeKind::ULLong);
    return TypeId{c.range<uint32_t>(static_cast<uint32_t>(TypeKind::Bool), last)};
}

void RandomProgram::make_types() {
    for (int i = 0; i < 2; ++i) {
        std::vector<Enumerator> enumerators;
        for (int k = 0; k < 3; ++k)
            enumerators.push_back(
                {p.names.add(fresh("E")), c.range<int64_t>(i == 0 ? -20 : 0, 100) + 200 * k});
        enums_.push_back(p.types.enumeration(p.types.add_enum(p.names.add(fresh("enum_")), enumerators)));
    }
    for (const TypeId lane :
         {type::Int, type::UInt, type::Short, type::UChar, type::LLong, type::Float, type::Double}) {
        const uint32_t lane_bytes = lane == type::UChar                           ? 1
                                    : lane == type::Short                         ? 2
                                    : lane == type::LLong || lane == type::Double ? 8
                                                                                  : 4;
        if (chance(50)) vectors_.push_back(p.types.vector_of(lane, (16u << c.below(3)) / lane_bytes));
    }
    for (int i = 0; i < 3; ++i) {
        std::vector<Field> fields;
        Record record{
            p.names.add(fresh(i == 1 ? "union_" : "struct_")), i == 1, i == 2 && chance(30), 0, 0, 0};
        if (i != 1 && chance(20)) record.align = 16;
        if (i == 1) { // a union of integers of one size, so that every member can be read in C
            fields = {{p.names.add("a"), type::Int, -1}, {p.names.add("b"), type::UInt, -1}};
            if (chance(50)) fields.push_back({p.names.add("c"), p.types.array_of(type::UChar, 4), -1});
        } else {
            const uint64_t count = c.range(2, 5);
            for (uint64_t k = 0; k < count; ++k) {
                const NameId name = p.names.add(fresh("m"));
                const auto kind = c.below(8);
                if (kind < 3) {
                    fields.push_back({name, integer_type(), -1});
                } else if (kind < 5) {
                    const TypeId type =
                        c.element(std::vector{type::Int, type::UInt, type::Bool, type::UShort, type::LLong});
                    const int most = type == type::Bool     ? 1
                                     : type == type::UShort ? 16
                                     : type == type::LLong  ? 50
                                                            : 32;
                    fields.push_back({name, type, static_cast<int16_t>(c.range(1, most))});
                    if (chance(20))
                        fields.push_back(
                            {{}, type::Int, static_cast<int16_t>(record.packed ? 3 : c.below(7))});
                } else if (kind == 5) {
                    fields.push_back({name, p.types.array_of(integer_type(), c.range(1u, 4u)), -1});
                } else if (kind == 6 && !records_.empty()) {
                    fields.push_back({name, c.element(records_), -1});
                } else {
                    fields.push_back({name, chance(50) ? type::Double : type::Float, -1});
                }
            }
            // At least one member that is not a bit-field keeps every record addressable.
            fields.push_back({p.names.add(fresh("m")), type::Int, -1});
        }
        records_.push_back(p.types.struct_or_union(p.types.add_record(record, fields)));
    }
    for (int i = 0; i < 6; ++i) pool_.push_back(integer_type());
    pool_.insert(pool_.end(), {type::Int, type::Float, type::Double});
    pool_.insert(pool_.end(), enums_.begin(), enums_.end());
    pool_.insert(pool_.end(), records_.begin(), records_.end());
    pool_.insert(pool_.end(), vectors_.begin(), vectors_.end());
    pool_.push_back(p.types.array_of(integer_type(), c.range(2u, 6u)));
    pool_.push_back(p.types.array_of(p.types.array_of(type::Int, 3), 2));
    pool_.push_back(p.types.array_of(c.element(records_), 2));
}

TypeId RandomProgram::unqualified_pool_type() { return c.element(pool_); }

NodeId RandomProgram::initialiser(TypeId type) {
    const Type t = p.types[type];
    if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        std::vector<NodeId> elements;
        const uint32_t count = chance(70) ? t.count : c.range(1u, t.count);
        for (uint32_t i = 0; i < count; ++i) elements.push_back(initialiser(t.base));
        return b.init(type, elements);
    }
    if (is_record(t.kind)) {
        std::vector<NodeId> elements;
        for (size_t i = 0; i < p.types.fields_of(type).size(); ++i) {
            const Field field = p.types.fields_of(type)[i];
            if (!field.is_named()) continue;
            elements.push_back(initialiser(field.type));
            if (t.kind == TypeKind::Union) break;
        }
        return b.init(type, elements);
    }
    if (is_floating(t.kind)) return b.real(type, static_cast<double>(c.range(-64, 64)) / 4);
    if (t.kind == TypeKind::Enum) return cxx() ? b.cast(type, b.enumerator(type, 1)) : b.enumerator(type, 1);
    return b.integer(type, static_cast<base::Int128>(chance(50) ? c.bits128() : c.below(20)));
}

void RandomProgram::make_globals() {
    fuel_ = b.global("fuel", type::Int, b.integer(60));
    for (const TypeId type : pool_) {
        const uint8_t quals = chance(15) ? kVolatile : 0;
        const Storage storage = chance(50) ? Storage::Extern : Storage::Static;
        visible_.push_back(b.global(fresh("g"), p.types.qualified(type, quals),
                                    chance(80) ? initialiser(type) : NodeId{}, storage));
    }
    for (int i = 0; i < 2; ++i) {
        const TypeId type = integer_type();
        visible_.push_back(
            b.global(fresh("k"), p.types.qualified(type, kConst), initialiser(type), Storage::Static));
    }
    // A pointer to each of a few globals, and a pointer to such a pointer.
    for (int i = 0; i < 4; ++i) {
        const VarId target = c.element(visible_);
        const VarId pointer = b.global(fresh("p"), p.types.pointer_to(p[target].type), b.addr(b.ref(target)));
        visible_.push_back(pointer);
        if (i == 0)
            visible_.push_back(
                b.global(fresh("pp"), p.types.pointer_to(p[pointer].type), b.addr(b.ref(pointer))));
    }
}

void RandomProgram::make_functions() {
    const std::vector<VarId> globals = visible_;
    const uint64_t count = c.range(2, 4);
    for (uint64_t i = 0; i <= count; ++i) {
        const bool last = i == count;
        std::vector<std::string> names;
        std::vector<std::pair<std::string_view, TypeId>> params;
        for (uint64_t k = last ? 0 : c.below(4); k > 0; --k) names.push_back(fresh("x"));
        for (const std::string& name : names) {
            TypeId type = c.element(pool_);
            if (is_array(p.types.kind(type))) type = p.types.pointer_to(p.types[type].base);
            params.emplace_back(name, type);
        }
        TypeId result = last || chance(15) ? type::Void : c.element(pool_);
        if (is_array(p.types.kind(result))) result = type::Int;
        const uint8_t flags =
            last ? 0
                 : static_cast<uint8_t>(c.element(
                       std::vector{0, int{kFuncStatic}, kFuncStatic | kFuncInline, int{kFuncNoinline}}));
        function_ = b.func(last ? "run" : fresh("f"), result, params, flags);
        visible_ = globals;
        for (const VarId param : p.params(function_)) visible_.push_back(param);
        NodeId body = block(3, last ? 8 : 4);
        if (result != type::Void) {
            const auto list = p.list(p[body], at::Block::stmts);
            std::vector<NodeId> stmts(list.begin(), list.end());
            stmts.push_back(b.return_(value_of(result, 2)));
            body = b.block(stmts);
        }
        p[function_].body = body;
        callable_.push_back(function_);
    }
    p.entry = function_;
}

} // namespace assay::tests
