// The program as its users call it: output, exit status, and one clear line for every wrong call.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::tests {
namespace {

base::Finished call(std::vector<std::string> args) {
    args.insert(args.begin(), ASSAY_PROGRAM);
    auto done = base::run({.argv = args});
    EXPECT_TRUE(done.ok()) << done.error().message;
    return done ? *done : base::Finished{};
}

void expect_error(const std::vector<std::string>& args, const std::string& line) {
    const base::Finished done = call(args);
    EXPECT_EQ(done.exit, 2);
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(done.err, line + "\n");
}

class Cli : public testing::Test {
  protected:
    TempFolder folder_;
    std::string model(const std::string& text) {
        std::string path = folder_.path() + "/prog.model";
        EXPECT_TRUE(base::write_file(path, text).ok());
        return path;
    }
    const std::string valid_ = "(global g int 5)\n(func run void () (block (do (+= g 2))))\n(entry run)\n";
};

TEST_F(Cli, EvaluateTellsTheMeaning) {
    const std::string path = model(valid_);
    const base::Finished done = call({"evaluate", path, "--values"});
    EXPECT_EQ(done.exit, 0);
    EXPECT_TRUE(done.out.starts_with(path + ": checksum ")) << done.out;
    EXPECT_TRUE(done.out.ends_with("\n  g = 7\n")) << done.out;
}

TEST_F(Cli, OptionsStandOnBothSidesOfFiles) {
    const base::Finished done = call({"evaluate", "--target", "lp64", model(valid_), "--standard", "c17"});
    EXPECT_EQ(done.exit, 0) << done.err;
}

TEST_F(Cli, EvaluateTellsUndefinedBehaviour) {
    const std::string path =
        model("(global g int 2147483647)\n(func run void () (block (do (postinc g))))\n(entry run)\n");
    EXPECT_EQ(call({"evaluate", path}).out.find(path + ": undefined: signed-overflow"), 0u);
}

TEST_F(Cli, PrintedTextCompilesAndPrintsTheChecksum) {
    const std::string path = model(valid_);
    const base::Finished printed = call({"print", path});
    ASSERT_EQ(printed.exit, 0);
    const std::string source = folder_.path() + "/prog.c";
    ASSERT_TRUE(base::write_file(source, printed.out).ok());
    const auto compiled = base::run({.argv = {"cc", source, "-o", folder_.path() + "/prog"}});
    ASSERT_TRUE(compiled.ok() && compiled->ok());
    const auto ran = base::run({.argv = {folder_.path() + "/prog"}});
    ASSERT_TRUE(ran.ok());
    EXPECT_EQ(path + ": checksum " + ran->out, call({"evaluate", path}).out);
}

TEST_F(Cli, BrokenProgramIsOneLineWithItsPlace) {
    const std::string path =
        model("(global g int 5)\n(func run void () (block (do (+= h 2))))\n(entry run)\n");
    const base::Finished done = call({"evaluate", path});
    EXPECT_EQ(done.exit, 2);
    EXPECT_EQ(done.err.find("assay: " + path + ":2:"), 0u) << done.err;
    EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1);
}

TEST_F(Cli, WrongCallsAreOneLine) {
    const std::string path = model(valid_);
    expect_error({"evaluate", path, "--target", "lp63"},
                 "assay: unknown target 'lp63': use lp64, ilp32 or llp64, each with -be, -uchar or -align8 "
                 "behind it if wanted");
    expect_error({"evaluate", path, "--standard", "c98"},
                 "assay: unknown standard 'c98': use c99, c11, c17, c2x, c++11, c++14, c++17 or c++20");
    expect_error({"print", path, "--layout", "two"},
                 "assay: unknown layout 'two': use one, three or functions");
    const base::Finished steps = call({"evaluate", path, "--steps", "many"});
    EXPECT_EQ(steps.exit, 2);
    EXPECT_NE(steps.err.find("--steps"), std::string::npos) << steps.err;
    const base::Finished missing = call({"evaluate", folder_.path() + "/none.model"});
    EXPECT_EQ(missing.exit, 2);
    EXPECT_NE(missing.err.find("none.model"), std::string::npos);
    EXPECT_EQ(call({}).exit, 2);
    EXPECT_EQ(call({"hunt-the-snark"}).exit, 2);
}

TEST_F(Cli, GeneratedProgramPrintsWhatItsJsonSays) {
    const std::string out = folder_.path() + "/programs";
    ASSERT_EQ(call({"generate", "--method", "grow", "--seed", "5", "--count", "2", "--out", out}).exit, 0);
    for (const char* name : {"/grow-5", "/grow-6"}) {
        const std::string folder = out + name;
        const auto text = base::read_file(folder + "/test.json");
        ASSERT_TRUE(text.ok()) << text.error().message;
        const auto json = nlohmann::json::parse(*text);
        std::vector<std::string> argv{"cc", "-w", "-std=" + json["standard"].get<std::string>()};
        for (const auto& file : json["files"]) argv.push_back(file);
        argv.insert(argv.end(), {"-o", "program"});
        const auto compiled = base::run({.argv = argv, .folder = folder});
        ASSERT_TRUE(compiled.ok() && compiled->ok());
        const auto ran = base::run({.argv = {"./program"}, .folder = folder});
        ASSERT_TRUE(ran.ok());
        EXPECT_EQ(ran->out, json["expected"].get<std::string>());
        EXPECT_TRUE(json["promises"]["no_ub"].get<bool>());
    }
}

TEST_F(Cli, GenerateRefusesWithOneLine) {
    const std::string out = folder_.path() + "/programs";
    const base::Finished unknown = call({"generate", "--method", "shrink", "--out", out});
    EXPECT_EQ(unknown.exit, 2);
    EXPECT_EQ(unknown.err.find("assay: unknown method 'shrink': known are: "), 0u) << unknown.err;
    expect_error({"generate", "--lang", "cobol", "--out", out}, "assay: grow makes c and c++, not 'cobol'");
    const std::string policy = folder_.path() + "/policy.toml";
    ASSERT_TRUE(base::write_file(policy, "[site.\"grow.statement\"]\nasign = 3\n").ok());
    const base::Finished done = call({"generate", "--policy", policy, "--out", out});
    EXPECT_EQ(done.exit, 2);
    EXPECT_EQ(done.err.find("assay: " + policy + ":2:"), 0u) << done.err;
    EXPECT_EQ(call({"generate"}).exit, 2); // --out is missing
}

TEST_F(Cli, HelpHasExamples) {
    for (const std::string command : {"generate", "evaluate", "print"}) {
        const base::Finished help = call({command, "--help"});
        EXPECT_EQ(help.exit, 0);
        EXPECT_NE(help.out.find("examples:"), std::string::npos) << command;
    }
}

} // namespace
} // namespace assay::tests
