#include "testcase/verdict.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

constexpr Kind kLast = Kind::Sanitizer;

TEST(Kinds, NamesLeadBackToTheirKind) {
    for (size_t i = 0; i <= static_cast<size_t>(kLast); ++i)
        EXPECT_EQ(kind_named(to_text(static_cast<Kind>(i))), static_cast<Kind>(i));
    EXPECT_EQ(kind_named("wrong"), std::nullopt);
}

TEST(Kinds, WhatBreaksTheCompilerNeedsNoValidProgram) {
    for (size_t i = 0; i <= static_cast<size_t>(kLast); ++i) {
        const Traits& one = traits(static_cast<Kind>(i));
        EXPECT_NE(one.breaks_compiler, one.needs_validity) << to_text(static_cast<Kind>(i));
        EXPECT_FALSE(one.wrong_code && one.names_defect) << "wrong code may be anything";
    }
}

} // namespace
} // namespace assay::testcase
