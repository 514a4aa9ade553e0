#include "source/edits.h"

#include <gtest/gtest.h>

namespace assay::source {
namespace {

TEST(Edits, WhatIsCutOutLeavesItsLineEnds) {
    EXPECT_EQ(with_edits("a {\n b;\n}\nc", {{{2, 9}, ";"}}), "a ;\n\n\nc");
}

TEST(Edits, TheOuterOfTwoThatOverlapStands) {
    EXPECT_EQ(with_edits("0123456789", {{{4, 6}, "x"}, {{2, 8}, ""}}), "0189");
}

TEST(Edits, WhatIsPutInAtOnePlaceComesInOrder) {
    EXPECT_EQ(with_edits("ab", {{{1, 1}, "1"}, {{1, 1}, "2"}, {{1, 2}, "B"}}), "a12B");
}

TEST(Edits, OneLine) {
    EXPECT_EQ(on_one_line("a; // why\nb(\"/*\"); /* x\n */ c"), "a;  b(\"/*\");   c");
    EXPECT_EQ(on_one_line("a;\n#if 1\nb;\n#endif"), "");
}

TEST(Edits, PatchShowsTheLinesThatDiffer) {
    EXPECT_EQ(patch("f.c", "1\n2\n3\n4\n5\n6\n", "1\n2\nx\n4\n5\n6\n"),
              "--- a/f.c\n+++ b/f.c\n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n");
    EXPECT_EQ(patch("f.c", "1\n", "1\n"), "");
}

TEST(Edits, Places) {
    const Lines lines("ab\n\nc");
    EXPECT_EQ(lines.place(1), (Place{1, 2}));
    EXPECT_EQ(lines.place(4), (Place{3, 1}));
}

} // namespace
} // namespace assay::source
