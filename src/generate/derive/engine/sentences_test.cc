// Plain random sentences of grammars without marks: accepted by the grammar itself, and those of JSON by a
// parser that others wrote.
#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "generate/derive/engine/derivation.h"
#include "generate/derive/grammar/reader.h"
#include "generate/derive/grammar/recognise.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::generate::derive {
namespace {

const char* const kJson = R"(grammar Json;
document : value EOF ;
value : object | array | STRING | NUMBER | 'true' | 'false' | 'null' ;
object : '{' (member (',' member)*)? '}' ;
member : STRING ':' value ;
array : '[' (value (',' value)*)? ']' ;
STRING : '"' (~["\\\u0000-\u001f\u007f] | '\\' ["\\/bfnrt] | '\\u' HEX HEX HEX HEX)* '"' ;
NUMBER : '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)? ([eE] [+-]? [0-9]+)? ;
fragment HEX : [0-9a-fA-F] ;
WS : [ \t\r\n]+ -> skip ;
)";

const char* const kCalculator = R"(grammar Calculator;
start : (statement ';')+ EOF ;
statement : 'let' NAME '=' expr | 'while' expr 'do' statement | '{' statement* '}' | ~('let' | NAME) ;
expr : '-' expr | expr ('*' | '/') expr | expr ('+' | '-') expr | '(' expr ')' | NAME '(' (expr (',' expr)*)? ')'
     | NAME | NUMBER ;
LET : 'let' ;
NAME : [a-z] [a-z]? ;
NUMBER : [0-9]+ ;
TEXT : '`' .*? '`' ;
)";

std::unique_ptr<Language> language(Grammar grammar) {
    auto made = make_language(std::move(grammar));
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : nullptr;
}

std::unique_ptr<Language> language(const char* text) {
    auto grammar = read_grammar({{"g.g4", text}}, [](const std::string&) { return std::nullopt; });
    EXPECT_TRUE(grammar) << grammar.error().message;
    return grammar ? language(std::move(*grammar)) : nullptr;
}

std::string sentence(const Language& language, uint64_t seed, int size) {
    choice::Session session;
    choice::Choices choices(session, seed);
    Derivation derivation(language, choices, {Strategy::Random, size});
    auto text = derivation.run();
    EXPECT_TRUE(text) << text.error().message;
    return text ? *text : "";
}

TEST(Sentences, OfJsonAreReadByPython) {
    if (base::find_program("python3").empty()) GTEST_SKIP() << "no python3 here";
    const auto json = language(kJson);
    ASSERT_TRUE(json);
    auto folder = base::TemporaryFolder::make();
    ASSERT_TRUE(folder);
    std::string all;
    size_t deepest = 0;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        const std::string text = sentence(*json, seed, 80);
        EXPECT_EQ(text.find('\n'), text.size() - 1);
        deepest = std::max(deepest, text.size());
        all += text;
    }
    EXPECT_GT(deepest, 300U); // not only trifles
    ASSERT_TRUE(base::write_file(folder->path() + "/all.txt", all));
    auto read =
        base::run({{"python3", "-c",
                    "import json, sys\n"
                    "for line in open(sys.argv[1], encoding='utf-8', newline='\\n'): json.loads(line)\n",
                    folder->path() + "/all.txt"}});
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->ok()) << read->err;
}

TEST(Sentences, AreAcceptedByTheirGrammar) {
    for (const char* text : {kJson, kCalculator}) {
        const auto made = language(text);
        ASSERT_TRUE(made);
        for (uint64_t seed = 0; seed < 150; ++seed) {
            const std::string text_of_seed = sentence(*made, seed, 25);
            ASSERT_TRUE(Recogniser(made->grammar, text_of_seed).accepts(made->start)) << text_of_seed;
        }
    }
}

TEST(Sentences, TheRecogniserRefusesWhatIsNone) {
    const auto made = language(kCalculator);
    ASSERT_TRUE(made);
    EXPECT_TRUE(Recogniser(made->grammar, "let a = b - ( 3 + 4 ) ;").accepts(made->start));
    EXPECT_FALSE(Recogniser(made->grammar, "let a = b - 3 + 4 ) ;").accepts(made->start));
    EXPECT_FALSE(Recogniser(made->grammar, "let a = ;").accepts(made->start));
}

TEST(Sentences, ATokenThatLooksLikeAKeywordIsDrawnAgain) {
    const auto made = language("grammar G; s : NAME NAME NAME 'a' 'b'; NAME : [abc];");
    ASSERT_TRUE(made);
    for (uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(sentence(*made, seed, 9), "c c c a b\n");
}

// Grammars of others, where there are any: the variable names a folder of *.g4 files.
TEST(Sentences, OfRealGrammarsAreAcceptedByThem) {
    const char* folder = std::getenv("ASSAY_REAL_GRAMMARS");
    if (folder == nullptr) GTEST_SKIP() << "set ASSAY_REAL_GRAMMARS to a folder of grammars";
    int read = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string path = entry.path().string();
        if (!path.ends_with(".g4")) continue;
        auto grammar = read_grammar_files({path});
        ASSERT_TRUE(grammar) << grammar.error().message;
        ++read;
        // White space is no token of theirs, as the recogniser wants it.
        if (path.ends_with("Lexer.g4") || grammar->find("NEWLINE") >= 0) continue;
        const auto made = language(std::move(*grammar));
        ASSERT_TRUE(made);
        for (uint64_t seed = 0; seed < 40; ++seed) {
            const std::string text = sentence(*made, seed, 20);
            if (text.size() > 400) continue; // the recogniser is slow
            ASSERT_TRUE(Recogniser(made->grammar, text).accepts(made->start)) << path << ": " << text;
        }
    }
    EXPECT_GT(read, 0);
}

} // namespace
} // namespace assay::generate::derive
