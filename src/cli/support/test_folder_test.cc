#include "cli/support/test_folder.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "cli/support/given_programs.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(TestFolder, WhatIsWrittenCanBeChecked) {
    const auto folder = base::TemporaryFolder::make();
    ASSERT_TRUE(folder);
    testcase::TestCase test;
    test.files = {{"test.c", "int main(void) { return 0; }\n"}, {"inside/one.h", "int x;\n"}};
    test.sources = {"test.c"};
    test.language = "c";
    test.target = "lp64";
    test.origin.method = "relax";
    const std::string place = folder->path() + "/a/relax-1";
    ASSERT_TRUE(write_test(test, place));
    EXPECT_EQ(*base::read_file(place + "/inside/one.h"), "int x;\n");
    const auto given = given_programs({place});
    ASSERT_TRUE(given) << given.error().message;
    ASSERT_EQ(given->size(), 1U);
    EXPECT_EQ(given->front().test.language, "c");
    EXPECT_EQ(given->front().test.files.size(), 2U);
}

TEST(TestFolder, AFileIsNoFolder) {
    const auto folder = base::TemporaryFolder::make();
    ASSERT_TRUE(folder);
    ASSERT_TRUE(base::write_file(folder->path() + "/taken", ""));
    EXPECT_FALSE(write_test({}, folder->path() + "/taken"));
}

} // namespace
} // namespace assay::cli
