#include "testcase/generate_line.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

TestCase test_with(std::map<std::string, std::string> settings) {
    TestCase test;
    test.language = "c";
    test.target = "lp64";
    test.origin = {"grow", 7, std::move(settings), "1"};
    return test;
}

TEST(GenerateLine, HasOptionsThatGenerateKnows) {
    EXPECT_EQ(
        generate_line(test_with({{"size", "tiny"}, {"policies", "off"}, {"batch", "4"}})).command,
        "assay generate --method grow --seed 7 --lang c --target lp64 --batch 4 --no-policies --size tiny "
        "--out DIR");
    EXPECT_EQ(
        generate_line(test_with({{"grammar", "a b.g4,c.g4"}})).command,
        "assay generate --method grow --seed 7 --lang c --target lp64 --grammar 'a b.g4' --grammar c.g4 "
        "--out DIR");
    EXPECT_EQ(to_text(generate_line(test_with({{"policy", "[knob]\n\"x\" = 1\n"}}))),
              "assay generate --method grow --seed 7 --lang c --target lp64 --policy policy.toml --out DIR\n"
              "--- policy.toml\n[knob]\n\"x\" = 1\n");
}

TEST(GenerateLine, SaysThatThereIsNone) {
    EXPECT_EQ(to_text(generate_line(test_with({{"command", "mygen {seed}"}}))),
              "it cannot be generated again: it was made by a generator of yours: mygen {seed}\n");
    EXPECT_EQ(generate_line(test_with({{"reduced", "yes"}})).command, "");
}

} // namespace
} // namespace assay::testcase
