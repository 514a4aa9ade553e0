// Files that Clang does not survive.
#include "source/parse.h"

#include "source/wire.h"

#include <gmock/gmock.h>

namespace assay::source {
namespace {

using ::testing::HasSubstr;

std::string repeated(const std::string& text, size_t count) {
    std::string all;
    for (size_t i = 0; i < count; ++i) all += text;
    return all;
}

class Parse : public testing::Test {
  protected:
    void SetUp() override {
        if (!parser_missing().empty()) GTEST_SKIP() << parser_missing();
    }
    static std::string refusal(const std::string& text, bool for_variants = true) {
        auto parser = Parser::open({{{"test.c", text}}, {}, for_variants});
        if (!parser) return parser.error().message;
        const auto wrappers = parser->wrappers();
        return wrappers ? "" : wrappers.error().message;
    }
};

TEST_F(Parse, DeepOperatorsAreRefused) {
    const std::string text = "int x; int main(void) { return x" + repeated(" + x", 400'000) + "; }\n";
    EXPECT_THAT(refusal(text), HasSubstr("does not survive it"));
    EXPECT_THAT(refusal(text, false), HasSubstr("does not survive it"));
}

TEST_F(Parse, MacrosThatGrowAreRefused) {
    std::string text = "#define M0 x+x+x+x+x+x+x+x+x+x\n";
    for (int i = 1; i < 6; ++i) {
        const std::string last = "M" + std::to_string(i - 1);
        text += "#define M" + std::to_string(i) + " " + last + repeated("+" + last, 9) + "\n";
    }
    EXPECT_THAT(refusal(text + "int x; int main(void) { return M5; }\n"), HasSubstr("does not survive it"));
}

// Clang takes a time that grows with the square of the depth; half a minute of it on a busy machine.
TEST_F(Parse, DeepStatementsAreRefusedFully) {
    const std::string text = "int x; int main(void) { " + repeated("if (x) ", 100'000) + "; return 0; }\n";
    EXPECT_THAT(refusal(text), HasSubstr("it takes more than 10 s"));
}

TEST_F(Parse, OthersAreParsedAsBefore) {
    auto parser = Parser::open({{{"test.c", "int x; int main(void) { return x + 1; }\n"}}, {}});
    ASSERT_TRUE(parser.ok()) << parser.error().message;
    EXPECT_TRUE(parser->unit().has_main);
    EXPECT_EQ(parser->complaint("int main(void) { return 0; }"), "");
    EXPECT_THAT(parser->complaint("int main(void) { return y; }"), HasSubstr("undeclared"));
    EXPECT_THAT(refusal("int x = ;"), HasSubstr("expected expression"));
}

// A variant may be what Clang dies of, and the next one is looked at all the same.
TEST_F(Parse, AProcessThatDiedIsReplaced) {
    auto parser = Parser::open({{{"test.c", "int x; int main(void) { return x; }\n"}}, {}});
    ASSERT_TRUE(parser.ok());
    const Unit& unit = parser->unit();
    const Statement* const first = unit.statements.data();
    EXPECT_THAT(parser->complaint("int x; int main(void) { return x" + repeated(" + x", 400'000) + "; }"),
                HasSubstr("does not survive it"));
    EXPECT_EQ(parser->complaint("int main(void) { return 0; }"), "");
    parser->rest();
    EXPECT_EQ(parser->complaint("int main(void) { return 1; }"), "");
    EXPECT_EQ(unit.statements.data(), first) << "who looks at the unit goes on";
}

TEST(Wire, WhatIsCutOffIsNotRead) {
    Wrappers wrappers;
    wrappers.kinds.push_back(
        {"safe_add", "int", {"int", "int"}, {1, 2}, {3, 4}, {5, 6}, {7, 8}, "", {{{9, 9}, 1}}});
    wrappers.calls.push_back({0, {10, 20}, {{11, 12}}});
    wrappers.first_use = 7;
    const std::string bytes = wire::Writer()(wrappers).take();
    Wrappers read;
    ASSERT_TRUE(wire::Reader(bytes)(read).ok());
    EXPECT_EQ(read.kinds[0].types, wrappers.kinds[0].types);
    EXPECT_EQ(read.calls[0].operands, wrappers.calls[0].operands);
    EXPECT_EQ(read.first_use, 7U);
    for (size_t size = 0; size < bytes.size(); ++size) {
        Wrappers other;
        EXPECT_FALSE(wire::Reader(std::string_view(bytes).substr(0, size))(other).ok()) << size;
    }
}

} // namespace
} // namespace assay::source
