#include "semantics/show.h"

#include <bit>
#include <fmt/format.h>

namespace assay::semantics {

using program::TypeKind;

std::string value_text(const program::Program& p, const Scalar& value) {
    const TypeKind kind = p.types.kind(value.type);
    if (kind == TypeKind::Float)
        return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(value.bits)));
    if (kind == TypeKind::Double)
        return fmt::format("{}", std::bit_cast<double>(static_cast<uint64_t>(value.bits)));
    return program::integer_form(kind, p.platform.target).is_signed
               ? base::to_text(static_cast<base::Int128>(value.bits))
               : base::to_text(value.bits);
}

std::string name_text(const program::Program& p, const Meaning& meaning, const FinalValue& final) {
    std::string name(p.name(final.var));
    TypeId type = p[final.var].type;
    for (const uint32_t step : meaning.path(final)) {
        if (is_record(p.types.kind(type))) {
            const program::Field& field = p.types.fields_of(type)[step];
            name += fmt::format(".{}", p.names[field.name]);
            type = field.type;
        } else {
            name += fmt::format("[{}]", step);
            type = p.types[type].base;
        }
    }
    return name;
}

} // namespace assay::semantics
