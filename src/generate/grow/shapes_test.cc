// That every shape is made, and how often: ASSAY_SHAPES=10000 prints the counts of docs/methods.md.
#include "generate/grow/shapes.h"

#include "generate/grow/grow.h"
#include "generate/grow/sites.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::generate::grow {
namespace {

bool is_declared(const Shape::Maker& maker) {
    for (const choice::Site* site : all_sites())
        if (site->name() == maker.site)
            for (const choice::Alternative& alternative : site->alternatives())
                if (alternative.name == maker.alternative) return true;
    return false;
}

TEST(Shapes, AreMadeByDecisionsThatExist) {
    for (const Shape& shape : shapes())
        for (const Shape::Maker& maker : shape.made_by)
            EXPECT_TRUE(is_declared(maker)) << shape.what << ": " << maker.site << " " << maker.alternative;
}

std::string makers(const Shape& shape) {
    std::string text;
    for (const Shape::Maker& maker : shape.made_by)
        text += fmt::format("{}`{}` {}", text.empty() ? "" : ", ", maker.site, maker.alternative);
    return text;
}

// In how many programs each occurs.
TEST(Shapes, Occur) {
    const char* asked = std::getenv("ASSAY_SHAPES");
    const uint64_t programs = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1500;
    std::vector<uint64_t> found(shapes().size(), 0);
    for (uint64_t seed = 1; seed <= programs; ++seed) {
        choice::Tally tally;
        ASSERT_TRUE(grow(seed, {}, tally).ok());
        for (size_t i = 0; i < found.size(); ++i)
            found[i] += std::ranges::any_of(shapes()[i].made_by, [&](const Shape::Maker& maker) {
                return tally.taken(maker.site, maker.alternative) > 0;
            });
    }
    if (asked != nullptr)
        fmt::print("| part | shape | made by | programs of {} |\n| --- | --- | --- | --- |\n", programs);
    for (size_t i = 0; i < found.size(); ++i) {
        const Shape& shape = shapes()[i];
        EXPECT_GT(found[i], 0u) << shape.what;
        if (asked != nullptr)
            fmt::print("| {} | {} | {} | {} |\n", shape.part, shape.what, makers(shape), found[i]);
    }
}

} // namespace
} // namespace assay::generate::grow
