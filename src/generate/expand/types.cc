// The types of a program: kinds of integers, structs and unions.
#include "generate/expand/maker.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::generate::expand {

namespace {

constexpr SiteOf kKind{"expand.kind",
                       Option{TypeKind::Bool, "bool", 1},
                       Option{TypeKind::Char, "char", 2},
                       Option{TypeKind::SChar, "schar", 3},
                       Option{TypeKind::UChar, "uchar", 3},
                       Option{TypeKind::Short, "short", 4},
                       Option{TypeKind::UShort, "ushort", 4},
                       Option{TypeKind::Int, "int", 12},
                       Option{TypeKind::UInt, "uint", 8},
                       Option{TypeKind::Long, "long", 6},
                       Option{TypeKind::ULong, "ulong", 6},
                       Option{TypeKind::LLong, "llong", 4},
                       Option{TypeKind::ULLong, "ullong", 4},
                       Option{TypeKind::Int128, "int128", 1},
                       Option{TypeKind::UInt128, "uint128", 1}};
enum class Member { Integer, BitField, Array, Nested, ArrayOfNested };
constexpr SiteOf kMember{"expand.member",
                         Option{Member::Integer, "integer", 8},
                         Option{Member::BitField, "bit-field", 5},
                         Option{Member::Array, "array", 3},
                         Option{Member::Nested, "nested", 2},
                         Option{Member::ArrayOfNested, "array-of-nested", 2}};
constexpr Coin kUnion{"expand.union", 25};

} // namespace

TypeKind any_kind(const Program& p, Choices& c) {
    choice::Mask allowed = kKind.all();
    if (!p.platform.target.has_int128) allowed -= kKind.only(TypeKind::Int128, TypeKind::UInt128);
    return c.pick(kKind, allowed);
}

namespace {

class Records {
  public:
    Records(Program& program, Choices& choices) : p_(program), c_(choices) {}

    void make(uint64_t count) {
        for (uint64_t i = 0; i < count; ++i) {
            const bool is_union = c_.pick(kUnion);
            std::vector<program::Field> fields;
            if (is_union)
                union_fields(fields);
            else
                for (uint64_t k = 1 + c_.below(5); k > 0; --k) fields.push_back(field(fields.size()));
            program::Record record;
            record.name = p_.names.add(fmt::format("{}{}", is_union ? "U" : "S", i));
            record.is_union = is_union;
            made_.push_back(p_.types.struct_or_union(p_.types.add_record(record, fields)));
        }
    }

  private:
    program::NameId name(size_t number) { return p_.names.add(fmt::format("m{}", number)); }

    // Two of one size, so that one can be read as the other, or a first one of any kind.
    void union_fields(std::vector<program::Field>& fields) {
        fields.push_back(field(0));
        if (fields[0].bits < 0 && program::is_integer(p_.types.kind(fields[0].type))) {
            const TypeKind first = p_.types.kind(fields[0].type);
            if (first >= TypeKind::Short) {
                const auto number = static_cast<uint32_t>(first);
                const auto other = static_cast<TypeKind>((number - 5) % 2 == 0 ? number + 1 : number - 1);
                fields.push_back({name(1), program::basic(other), -1});
            }
        }
        fields.push_back(field(fields.size()));
    }

    program::Field field(size_t number) {
        choice::Mask allowed = kMember.all();
        if (made_.empty()) allowed -= kMember.only(Member::Nested, Member::ArrayOfNested);
        const Member member = c_.pick(kMember, allowed);
        const TypeKind kind = any_kind(p_, c_);
        const program::NameId called = name(number);
        switch (member) {
        case Member::Integer: break;
        case Member::BitField: {
            const bool narrow = kind <= TypeKind::UInt;
            const TypeKind own = narrow ? kind : kind == TypeKind::Int128 ? TypeKind::LLong : TypeKind::UInt;
            const int most = own == TypeKind::Bool ? 1 : integer_form(own, p_.platform.target).width;
            const int wide = c_.percent(85) ? std::min(most, 31) : most;
            return {called, program::basic(own), static_cast<int16_t>(c_.range(1, wide))};
        }
        case Member::Array: {
            const TypeId row = p_.types.array_of(program::basic(kind), c_.range(1u, 4u));
            return {called, c_.percent(25) ? p_.types.array_of(row, c_.range(1u, 3u)) : row, -1};
        }
        case Member::Nested: return {called, c_.element(made_), -1};
        case Member::ArrayOfNested: {
            const TypeId element = c_.element(made_);
            return {called, p_.types.array_of(element, c_.range(1u, 3u)), -1};
        }
        }
        return {called, program::basic(kind), -1};
    }

    Program& p_;
    Choices& c_;
    std::vector<TypeId> made_;
};

} // namespace

void make_records(Program& program, Choices& choices, uint64_t count) {
    Records(program, choices).make(count);
}

std::span<const choice::Site* const> type_sites() {
    static constexpr const choice::Site* all[]{&kKind, &kMember, &kUnion};
    return all;
}

} // namespace assay::generate::expand
