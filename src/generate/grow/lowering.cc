#include "generate/grow/lowering.h"

#include "generate/grow/sites.h"
#include "program/target.h"

#include <algorithm>

namespace assay::generate::grow {
namespace {

using choice::Choices;
using choice::Coin;
using choice::Option;
using choice::SiteOf;
using print::ArrayForm;
using print::Sugar;

constexpr Coin kSugar{"grow.cxx.sugar", 70};
// The library's headers cost more than most programs.
constexpr Coin kLibrary{"grow.cxx.library", 15};
constexpr SiteOf kArray{"grow.cxx.array", Option{ArrayForm::Array, "array", 3},
                        Option{ArrayForm::Vector, "vector", 2}, Option{ArrayForm::Valarray, "valarray", 1}};
constexpr Coin kChecked{"grow.cxx.at", 30};
constexpr Coin kConstant{"grow.cxx.constexpr", 60};
constexpr Coin kMember{"grow.cxx.static-member", 15};
constexpr Coin kReference{"grow.cxx.reference", 12};
constexpr Coin kLambda{"grow.cxx.lambda", 30};
constexpr Coin kTemplate{"grow.cxx.template", 30};
constexpr Coin kGetter{"grow.cxx.getter", 30};
constexpr Coin kRange{"grow.cxx.range-for", 70};

template <typename Item> void keep_some(std::vector<Item>& items, const Coin& coin, Choices& c) {
    std::erase_if(items, [&](const Item&) { return !c.pick(coin); });
}

// Any one of the constants of a function, for some functions.
void keep_templates(std::vector<Sugar::Parameter>& all, Choices& c) {
    std::vector<Sugar::Parameter> kept;
    for (size_t from = 0; from < all.size();) {
        size_t to = from;
        while (to < all.size() && all[to].func == all[from].func) ++to;
        const size_t which = from + c.below(to - from);
        if (c.pick(kTemplate)) kept.push_back(all[which]);
        from = to;
    }
    all = std::move(kept);
}

} // namespace

Sugar draw_sugar(const program::Program& program, Choices& c) {
    if (!c.pick(kSugar)) return {};
    Sugar sugar = print::possible_sugar(program);
    // For other machines than this one the library may be missing.
    const bool library = c.pick(kLibrary) && name_of(program.platform.target) == "lp64";
    if (!library) sugar.arrays.clear();
    for (Sugar::LibraryArray& array : sugar.arrays) {
        array.form = c.pick(kArray);
        array.checked = c.pick(kChecked);
    }
    keep_some(sugar.constants, kConstant, c);
    keep_some(sugar.members, kMember, c);
    keep_some(sugar.references, kReference, c);
    keep_some(sugar.lambdas, kLambda, c);
    keep_templates(sugar.templates, c);
    keep_some(sugar.getters, kGetter, c);
    keep_some(sugar.ranges, kRange, c);
    return sugar;
}

std::span<const choice::Site* const> lowering_sites() {
    static constexpr const choice::Site* all[]{&kSugar,    &kLibrary, &kArray,     &kChecked,
                                               &kConstant, &kMember,  &kReference, &kLambda,
                                               &kTemplate, &kGetter,  &kRange};
    return all;
}

} // namespace assay::generate::grow
