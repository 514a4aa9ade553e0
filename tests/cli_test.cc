// The program as its users call it: output, exit status, and one clear line for every wrong call.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <filesystem>
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
    expect_error({}, "assay: name a command, such as hunt (see assay --help)");
    EXPECT_EQ(call({"hunt-the-snark"}).exit, 2);
}

TEST_F(Cli, ANameThatIsNearlyRightIsSuggested) {
    expect_error({"hnut"}, "assay: unknown command 'hnut': did you mean 'hunt'? (see assay --help)");
    expect_error({"hunt", "--sed", "5"},
                 "assay: unknown option '--sed': did you mean '--seed'? (see assay hunt --help)");
    expect_error({"hunt", "--sed=5"},
                 "assay: unknown option '--sed': did you mean '--seed'? (see assay hunt --help)");
    // What is wrong is told before what is missing (--out).
    expect_error({"generate", "--sed", "5"},
                 "assay: unknown option '--sed': did you mean '--seed'? (see assay generate --help)");
    expect_error({"--vesion"},
                 "assay: unknown option '--vesion': did you mean '--version'? (see assay --help)");
    expect_error({"hunt", "--seed", "1", "--seed", "2"},
                 "assay: --seed is given more than once (see assay hunt --help)");
    expect_error({"bugs", "all"}, "assay: unexpected argument 'all' (see assay bugs --help)");
}

TEST_F(Cli, GivenProgramsIncludeWhatTheyMay) {
    const auto put = [&](const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_.path() + "/" + name;
        std::filesystem::create_directories(path.parent_path());
        EXPECT_TRUE(base::write_file(path.string(), text).ok());
        return path.string();
    };
    const auto check = [&](const std::string& path) {
        return call({"check", "--compilers", "gcc", "--options=-O0,-O1", path});
    };
    put("lib/x.h", "#include \"y.h\"\n");
    put("lib/y.h", "#define X 7\n");
    const std::string rest = "int main(void) { printf(\"%d\\n\", X); return 0; }\n";
    const base::Finished up = check(put("src/up.c", "#include <stdio.h>\n#include \"../lib/x.h\"\n" + rest));
    EXPECT_EQ(up.exit, 0) << up.out << up.err;
    const base::Finished full =
        check(put("full.c", "#include \"/usr/include/stdio.h\"\n#define X 1\n" + rest));
    EXPECT_EQ(full.exit, 0) << full.out << full.err;
    std::filesystem::create_symlink("/dev/zero", folder_.path() + "/zero.h");
    const std::string endless = put("endless.c", "#include \"zero.h\"\nint main(void) { return 0; }\n");
    expect_error({"check", "--compilers", "gcc", endless},
                 "assay: " + endless + ": includes " + folder_.path() +
                     "/zero.h: cannot read: it is a device, not a regular file");
}

// Every command checks its numbers at the same place; here are those that users gave.
TEST_F(Cli, NumbersOutOfRangeAreRefused) {
    const std::string out = folder_.path() + "/out";
    const std::vector<std::vector<std::string>> calls{
        {"hunt", "--campaign", out, "--tests", "-1"},
        {"hunt", "--campaign", out, "--tests", "99999999999999999999999"},
        {"hunt", "--campaign", out, "--tests", "0"},
        {"hunt", "--campaign", out, "--seed", "-1"},
        {"hunt", "--campaign", out, "--jobs", "4097"},
        {"generate", "--out", out, "--count", "-1"},
        {"generate", "--out", out, "--batch", "1001"},
        {"prune", "x.c", "--out", out, "--variants", "-1"},
        {"relax", "x.c", "--out", out, "--limit", "-1"},
        {"reduce", "1", "--jobs", "0"},
        {"evaluate", "x.model", "--steps", "many"},
    };
    for (const std::vector<std::string>& args : calls) {
        const base::Finished done = call(args);
        EXPECT_EQ(done.exit, 2) << args[0];
        const std::string start =
            "assay: " + *(args.end() - 2) + ": '" + args.back() + "' is not a number from ";
        EXPECT_EQ(done.err.find(start), 0u) << done.err;
    }
    expect_error({"hunt", "--campaign", out, "--jobs", "0"},
                 "assay: --jobs: '0' is not a number from 1 to 4096");
    EXPECT_NE(call({"hunt", "--help"}).out.find("(from 1 to 4096)"), std::string::npos);
    expect_error({"generate", "--out", out, "--seed", "18446744073709551615", "--count", "2"},
                 "assay: --seed 18446744073709551615 with --count 2: the last seed would be above "
                 "18446744073709551615");
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(call({"generate", "--size", "tiny", "--seed", "18446744073709551615", "--out", out}).exit, 0);
    EXPECT_TRUE(std::filesystem::exists(out + "/grow-18446744073709551615/test.json"));
}

TEST_F(Cli, WeightsOfMethodsAreChecked) {
    const std::string out = folder_.path() + "/out";
    expect_error({"hunt", "--campaign", out, "--methods", "grow=0"},
                 "assay: --methods: 'grow=0' gives no method a weight above 0");
    expect_error({"hunt", "--campaign", out, "--methods", ","},
                 "assay: --methods: ',' gives no method a weight above 0");
    for (const std::string weight : {"-1", "", "1000001", "2x"})
        expect_error({"hunt", "--campaign", out, "--methods", "grow=" + weight},
                     "assay: --methods: '" + weight + "' is not a weight: grow=" + weight +
                         " needs a number from 0 to 1000000");
}

