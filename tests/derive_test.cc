// Programs that derive makes: every compiler and every machine gives the same output at its lowest
// optimisation, none takes more than two seconds, and the sanitizers are silent. A few of each language;
// Fully: two thousand.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
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

    using Commands = std::vector<std::vector<std::string>>;

    // Without those that are not installed, which it tells.
    static Commands present(Commands commands) {
        std::erase_if(commands, [](const auto& command) {
            const bool absent = base::find_program(command[0]).empty();
            if (absent) std::cout << "without " << command[0] << ", which is not here\n";
            return absent;
        });
        return commands;
    }

    // All of the commands must print the same, after two seconds of the processor at most.
    void compare(size_t seed, const Commands& commands) {
        std::string first;
        for (size_t i = 0; i < commands.size(); ++i) {
            std::vector<std::string> limited{"prlimit", "--cpu=2"};
            limited.insert(limited.end(), commands[i].begin(), commands[i].end());
            const Finished done = call(limited);
            const std::string& name = commands[i][0];
            if (!done.ok() || !done.err.empty())
                return complain(seed, name + ": exit " + std::to_string(done.exit) + " " + done.err);
            if (i == 0) first = done.out;
            if (done.out != first) return complain(seed, name + " prints something else");
            if (done.out.empty()) return complain(seed, "nothing is printed");
        }
    }

    void check_c(size_t count) {
        ASSERT_NO_FATAL_FAILURE(generate("c", count));
        // Not pcc, which is wrong about some of them (docs/found-bugs.md).
        const Commands builds =
            present({{"gcc", "-O0"},
                     {"clang", "-O0"},
                     {"tcc"},
                     {"chibicc"},
                     {"clang", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}});
        if (builds.empty()) GTEST_SKIP() << "no C compiler here";
        in_parallel(count, [&](size_t index) {
            const size_t seed = index + 1;
            Commands runs;
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
        const Commands pythons =
            present({{"/usr/bin/python3"}, {"/usr/bin/python3", "-O"}, {"pypy3"}, {"pypy3", "-O"}});
        if (pythons.empty()) GTEST_SKIP() << "no Python here";
        in_parallel(count, [&](size_t index) {
            Commands runs = pythons;
            for (auto& run : runs) run.push_back(program(index + 1) + "/main.py");
            compare(index + 1, runs);
        });
    }

    // Each compiler's classes in each mode of the machine: interpreter, C1 alone, C2 alone, default.
    void check_java(size_t count) {
        if (base::find_program("javac").empty()) GTEST_SKIP() << "no javac here";
        ASSERT_NO_FATAL_FAILURE(generate("java", count));
        TempFolder tool;
        const Finished built = call({"javac", "-d", tool.path(), ASSAY_TESTS_FOLDER "/support/RunMany.java"});
        ASSERT_TRUE(built.ok()) << built.err;
        const std::string ecj = "/usr/share/java/eclipse-jdt-core.jar";
        const auto many = [&](std::vector<std::string> options, const std::vector<std::string>& arguments) {
            std::vector<std::string> argv{"java", "-XX:+UseSerialGC"};
            argv.insert(argv.end(), options.begin(), options.end());
            argv.insert(argv.end(), {"-cp", tool.path() + ":" + ecj, "RunMany"});
            argv.insert(argv.end(), arguments.begin(), arguments.end());
            const Finished done = call(argv, std::chrono::seconds(1200));
            EXPECT_TRUE(done.ok()) << done.err;
            EXPECT_EQ(done.out, "");
        };
        std::vector<std::string> compilers{"javac"}, outputs;
        if (!present({{"ecj"}}).empty()) compilers.push_back("ecj");
        const Commands modes{{}, {"-Xint"}, {"-XX:TieredStopAtLevel=1"}, {"-XX:-TieredCompilation"}};
        for (const std::string& compiler : compilers) {
            many({}, {"compile", folder_.path(), compiler});
            for (size_t mode = 0; mode < modes.size(); ++mode) {
                outputs.push_back(compiler + "-mode-" + std::to_string(mode));
                many(modes[mode], {"run", folder_.path(), compiler, outputs.back()});
            }
        }
        for (size_t seed = 1; seed <= count; ++seed) {
            const auto first = base::read_file(program(seed) + "/" + outputs[0]);
            ASSERT_TRUE(first) << first.error().message;
            EXPECT_FALSE(first->empty());
            for (const std::string& other : outputs)
                if (auto text = base::read_file(program(seed) + "/" + other); !text || *text != *first)
                    complain(seed, other + " prints something else");
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
