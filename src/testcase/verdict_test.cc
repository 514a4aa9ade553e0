#include "testcase/verdict.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

TEST(Kinds, NamesLeadBackToTheirKind) {
    for (const Kind kind : all_kinds()) EXPECT_EQ(kind_named(to_text(kind)), kind);
    for (size_t i = 0; i < all_kinds().size(); ++i) EXPECT_EQ(all_kinds()[i], static_cast<Kind>(i));
    EXPECT_EQ(kind_named("wrong"), std::nullopt);
}

TEST(Kinds, WhatBreaksTheCompilerNeedsNoValidProgram) {
    for (const Kind kind : all_kinds()) {
        const Traits& one = traits(kind);
        EXPECT_NE(one.breaks_compiler, one.needs_validity) << to_text(kind);
        EXPECT_FALSE(one.wrong_code && one.names_defect) << "wrong code may be anything";
        EXPECT_TRUE(!one.wrong_code || one.compares_runs) << "wrong code shows in what it does";
        EXPECT_FALSE(one.in_compilation && one.compares_runs) << to_text(kind);
        EXPECT_TRUE(!one.takes_limit || one.about_time) << to_text(kind);
    }
}

} // namespace
} // namespace assay::testcase
