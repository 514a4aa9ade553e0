#include "testcase/language.h"

#include "testcase/embedded_grammars.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

TEST(Language, EveryGrammarIsOneAndCanBeHunted) {
    for (const EmbeddedGrammar& grammar : embedded_grammars()) {
        const Language* language = language_named(grammar.name);
        ASSERT_NE(language, nullptr) << grammar.name;
        EXPECT_GT(language->weight, 0U) << grammar.name;
        EXPECT_FALSE(language->extensions.empty()) << grammar.name;
        EXPECT_NE(language->known.find("42"), std::string::npos) << grammar.name;
        EXPECT_FALSE(language->known_file.empty()) << grammar.name;
    }
}

// A hunt draws from these, so other weights or another order of them would be another hunt. More languages
// change nothing for programs in these.
TEST(Language, HuntsDrawTheFirstFourAsTheyAlwaysDid) {
    std::string text;
    for (const Language& language : languages())
        for (const char* known : {"c", "c++", "java", "python"})
            if (language.name == known) text += language.name + " " + std::to_string(language.weight) + " ";
    EXPECT_EQ(text, "c 5 c++ 1 java 2 python 2 ");
}

TEST(Language, FilesAreKnownByTheirEnding) {
    for (const auto& [file, name] :
         {std::pair("a.c", "c"), {"a.cc", "c++"}, {"a.C", "c++"}, {"A.java", "java"}, {"x/a.py", "python"}}) {
        const Language* language = language_of_file(file);
        ASSERT_NE(language, nullptr) << file;
        EXPECT_EQ(language->name, name) << file;
    }
    EXPECT_EQ(language_of_file("a.txt"), nullptr);
    EXPECT_EQ(language_of_file("Makefile"), nullptr);
    EXPECT_EQ(extension_of("c++"), ".cpp");
    EXPECT_EQ(extension_of("fortran"), ".fortran");
}

TEST(Language, AGrammarSaysAllOfIt) {
    const auto settings =
        program_settings("// @program { language = 'no'; }\n"
                         "grammar tiny;\n"
                         "@program { // the\n"
                         "    language = 'tiny'; file = 'main.tn'; /* rest */ weight = '3';\n"
                         "    standards = 'old new'; data_model = 'yes';\n"
                         "    known = 'print \"assay 42\"\\n'\n"
                         "            'end 42\\n';\n"
                         "}\n"
                         "x : 'y' ;\n");
    const auto language = language_from(settings);
    ASSERT_TRUE(language);
    EXPECT_EQ(language->name, "tiny");
    EXPECT_EQ(language->extensions, std::vector<std::string>{".tn"});
    EXPECT_EQ(language->weight, 3U);
    EXPECT_EQ(language->standards, (std::vector<std::string>{"old", "new"}));
    EXPECT_TRUE(language->data_model);
    EXPECT_EQ(language->known_file, "known.tn");
    EXPECT_EQ(language->known, "print \"assay 42\"\nend 42\n");
}

TEST(Language, AWeightIsANumber) {
    EXPECT_FALSE(language_from({{"language", "x"}, {"weight", "many"}}));
    EXPECT_FALSE(language_from({{"language", "x"}, {"weight", "10001"}}));
    EXPECT_TRUE(program_settings("grammar x; y : 'z' ;").empty());
}

} // namespace
} // namespace assay::testcase
