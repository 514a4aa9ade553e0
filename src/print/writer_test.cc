#include "print/writer.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay::print {
namespace {

// f(aaaa(11, 22), bbbb(11, 22), ...): calls in a call.
std::string nested(int calls, size_t ahead) {
    Writer out;
    out.indent();
    out.begin(ahead);
    out.put("f(");
    out.enter();
    for (int i = 0; i < calls; ++i) {
        if (i != 0) {
            out.put(", ");
            out.may_break(0);
        }
        out.put("name(");
        out.enter();
        out.put("11111, ");
        out.may_break(0);
        out.put("22222)");
        out.leave();
    }
    out.leave();
    out.put(");");
    out.end();
    return out.take();
}

TEST(Writer, BreaksAtTheSmallestDepth) {
    EXPECT_EQ(nested(6, 0),
              "    f(name(11111, 22222), name(11111, 22222), name(11111, 22222), name(11111, 22222),\n"
              "            name(11111, 22222), name(11111, 22222));\n");
}

TEST(Writer, ColumnsPutAheadCount) {
    EXPECT_EQ(nested(4, 0),
              "    f(name(11111, 22222), name(11111, 22222), name(11111, 22222), name(11111, 22222));\n");
    EXPECT_EQ(nested(4, 20), "    f(name(11111, 22222), name(11111, 22222), name(11111, 22222),\n"
                             "            name(11111, 22222));\n");
}

TEST(Writer, NoLineIsLongAndNothingIsLost) {
    for (int calls = 1; calls < 60; ++calls) {
        const std::string text = nested(calls, 0);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 99u);
            EXPECT_NE(line.back(), ' ');
        }
        const auto count = [&](char wanted) { return std::count(text.begin(), text.end(), wanted); };
        EXPECT_EQ(count('('), calls + 1);
        EXPECT_EQ(count('1'), calls * 5);
        EXPECT_EQ(count(','), calls * 2 - 1);
    }
}

TEST(Writer, TextWithoutPlacesToBreakIsLeftAlone) {
    Writer out;
    out.line(std::string(300, 'x'));
    out.line("y");
    EXPECT_EQ(out.take(), std::string(300, 'x') + "\ny\n");
}

TEST(Writer, WhatIsSettledStaysWhereItIs) {
    Writer out;
    out.begin();
    out.put(std::string(60, 'a') + ", ");
    out.may_break(0);
    out.put(std::string(38, 'b'));
    out.settle();
    const std::string before(out.text());
    out.put(std::string(90, 'c'));
    out.end();
    EXPECT_EQ(out.text().substr(0, before.size()), before);
    EXPECT_NE(before.find('\n'), std::string::npos);
}

} // namespace
} // namespace assay::print
