// Programs that derive makes: every compiler and every machine gives the same output at its lowest
// optimisation, and the sanitizers are silent. A few of each language; Fully: two thousand.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>
#include <sstream>

namespace assay::tests {
namespace {

using base::Finished;

Finished call(std::vector<std::string> argv, std::chrono::seconds limit = std::chrono::seconds(60)) {
    auto done = base::run({.argv = std::move(argv), .limit = limit});
    EXPECT_TRUE(done.ok()) << done.error().message;
    return done ? *done : Finished{};
}

class Derive : public testing::Test {
  protected:
    TempFolder folder_;
    std::mutex mutex_;

    void generate(const std::string& language, size_t count) {
        const Finished made =
            call({ASSAY_PROGRAM, "generate", "--method", "derive", "--lang", language, "--seed", "1",
                  "--count", std::to_string(count), "--out", folder_.path()});
        ASSERT_TRUE(made.ok()) << made.err;
    }
    std::string program(size_t seed) const { return folder_.path() + "/derive-" + std::to_string(seed); }
    void complain(size_t seed, const std::string& what) {
        const std::lock_guard lock(mutex_);
        ADD_FAILURE() << "derive-" << seed << ": " << what;
    }

    // All of the commands must print the same.
    void compare(size_t seed, const std::vector<std::vector<std::string>>& commands) {
        std::string first;
        for (size_t i = 0; i < commands.size(); ++i) {
            const Finished done = call(commands[i], std::chrono::seconds(20));
            if (!done.ok() || !done.err.empty())
                return complain(seed,
                                commands[i][0] + ": exit " + std::to_string(done.exit) + " " + done.err);
            if (i == 0) first = done.out;
            if (done.out != first) return complain(seed, commands[i][0] + " prints something else");
            if (done.out.empty()) return complain(seed, "nothing is printed");
        }
    }

    void check_c(size_t count) {
        ASSERT_NO_FATAL_FAILURE(generate("c", count));
        std::vector<std::vector<std::string>> builds{
            {"gcc", "-O0"},
            {"clang", "-O0"},
            {"tcc"},
            {"clang", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}};
        std::erase_if(builds, [](const auto& build) { return base::find_program(build[0]).empty(); });
        if (builds.empty()) GTEST_SKIP() << "no C compiler here";
        in_parallel(count, [&](size_t index) {
            const size_t seed = index + 1;
            std::vector<std::vector<std::string>> runs;
            for (size_t i = 0; i < builds.size(); ++i) {
                std::vector<std::string> argv = builds[i];
                const std::string program_file = program(seed) + "/" + std::to_string(i);
                argv.insert(argv.end(), {"-w", program(seed) + "/main.c", "-o", program_file});
                if (const Finished built = call(argv); !built.ok())
                    return complain(seed, argv[0] + ": " + built.err);
                runs.push_back({program_file});
            }
            compare(seed, runs);
            for (const auto& run : runs) std::remove(run[0].c_str());
        });
    }

    void check_python(size_t count) {
        ASSERT_NO_FATAL_FAILURE(generate("python", count));
        std::vector<std::vector<std::string>> pythons{
            {"/usr/bin/python3"}, {"/usr/bin/python3", "-O"}, {"pypy3"}};
        std::erase_if(pythons, [](const auto& python) { return base::find_program(python[0]).empty(); });
        if (pythons.empty()) GTEST_SKIP() << "no Python here";
        in_parallel(count, [&](size_t index) {
            std::vector<std::vector<std::string>> runs = pythons;
            for (auto& run : runs) run.push_back(program(index + 1) + "/main.py");
            compare(index + 1, runs);
        });
    }

