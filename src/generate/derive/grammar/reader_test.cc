#include "generate/derive/grammar/reader.h"

#include "generate/derive/grammar/depth.h"

#include <chrono>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::generate::derive {
namespace {

using base::Result;
using testing::HasSubstr;

Result<Grammar> read(const std::string& text, const std::map<std::string, std::string>& others = {}) {
    return read_grammar({{"g.g4", text}}, [&](const std::string& name) -> std::optional<GrammarText> {
        const auto found = others.find(name);
        if (found == others.end()) return std::nullopt;
        return GrammarText{name + ".g4", found->second};
    });
}

std::string error_of(const std::string& text) {
    auto grammar = read(text);
    if (!grammar) return grammar.error().message;
    auto depths = Depths::of(*grammar);
    return depths ? "" : depths.error().message;
}

TEST(GrammarReader, ReadsEveryConstructOfAParserRule) {
    auto grammar = read(R"(/** doc */ grammar G;
options { superClass = Base; x = 'quoted'; }
tokens { INDENT, DEDENT, }
channels { NOTES }
@header { import "a}b"; // }
}
@lexer::members { char c = '}'; /* } */ }
start[int x] returns [int y] locals [List<int[]> z] throws A, b.C
options { k = 1; }
@init { { nested } }
@after {}
    : first=A+ rest+=b[1, "]"]<assoc=right>*? # one
    | {pred()}? (B | 'c' | ) {act();} INDENT ~(A | 'c')+? . EOF # two
    |
    ;
    catch [Exception e] { handle("}"); }
    finally { done(); }
b : A ? ?;
A : 'a' .. 'z' -> skip, channel(NOTES) ;
B : ~[a\]\-z] | '\u0041\'' ;
)");
    ASSERT_TRUE(grammar) << grammar.error().message;
    EXPECT_EQ(grammar->options.at("x"), "quoted");
    EXPECT_EQ(grammar->actions.count("lexer::members"), 1U);
    EXPECT_THAT(grammar->tokens, testing::ElementsAre("INDENT", "DEDENT"));
    EXPECT_THAT(grammar->channels, testing::ElementsAre("NOTES"));
    const Rule& start = grammar->rule(grammar->find("start"));
    EXPECT_EQ(start.parameters, "int x");
    EXPECT_EQ(start.actions.at("init"), " { nested } ");
    ASSERT_EQ(start.alternatives.size(), 3U);
    EXPECT_EQ(start.alternatives[0].label, "one");
    const Element& rest = start.alternatives[0].elements[1];
    EXPECT_EQ(rest.label, "rest");
    EXPECT_EQ(rest.argument, "1, \"]\"");
    EXPECT_EQ(rest.repeat, Repeat::Star);
    EXPECT_FALSE(rest.greedy);
    const auto& two = start.alternatives[1].elements;
    ASSERT_EQ(two.size(), 7U);
    EXPECT_EQ(two[0].kind, ElementKind::Predicate);
    EXPECT_EQ(two[1].alternatives.size(), 3U);
    EXPECT_EQ(two[2].kind, ElementKind::Action);
    EXPECT_EQ(two[3].kind, ElementKind::Virtual);
    EXPECT_EQ(two[4].kind, ElementKind::Not);
    EXPECT_EQ(two[4].repeat, Repeat::Plus);
    EXPECT_EQ(two[5].kind, ElementKind::Not);
    EXPECT_TRUE(start.alternatives[2].elements.empty());
    EXPECT_EQ(grammar->rule(grammar->find("b")).alternatives[0].elements[0].greedy, false);
    EXPECT_TRUE(grammar->rule(grammar->find("A")).hidden());
    const Element& set = grammar->rule(grammar->find("B")).alternatives[0].elements[0];
    for (char c : {'a', ']', '-', 'z'}) EXPECT_FALSE(set.set.contains(static_cast<char32_t>(c))) << c;
    EXPECT_TRUE(set.set.contains('b'));
    EXPECT_EQ(grammar->rule(grammar->find("B")).alternatives[1].elements[0].text, "A'");
}

TEST(GrammarReader, ModesBelongToTheLexerRulesThatFollow) {
    auto grammar =
        read("lexer grammar L; A : '<' -> pushMode(IN); mode IN; B : '>' -> popMode; fragment C : 'c';");
    ASSERT_TRUE(grammar) << grammar.error().message;
    EXPECT_EQ(grammar->rule(0).mode, "");
    EXPECT_EQ(grammar->rule(1).mode, "IN");
    EXPECT_EQ(grammar->rule(0).alternatives[0].commands[0].argument, "IN");
    EXPECT_TRUE(grammar->rule(2).fragment);
}

TEST(GrammarReader, ImportsAndVocabulariesAreFoundAndTheImporterWins) {
    auto grammar = read("parser grammar P; options { tokenVocab = L; } import Q; a : b T;",
                        {{"Q", "parser grammar Q; a : T T; b : T;"}, {"L", "lexer grammar L; T : 't';"}});
    ASSERT_TRUE(grammar) << grammar.error().message;
    EXPECT_EQ(grammar->name, "P");
    EXPECT_EQ(grammar->rules.size(), 3U);
    EXPECT_EQ(grammar->rule(grammar->find("a")).alternatives[0].elements[0].text, "b");
    EXPECT_EQ(grammar->where(grammar->rule(grammar->find("T")).place), "L.g4:1:18");
}

