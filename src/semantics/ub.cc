#include "semantics/ub.h"

#include <array>

namespace assay::semantics {
namespace {

struct Row {
    std::string_view saved;
    std::string_view english;
};

constexpr std::array<Row, kUbCount> kUbRows{{
    {"none", "defined behaviour"},
#define UB(name, saved, english) {saved, english},
#include "semantics/ub.def"
#undef UB
}};

} // namespace

std::string_view saved_name(Ub kind) { return kUbRows[static_cast<size_t>(kind)].saved; }
std::string_view description(Ub kind) { return kUbRows[static_cast<size_t>(kind)].english; }

} // namespace assay::semantics