    void check_java(size_t count) {
        if (base::find_program("javac").empty()) GTEST_SKIP() << "no javac here";
        ASSERT_NO_FATAL_FAILURE(generate("java", count));
        TempFolder tool;
        const Finished built = call({"javac", "-d", tool.path(), ASSAY_TESTS_FOLDER "/support/RunMany.java"});
        ASSERT_TRUE(built.ok()) << built.err;
        const auto many = [&](std::vector<std::string> options, const std::vector<std::string>& arguments) {
            std::vector<std::string> argv{"java", "-XX:+UseSerialGC"};
            argv.insert(argv.end(), options.begin(), options.end());
            argv.insert(argv.end(), {"-cp", tool.path(), "RunMany"});
            argv.insert(argv.end(), arguments.begin(), arguments.end());
            const Finished done = call(argv, std::chrono::seconds(1200));
            EXPECT_TRUE(done.ok()) << done.err;
            EXPECT_EQ(done.out, "");
        };
        many({}, {"compile", folder_.path()});
        many({"-Xint"}, {"run", folder_.path(), "interpreted"});
        many({"-XX:TieredStopAtLevel=1"}, {"run", folder_.path(), "first"});
        many({}, {"run", folder_.path(), "default"});
        for (size_t seed = 1; seed <= count; ++seed) {
            const auto interpreted = base::read_file(program(seed) + "/interpreted");
            ASSERT_TRUE(interpreted) << interpreted.error().message;
            EXPECT_FALSE(interpreted->empty());
            for (const char* other : {"first", "default"})
                if (auto text = base::read_file(program(seed) + "/" + other); !text || *text != *interpreted)
                    complain(seed, std::string(other) + " prints something else");
        }
    }
};

TEST_F(Derive, CProgramsAreValid) { check_c(30); }
TEST_F(Derive, PythonProgramsAreValid) { check_python(40); }
TEST_F(Derive, JavaProgramsAreValid) { check_java(60); }

// What starts slowly is started once for many; each program prints there what it prints alone.
TEST_F(Derive, JavaProgramsOfABatchAreThoseAlone) {
    if (base::find_program("javac").empty()) GTEST_SKIP() << "no javac here";
    constexpr size_t kCount = 8;
    ASSERT_NO_FATAL_FAILURE(generate("java", kCount));
    const std::string batch = folder_.path() + "/batch";
    const Finished made = call({ASSAY_PROGRAM, "generate", "--method", "derive", "--lang", "java", "--seed",
                                "1", "--batch", std::to_string(kCount), "--out", batch});
    ASSERT_TRUE(made.ok()) << made.err;
    const std::string together = batch + "/derive-1";
    const Finished built = call({"javac", "-d", together, "-sourcepath", together, together + "/Batch.java"});
    ASSERT_TRUE(built.ok()) << built.err;
    std::istringstream lines(call({"java", "-cp", together, "Batch"}).out);
    for (size_t seed = 1; seed <= kCount; ++seed) {
        ASSERT_TRUE(call({"javac", "-d", program(seed), program(seed) + "/Main.java"}).ok());
        std::string alone = call({"java", "-cp", program(seed), "Main"}).out, line;
        std::ranges::replace(alone, '\n', '|');
        ASSERT_TRUE(std::getline(lines, line));
        EXPECT_EQ(line, "derive-" + std::to_string(seed) + " " + alone);
    }
}

TEST_F(Derive, CProgramsAreValidFully) { check_c(2000); }
TEST_F(Derive, PythonProgramsAreValidFully) { check_python(2000); }
TEST_F(Derive, JavaProgramsAreValidFully) { check_java(2000); }

TEST_F(Derive, AGrammarOfTheUsersIsUsed) {
    const std::string file = folder_.path() + "/own.g4";
    ASSERT_TRUE(base::write_file(file, "grammar own; s : ('a' | 'b') s | 'end' ;"));
    const Finished made = call({ASSAY_PROGRAM, "generate", "--method", "derive", "--grammar", file, "--out",
                                folder_.path() + "/out"});
    ASSERT_TRUE(made.ok()) << made.err;
    const auto text = base::read_file(folder_.path() + "/out/derive-1/sentence.txt");
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->ends_with("end\n"));
    const Finished bad = call({ASSAY_PROGRAM, "generate", "--method", "derive", "--grammar", file + "x",
                               "--out", folder_.path() + "/out"});
    EXPECT_EQ(bad.exit, 2);
}

} // namespace
} // namespace assay::tests
