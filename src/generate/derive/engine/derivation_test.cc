#include "generate/derive/engine/derivation.h"

#include "generate/derive/grammar/reader.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace assay::generate::derive {
namespace {

using testing::HasSubstr;

base::Result<std::unique_ptr<Language>> language_of(const std::string& rules) {
    const std::string text =
        "grammar G; options { language = Marks; }\n"
        "@types { int : number stored, text = 'int', size = 8; long : number stored, text = 'long';"
        " index : counter; }\n"
        "@sets { records }\n"
        "@kinds { var 'v' fresh fresh in stored; func 'f'; record 'S'; field 'm'; }\n"
        "@limits { steps = 100000; function = 2000; nest = 1000; depth = 3; }\n" +
        rules + "\nfresh[T] : {print T.text} {declare V var T} ';' {line} ;\n";
    auto grammar = read_grammar({{"g.g4", text}}, [](const std::string&) { return std::nullopt; });
    if (!grammar) return grammar.error();
    return make_language(std::move(*grammar));
}

std::string derive(const std::string& rules, uint64_t seed = 1, Strategy strategy = Strategy::Random,
                   int size = 100) {
    auto language = language_of(rules);
    if (!language) return language.error().message;
    choice::Session session;
    choice::Choices choices(session, seed);
    Derivation derivation(**language, choices, {strategy, size});
    auto text = derivation.run();
    return text ? *text : text.error().message;
}

TEST(Marks, ADeclarationIsUsableAfterItsAlternative) {
    EXPECT_THAT(derive("p : {declare A var int} '=' {use B var int} ;"), HasSubstr("nothing to use here"));
    EXPECT_EQ(derive("p : one {line} two ; one : {declare A var int} '=' '1' ; two : {use C var int} ;"),
              "v0 = 1\nv0\n");
    EXPECT_EQ(derive("p : {declare A var int; reveal A} '=' {use B var int} ;"), "v0 = v0\n");
}

TEST(Marks, AScopeEndsWithItsAlternative) {
    EXPECT_EQ(derive("p : {slot} inner {line} {use C var int} ;"
                     "inner : {scope} {slot} {declare A var int; reveal A} {line} {use B var int} ;"),
              "int v1;\nv0\nv0\nv1\n");
}

TEST(Marks, NewIdentifiersArePutIntoTheSlotOfAnOpenScope) {
    std::set<std::string> seen;
    for (uint64_t seed = 0; seed < 40; ++seed)
        seen.insert(
            derive("p : {slot} '{' {indent} inner {dedent} '}' ; inner : {scope} {slot} {use V var int} ;",
                   seed, Strategy::New));
    EXPECT_THAT(seen, testing::ElementsAre("int v0;\n{\n    v0\n}\n", "{\n    int v0;\n    v0\n}\n"));
}

TEST(Marks, StrategiesSelectWhatTheyShould) {
    const char* const rules = "p : {slot} {declare A var int; reveal A} {line} inner ;"
                              "inner : {scope} {slot} {declare B var int; reveal B} {line} {use C var int} ;";
    EXPECT_EQ(derive(rules, 1, Strategy::Closest), "v0\nv1\nv1\n");
    EXPECT_EQ(derive(rules, 1, Strategy::Farthest), "v0\nv1\nv0\n");
    EXPECT_THAT(derive(rules, 1, Strategy::New), HasSubstr("v2"));
}

TEST(Marks, ConditionsDecideWhichAlternativesThereAre) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(
            derive(
                "p : {any T number} e[T] e[long] e[int] ;"
                "e[T] : {T = int}? 'i' | {T != int}? 'l' | {T in counter}? 'never' | {inside x}? 'never' ;",
                seed)
                .substr(2),
            "l i\n");
    }
    EXPECT_EQ(derive("p : {context x int} q ; q : {outside x}? 'no' | {context.x = int}? inner ;"
                     "inner : {inside x}? {without x} last ; last : {inside x}? 'no' | {outside x}? 'yes' ;"),
              "yes\n");
}

TEST(Marks, WhereNoAlternativeIsLeftTheGrammarIsToBlame) {
    EXPECT_EQ(derive("p : e[int] ; e[T] : {T = long}? 'x' ;"),
              "g.g4:6:1: no alternative of 'p' can be taken");
    EXPECT_THAT(derive("p : {use F func int} ;"), HasSubstr("no alternative of 'p' can be taken"));
}

