#include "base/file.h"
#include "reduce/engine.h"
#include "reduce/text/passes.h"
#include "reduce/text/script.h"
#include "reduce/text/tokens.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace assay::reduce::text {
namespace {

namespace fs = std::filesystem;

std::string kinds(std::string_view text) {
    std::string all;
    for (const Token& token : tokens_of(text)) all += "swn\"/([m"[static_cast<size_t>(token.kind)];
    return all;
}

TEST(Tokens, CoverTheText) {
    const std::string text =
        "int f(char *s) { return s[0] == '\"' ? 0x1fu : \"a\\\"b\"[1] <<= 2; } // it's\n/* x";
    uint32_t at = 0;
    for (const Token& token : tokens_of(text)) {
        EXPECT_EQ(token.from, at);
        at = token.to;
    }
    EXPECT_EQ(at, text.size());
}

TEST(Tokens, AreOfTheseKinds) {
    EXPECT_EQ(kinds("a 1 \"x\" // y"), "wsns\"s/");
    EXPECT_EQ(kinds("(a[1])"), "(w(n[[");
    EXPECT_EQ(kinds("(a]"), "mwm") << "brackets that do not match are marks";
    EXPECT_EQ(kinds("don't"), "wmw") << "an apostrophe begins no string that its line does not end";
    EXPECT_EQ(kinds("a<<=b"), "wmw");
    const auto tokens = tokens_of("{(a)}");
    EXPECT_EQ(tokens[0].partner, 4u);
    EXPECT_EQ(tokens[2].depth, 2u);
    EXPECT_EQ(tokens[4].depth, 0u);
}

// Is the text balanced, and are all words in it?
class Holds final : public InterestingText {
  public:
    explicit Holds(std::vector<std::string> words) : words_(std::move(words)) {}
    Answer test_text(const std::string& text, unsigned) override {
        int depth = 0;
        for (const char c : text) {
            depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
            if (depth < 0) return Answer::No;
        }
        if (depth != 0) return Answer::No;
        for (const std::string& word : words_)
            if (text.find(word) == text.npos) return Answer::No;
        return Answer::Yes;
    }

  private:
    const std::vector<std::string> words_;
};

std::string reduced_text(const std::string& text, Interesting& interesting, unsigned slots = 1) {
    const auto reduced =
        reduce(std::make_shared<TextState>(text), all_passes(), interesting, {.slots = slots});
    if (!reduced) return reduced.error().message;
    return static_cast<const TextState&>(*reduced->best).text();
}

std::string long_text() {
    std::string text = "/* a comment */\n#include <stdio.h>\n";
    for (int i = 0; i < 40; ++i) {
        const std::string n = std::to_string(i);
        text += "static int function";
        text += n;
        text += "(int x) {\n    if (x > ";
        text += n;
        text += ") {\n        x = g(x, 17);\n    }\n";
        text += i == 23 ? "    for (;;) { x /= wanted; }\n" : "";
        text += "    return x;\n}\n\n";
    }
    return text;
}

TEST(TextPasses, KeepOnlyWhatIsNeeded) {
    Holds holds({"/= wanted"});
    EXPECT_EQ(reduced_text(long_text(), holds), "/= wanted\n");
}

TEST(TextPasses, OutcomeDoesNotDependOnSlots) {
    Holds holds({"x /=", "function7", "{"});
    EXPECT_EQ(reduced_text(long_text(), holds, 1), reduced_text(long_text(), holds, 4));
}

TEST(TextPasses, GiveShortNamesAndNumbers) {
    // Twice the same word, and a number.
    class Pair final : public InterestingText {
        Answer test_text(const std::string& text, unsigned) override {
            const auto tokens = tokens_of(text);
            std::vector<std::string_view> words;
            bool number = false;
            for (const Token& token : tokens) {
                if (token.kind == TokenKind::Word) words.push_back(token.in(text));
                number |= token.kind == TokenKind::Number;
            }
            return number && words.size() >= 2 && words[0] == words[1] ? Answer::Yes : Answer::No;
        }
    } pair;
    EXPECT_EQ(reduced_text("counter = counter + 12345;\n\n\n", pair), "a a 0\n");
}

class Scripts : public testing::Test {
  protected:
    Scripts() {
        folder_ = (fs::temp_directory_path() / "assay-script-XXXXXX").string();
        base::check(mkdtemp(folder_.data()) != nullptr, "a temporary folder");
    }
    ~Scripts() override { fs::remove_all(folder_); }

    std::string script(const std::string& text) const {
        std::string path = folder_ + "/test.sh";
        base::check(base::write_file(path, text).ok(), "the script can be written");
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    std::string folder_;
};

TEST_F(Scripts, SayByTheirStatusWhatIsInteresting) {
    const auto test = ScriptTest::make(script("#!/bin/sh\ngrep -q needle hay.txt && [ $(ls | wc -l) = 1 ]\n"),
                                       "hay.txt", std::chrono::seconds(10));
    ASSERT_TRUE(test.ok()) << test.error().message;
    EXPECT_EQ((*test)->test_text("a needle", 0), Answer::Yes);
    EXPECT_EQ((*test)->test_text("nothing", 0), Answer::No);
    EXPECT_EQ(reduced_text("x\ny needle z\nmore\n", **test, 2), "needle\n");
}

TEST_F(Scripts, MustBeExecutable) {
    const auto test = ScriptTest::make(folder_ + "/none.sh", "a.c", std::chrono::seconds(1));
    ASSERT_FALSE(test.ok());
    EXPECT_NE(test.error().message.find("none.sh"), std::string::npos);
}

TEST_F(Scripts, OutOfTimeIsNotInteresting) {
    const auto test =
        ScriptTest::make(script("#!/bin/sh\nsleep 20\n"), "a.c", std::chrono::milliseconds(100));
    ASSERT_TRUE(test.ok());
    EXPECT_EQ((*test)->test_text("", 0), Answer::No);
}

TEST_F(Scripts, CviseIsDrivenIfItIsThere) {
    const std::string path = script("#!/bin/sh\ngrep -q needle a.c\n");
    const auto made =
        reduce_with_cvise("int x;\nint needle;\nint y;\n", "a.c", path, 1, std::chrono::seconds(60));
    if (!has_cvise()) {
        EXPECT_FALSE(made.ok());
        return;
    }
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_NE(made->find("needle"), std::string::npos);
    EXPECT_LT(made->size(), 20u);
}

} // namespace
} // namespace assay::reduce::text