TEST_F(Cli, AMethodRefusesSettingsThatItDoesNotTake) {
    const std::string out = folder_.path() + "/out";
    const auto refused = [&](std::vector<std::string> args, const std::string& start) {
        args.insert(args.begin(), {"generate", "--out", out});
        const base::Finished done = call(args);
        EXPECT_EQ(done.exit, 2) << start;
        EXPECT_EQ(done.err.find("assay: " + start), 0u) << done.err;
        EXPECT_FALSE(std::filesystem::exists(out)) << start;
    };
    refused({"--strategy", "x"}, "grow takes no 'strategy'; it takes standard (c99, c11, ");
    refused({"--grammar", "nope.g4"}, "grow takes no 'grammar'; it takes ");
    refused({"--from", "grow"}, "grow takes no 'from'; it takes ");
    refused({"--programs", "/tmp"}, "grow takes no 'programs'; it takes ");
    refused({"--dialect", "fancy"}, "unknown dialect 'fancy': use plain\n");
    refused({"--lang", "c++", "--standard", "c11"}, "unknown standard 'c11': use c++11, ");
    refused({"--method", "expand", "--from", "csmith"}, "unknown from 'csmith': use grow\n");
    refused({"--method", "derive", "--strategy", "x"},
            "unknown strategy 'x': use NIS, CIS, FIS, RIS, SUIS or SDIS\n");
    refused({"--method", "derive", "--grammar", "nope.g4"}, "grammar: there is no file nope.g4\n");
    refused({"--method", "derive", "--lang", "java", "--target", "ilp32"},
            "derive makes java programs for lp64 alone, not 'ilp32'\n");
    refused({"--method", "derive", "--no-policies"}, "derive takes no 'policies'; it takes ");
    refused({"--method", "prune", "--lang", "python"}, "prune makes c, not 'python'\n");
    refused({"--method", "prune", "--programs", "nope"}, "programs: there is no folder nope\n");
    refused({"--method", "csmith", "--size", "tiny"}, "csmith takes no 'size'; it takes standard (");
    refused({"--method", "csmith", "--standard", "c++11"}, "unknown standard 'c++11': use c89, ");
    refused({"--method", "relax", "--target", "ilp32"},
            "relax makes c programs for lp64 alone, not 'ilp32'\n");
    refused({"--method", "relax", "--batch", "4"}, "--batch: relax makes no batches of c\n");
    refused({"--batch", "4", "--layout", "three"}, "--batch: layout must be one in a batch\n");
    refused({"--batch", "4", "--harness", "selfcheck"}, "--batch: harness must be checksum in a batch\n");
}

TEST_F(Cli, OnlyAHuntMakesACampaign) {
    const std::string none = folder_.path() + "/none";
    const std::string line = "assay: " + none +
                             ": there is no campaign here; run `assay hunt` first, or name its folder with "
                             "--campaign";
    for (const std::vector<std::string>& args :
         std::vector<std::vector<std::string>>{{"triage"},
                                               {"triage", "--ignore", "1"},
                                               {"reduce", "1"},
                                               {"bugs"},
                                               {"show", "1"},
                                               {"replay", "1"},
                                               {"report", "--out", none + "-html"},
                                               {"export", "1", "--for", "gcc", "--out", none + "-out"}}) {
        std::vector<std::string> all = args;
        all.insert(all.end(), {"--campaign", none});
        expect_error(all, line);
        EXPECT_FALSE(std::filesystem::exists(none)) << args[0];
    }
}

TEST_F(Cli, RootsAreCheckedBeforeAnythingIsAsked) {
    expect_error({"compilers", "--root", "/nowhere"}, "assay: root '/nowhere': No such file or directory");
    expect_error({"compilers", "--root", folder_.path()},
                 "assay: root '" + folder_.path() + "': not a root file system (no folder usr)");
    expect_error({"hunt", "--root", "none", "--root", "/srv", "--campaign", folder_.path() + "/c"},
                 "assay: --root none and another --root exclude each other");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/c"));
    const std::string config = folder_.path() + "/assay.toml";
    ASSERT_TRUE(base::write_file(config, "roots = [\"gone\"]\n"));
    expect_error({"compilers", "--config", config},
                 "assay: " + config + ": root '" + folder_.path() + "/gone': No such file or directory");
}

TEST_F(Cli, HelpNamesTheMethods) {
    for (const std::string command : {"hunt", "generate"}) {
        const std::string help = call({command, "--help"}).out;
        for (const std::string method : {"grow", "expand", "derive", "csmith", "prune", "relax"})
            EXPECT_NE(help.find("\n  " + method + " "), std::string::npos) << command << " " << method;
        EXPECT_NE(help.find("steps that keep its meaning"), std::string::npos) << command;
    }
    EXPECT_NE(call({"generate", "--help"}).out.find("strategy (NIS, CIS"), std::string::npos);
}

TEST_F(Cli, TheDoctorSaysWhichMethodsAreOff) {
    // A machine with a compiler and nothing else.
    const std::string bin = folder_.path() + "/bin";
    std::filesystem::create_directory(bin);
    for (const char* name : {"gcc", "as", "ld"})
        std::filesystem::create_symlink(base::find_program(name), bin + "/" + name);
    const auto doctor = base::run({.argv = {"env", "PATH=" + bin, "XDG_CACHE_HOME=" + folder_.path(),
                                            ASSAY_PROGRAM, "doctor", "--json"},
                                   .limit = std::chrono::minutes(2)});
    ASSERT_TRUE(doctor.ok() && doctor->exit == 0) << doctor->err;
    const auto json = nlohmann::json::parse(doctor->out);
    EXPECT_EQ(json["compilers"], nlohmann::json({"gcc"}));
    ASSERT_FALSE(json["missing"].empty());
    EXPECT_EQ(json["missing"][0]["methods_off"], nlohmann::json({"csmith", "relax"}));
    EXPECT_NE(json["missing"][0]["why"].get<std::string>().find("apt-get install csmith"), std::string::npos);
    EXPECT_TRUE(json["advice"].is_array());
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