// What may be left out is left out when it has gone deep.
TEST(Marks, RecursionThroughOptionalPartsEnds) {
    for (uint64_t seed = 0; seed < 50; ++seed)
        EXPECT_THAT(
            derive("p : a+ 'x' ; a : '(' b? ')' | '[' b? ']' ; b : a a a a ;", seed, Strategy::Random, 2000),
            HasSubstr("x\n"));
}

TEST(Marks, AnEndlessDerivationIsReported) {
    EXPECT_THAT(derive("p : {inside never}? 'x' | p p ;"), HasSubstr("comes to no end"));
}

TEST(Marks, ErrorsInMarksNameTheirPlace) {
    EXPECT_EQ(derive("p : {declare A vra int} ;"), "g.g4:6:20: unknown kind of names 'vra'");
    EXPECT_EQ(derive("p : {declair A var int} ;"),
              "g.g4:6:6: unknown mark 'declair': did you mean 'declare'?");
    EXPECT_EQ(derive("p : {any T nubmer} ;"), "g.g4:6:18: unknown type 'nubmer'");
    EXPECT_EQ(derive("p : 'x' {T = int}? ;"), "g.g4:6:9: a condition stands at the start of an alternative");
    EXPECT_EQ(derive("p : e ; e[T] : 'x' ;"), "g.g4:6:5: rule 'e' takes 1 arguments");
}

TEST(Marks, RecordsHaveMembersAndFunctionsParameters) {
    const std::string text =
        derive("p : s {line} f {line} {slot} call {line} both ;"
               "s : 'struct' {record R record in records stored} m[R] m[R] ;"
               "m[R] : {declare M field int of R} ;"
               "f : {declare F func int} '(' a[F] ',' a[F] ')' ; a[F] : {declare P var int of F} ;"
               "call : {call F func int} '(' ({each P of F var} {between} ',' {print P.type.text})* ')' ;"
               "both : {any R records having field int} {print R} '.' {select M field of R int} ;");
    EXPECT_THAT(text, testing::MatchesRegex("struct S0 m0 m1\nf0\\(v0, v1\\)\nf0\\(int, int\\)\nS0.m[01]\n"));
}

TEST(Marks, LoopsAndCallsStayWithinTheLimits) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        // 500 times 500 would be more than the nest allows.
        const std::string loops = derive("p : l ; l : {loop 500} 'for' l | {loop 2} 'twice' | 'end' ;", seed);
        EXPECT_EQ(loops.find("for for"), std::string::npos) << loops;
        // A call costs 520 steps: in a body that runs 200 times it is too dear.
        const std::string calls =
            derive("p : f {line} body ; body : {loop 200} inner ; inner : {call F func int} | 'nothing' ;"
                   "f : {declare F func int} {scope frame F} work ;"
                   "work : {loop 40} 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' 'w' ;",
                   seed);
        EXPECT_THAT(calls, HasSubstr("nothing"));
    }
    EXPECT_THAT(derive("p : f {line} inner ; inner : {call F func int} ;"
                       "f : {declare F func int} {scope frame F} work ; work : {loop 10} 'work' ;"),
                HasSubstr("work\nf0"));
}

TEST(Marks, AnInnerDeclarationMayHideAGlobalOne) {
    bool hidden = false;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        const std::string text =
            derive("p : g {line} f ; g : {declare A var int} ;"
                   "f : {scope frame} {slot} {declare B var long shadows; reveal B} {line} {use C var int} ;",
                   seed);
        if (text.find("v0\nint v1;\nv0\nv1\n") == 0)
            hidden = true; // the int is out of sight: a new one
        else
            EXPECT_EQ(text, "v0\nv1\nv0\n");
    }
    EXPECT_TRUE(hidden);
}

TEST(Marks, GroupsFillTheirShareOfTheProgram) {
    for (uint64_t seed = 0; seed < 10; ++seed) {
        const std::string text =
            derive("p : ({fill 50} 'x')* ({fill 100} 'y')* ;", seed, Strategy::Random, 40);
        const auto x = std::count(text.begin(), text.end(), 'x'),
                   y = std::count(text.begin(), text.end(), 'y');
        EXPECT_TRUE(x >= 20 && x <= 24) << text;
        EXPECT_TRUE(x + y >= 40 && x + y <= 44) << text;
    }
}

} // namespace
} // namespace assay::generate::derive
