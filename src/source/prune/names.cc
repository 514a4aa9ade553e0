#include "source/prune/variant.h"

namespace assay::source::prune {

Names::Names(const Unit& unit) {
    for (uint32_t i = 0; i < unit.variables.size(); ++i) {
        const Variable& one = unit.variables[i];
        by_name[one.name].push_back(i);
        if (one.plain) by_type[one.type].push_back(i);
    }
}

uint32_t Names::meaning(const Unit& unit, const std::string& name, uint32_t place, uint32_t function) const {
    const auto known = by_name.find(name);
    if (known == by_name.end()) return kNone;
    uint32_t innermost = kNone;
    for (const uint32_t i : known->second) {
        const Variable& one = unit.variables[i];
        if (!one.scope.holds(place) || (one.function != kNone && one.function != function)) continue;
        // A global is hidden by anything else; of others the one that is declared last is the innermost.
        const bool first = innermost == kNone;
        const bool inner = !first && one.function != kNone &&
                           (unit.variables[innermost].function == kNone ||
                            one.scope.begin >= unit.variables[innermost].scope.begin);
        if (first || inner) innermost = i;
    }
    return innermost;
}

std::vector<uint32_t> Names::of_type(const Unit& unit, const std::string& type, uint32_t place,
                                     uint32_t function) const {
    std::vector<uint32_t> fitting;
    const auto known = by_type.find(type);
    if (known == by_type.end()) return fitting;
    for (const uint32_t i : known->second) {
        const Variable& one = unit.variables[i];
        if (one.function != kNone && one.function != function) continue;
        if (one.scope.holds(place) && meaning(unit, one.name, place, function) == i) fitting.push_back(i);
    }
    return fitting;
}

} // namespace assay::source::prune