TEST(GrammarReader, ErrorsNameFileLineAndColumn) {
    EXPECT_EQ(error_of("gramar G;"), "g.g4:1:1: 'grammar NAME;' expected");
    EXPECT_EQ(error_of("grammar G;\na : 'x ;\n"), "g.g4:2:5: this literal is never closed");
    EXPECT_EQ(error_of("grammar G;\na : {oops ;\n"), "g.g4:2:5: this '{' is never closed");
    EXPECT_EQ(error_of("grammar G;\na : 'x'\nb : 'y';"), "g.g4:3:3: an element of a rule expected");
    EXPECT_EQ(error_of("grammar G;\na : 'x';\na : 'y';"), "g.g4:3:1: rule 'a' is defined twice");
    EXPECT_EQ(error_of("grammar G;\nfirst : 'x' frist;"),
              "g.g4:2:13: there is no rule 'frist': did you mean 'first'?");
    EXPECT_EQ(error_of("grammar G; import H; a : 'x';"),
              "g.g4:1:19: the grammar 'H' that it needs was not found");
    EXPECT_EQ(error_of("grammar G;\nA : [z-a];"),
              "g.g4:2:6: the range is empty: its end comes before its start");
    EXPECT_EQ(error_of("grammar G;\nA : [\xff];"), "g.g4:2:6: a character that is not UTF-8");
    EXPECT_EQ(error_of("grammar G;\na : 'x\xc3';"), "g.g4:2:7: a character that is not UTF-8");
    EXPECT_EQ(error_of("grammar G;\na : (A;\nA : 'a';"), "g.g4:2:7: ')' expected at the end of the block");
    EXPECT_EQ(error_of("grammar G;\nA : b; b : 'x';"),
              "g.g4:2:5: a lexer rule cannot use the parser rule 'b'");
}

TEST(GrammarDepth, IsTheLeastThatEnds) {
    auto grammar = read("grammar G; e : e '+' t | t; t : '(' e ')' | N; N : D+; fragment D : [0-9]; o : e*;");
    ASSERT_TRUE(grammar) << grammar.error().message;
    auto depths = Depths::of(*grammar);
    ASSERT_TRUE(depths);
    const auto depth = [&](const char* rule) { return depths->rule(grammar->find(rule)); };
    EXPECT_EQ(depth("D"), 1);
    EXPECT_EQ(depth("N"), 2);
    EXPECT_EQ(depth("t"), 3);
    EXPECT_EQ(depth("e"), 4);
    EXPECT_EQ(depth("o"), 1);
    const int t = grammar->find("t");
    EXPECT_TRUE(depths->comes_back(grammar->rule(t).alternatives[0], t));
    EXPECT_FALSE(depths->comes_back(grammar->rule(t).alternatives[1], t));
    EXPECT_FALSE(depths->comes_back(grammar->rule(grammar->find("o")).alternatives[0], grammar->find("o")));
}

TEST(GrammarDepth, ARuleWithoutAWayOutIsAnErrorOfTheGrammar) {
    EXPECT_EQ(error_of("grammar G;\nok : 'x';\n bad : '(' worse ')';\nworse : bad | bad bad;"),
              "g.g4:3:2: rule 'bad' has no way out: every alternative comes back");
    EXPECT_EQ(error_of("grammar G;\nok : '(' ok ')' | ;"), "");
}

// Grammars come from anywhere.
TEST(GrammarReader, WhatIsNestedTooDeepIsRefused) {
    const std::string open(100'000, '('), close(100'000, ')');
    EXPECT_THAT(error_of("grammar G; a : " + open + "'x'" + close + ";"),
                HasSubstr("nested deeper than 200"));
    EXPECT_THAT(error_of("grammar G; A : ~" + open + "'x'" + close + ";"),
                HasSubstr("nested deeper than 200"));
    EXPECT_THAT(error_of("grammar G; A : " + std::string(100'000, '~') + "'x';"), HasSubstr("'~' twice"));
    const std::string fine_open(200, '('), fine_close(200, ')');
    EXPECT_EQ(error_of("grammar G; a : " + fine_open + "'x'" + fine_close + ";"), "");
}

TEST(GrammarReader, WhatIsTooLargeIsRefused) {
    std::string chain = "grammar G;", wide = "grammar G; a : 'x'", many = "grammar G;";
    for (int i = 0; i < 9'000; ++i) chain += fmt::format("r{} : r{};", i, i + 1);
    for (int i = 0; i < 250'000; ++i) wide += "|'x'";
    for (int i = 0; i < 10'001; ++i) many += fmt::format("r{} : 'x';", i);
    EXPECT_THAT(error_of(wide + ";"), HasSubstr("more than 200000 elements"));
    EXPECT_THAT(error_of(many), HasSubstr("more than 10000 rules"));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_THAT(error_of(chain + "r9000 : 'x';"), HasSubstr("9001 rules deep; 500 is the most"));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

} // namespace
} // namespace assay::generate::derive
