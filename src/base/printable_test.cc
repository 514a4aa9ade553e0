#include "base/json_text.h"
#include "base/printable.h"
#include "base/toml_text.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Printable, TextStaysAsItIs) {
    for (const char* text : {"", "plain\n\ttext", "gr\xc3\xbc\xc3\x9f", "\xe2\x82\xac", "\xf0\x9f\x90\x9e"}) {
        EXPECT_EQ(as_utf8(text), text);
        EXPECT_EQ(for_terminal(text), text);
        EXPECT_TRUE(is_utf8(text));
    }
}

TEST(Printable, BytesThatAreNoTextAreEscaped) {
    EXPECT_EQ(as_utf8("a\xff\xfe z"), "a\\xff\\xfe z");
    EXPECT_EQ(as_utf8("\xc3"), "\\xc3") << "cut off";
    EXPECT_EQ(as_utf8("\xc0\xaf"), "\\xc0\\xaf") << "too long";
    EXPECT_EQ(as_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
    EXPECT_EQ(as_utf8("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "above the last";
    EXPECT_EQ(as_utf8("\xe2\x82(\xc3\xbc"), "\\xe2\\x82(\xc3\xbc");
    EXPECT_FALSE(is_utf8("a\xff"));
}

TEST(Printable, NoTerminalObeysIt) {
    EXPECT_EQ(for_terminal("\x1b]0;title\x07 \x1b[2J\r\x7f"), "\\x1b]0;title\\x07 \\x1b[2J\\x0d\\x7f");
    EXPECT_EQ(for_terminal("\xc2\x9b"
                           "2J"),
              "\\xc2\\x9b"
              "2J")
        << "C1";
    EXPECT_EQ(for_terminal(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(JsonText, HoldsWhateverBytes) {
    using Json = nlohmann::ordered_json;
    EXPECT_EQ(json_text(Json{{"a", {1, "b"}}}), R"({"a":[1,"b"]})");
    EXPECT_EQ(json_text(Json{{"k\xff", {"x\xfe", Json{{"y", "\xfd"}}}}}),
              R"({"k\\xff":["x\\xfe",{"y":"\\xfd"}]})");
}

TEST(JsonText, WhatIsNestedWithoutEndIsNotRead) {
    EXPECT_TRUE(parsed_json(std::string(1'000'000, '[')).is_discarded());
    EXPECT_TRUE(parsed_json(std::string(101, '[') + std::string(101, ']')).is_discarded());
    EXPECT_TRUE(parsed_json(std::string(100, '[') + std::string(100, ']')).is_array());
    const std::string brackets(1000, '[');
    EXPECT_EQ(parsed_json("\"\\\"" + brackets + "\"").get<std::string>(), "\"" + brackets);
    EXPECT_TRUE(parsed_json("{").is_discarded());
}

TEST(Nesting, OfTomlIsInItsDots) {
    std::string path = "a";
    for (int i = 0; i < 100; ++i) path += ". \"b c\"";
    EXPECT_FALSE(has_longer_path(path + " = 1\n" + path + " = 2", 100));
    EXPECT_TRUE(has_longer_path("x = 1\n" + path + ".c = 1", 100));
    std::string numbers = "a = [";
    for (int i = 0; i < 1000; ++i) numbers += "1.5, ";
    EXPECT_FALSE(has_longer_path(numbers + "]", 100));
    EXPECT_FALSE(has_longer_path(std::string(1000, '.'), 100));
    EXPECT_EQ(unreadable_toml(path + " = \"t\xc3\xbc\"\r\n\t"), "");
    EXPECT_EQ(unreadable_toml(path + path), "nested too deep");
    EXPECT_EQ(unreadable_toml(std::string_view("[a\0b]", 5)), "a control character");
}

TEST(Toml, IsAsciiOutsideOfStringsAndComments) {
    const std::string_view foreign = "a letter outside of ASCII that is not in quotes";
    EXPECT_EQ(unreadable_toml("m\xc3\xa9 = 1\n"), foreign);
    EXPECT_EQ(unreadable_toml("a = \"\\\"\" \xc3\xa9"), foreign);
    EXPECT_EQ(unreadable_toml("a = '''x'\ny\xc3\xa9''' # \xc3\xa9\n\xe3\x80\x81 = 2"), foreign);
    EXPECT_EQ(unreadable_toml("\xef\xbb\xbf# \xc3\xa9\n'\xc3\xa9' = \"\xc3\xa9\\\"\xc3\xa9\"\n"), "");
}

TEST(Json, NumbersThatAreNoValuesOfOursAreRefused) {
    EXPECT_TRUE(parsed_json("{\"seed\": 18446744073709551616}").is_discarded());
    EXPECT_TRUE(parsed_json("[1, [-0.5]]").is_discarded());
    EXPECT_EQ(parsed_json("{\"seed\": 18446744073709551615}")["seed"], UINT64_MAX);
    EXPECT_EQ(parsed_json("[6.5, -3]")[0], 6.5);
}

} // namespace
} // namespace assay::base
