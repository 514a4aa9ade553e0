// What compilers really wrote when they failed (golden/*.txt), and what their families make of it.
#include "base/file.h"
#include "toolchain/refusals.h"
#include "toolchain/registry.h"
#include "toolchain/text.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;

struct Golden {
    std::string family, class_name, signature, refusal;
    testcase::Execution step;
};

std::string_view name_of(Compiled compiled) {
    switch (compiled) {
    case Compiled::Built: return "built";
    case Compiled::Rejected: return "rejected";
    case Compiled::Crashed: return "crashed";
    case Compiled::Hung: return "hung";
    case Compiled::OutOfMemory: return "memory";
    case Compiled::Broken: return "broken";
    }
    return "";
}

Golden read_golden(const std::filesystem::path& file) {
    const auto text = base::read_file(file.string());
    EXPECT_TRUE(text.ok()) << file;
    Golden golden;
    std::string* stream = nullptr;
    for (const std::string_view line : lines_of(*text)) {
        if (line == "--- stderr" || line == "--- stdout") {
            stream = line == "--- stderr" ? &golden.step.err : &golden.step.out;
            continue;
        }
        if (stream) {
            *stream += fmt::format("{}\n", line);
            continue;
        }
        const std::string_view key = line.substr(0, line.find(':'));
        const std::string value(trimmed(line.substr(key.size() + 1)));
        if (key == "family") golden.family = value;
        if (key == "class") golden.class_name = value;
        if (key == "signature") golden.signature = value;
        if (key == "refusal") golden.refusal = value;
        if (key == "ended") {
            const auto words = words_of(value);
            golden.step.ending = words[0] == "signal" ? Ending::Signalled : Ending::Exited;
            golden.step.code = std::stoi(words[1]);
        }
    }
    return golden;
}

std::vector<std::filesystem::path> golden_files() {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = std::filesystem::path(__FILE__).parent_path() / "golden";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(Golden, EveryFailureIsReadRight) {
    const Registry registry;
    const auto files = golden_files();
    ASSERT_GT(files.size(), 60U);
    for (const auto& file : files) {
        const Golden golden = read_golden(file);
        const auto families = registry.families();
        const auto family = std::find_if(families.begin(), families.end(),
                                         [&](const Family* f) { return f->name() == golden.family; });
        ASSERT_NE(family, families.end()) << file;
        EXPECT_EQ(name_of((*family)->classify(golden.step)), golden.class_name) << file;
        EXPECT_EQ((*family)->signature(golden.step), golden.signature) << file;
        if (golden.class_name == "rejected") {
            EXPECT_EQ(refusal_in(golden.step.err + golden.step.out), golden.refusal) << file;
        }
    }
}

// How a command ended speaks before its words do, in every family.
TEST(Golden, EndingsMeanTheSameEverywhere) {
    const Registry registry;
    for (const Family* family : registry.families()) {
        testcase::Execution step;
        step.ending = Ending::TimedOut;
        step.err = "error: something";
        EXPECT_EQ(family->classify(step), Compiled::Hung) << family->name();
        step.ending = Ending::OutOfMemory;
        EXPECT_EQ(family->classify(step), Compiled::OutOfMemory) << family->name();
        step.ending = Ending::NotStarted;
        EXPECT_EQ(family->classify(step), Compiled::Broken) << family->name();
        step.ending = Ending::TooMuchOutput;
        EXPECT_EQ(family->classify(step), Compiled::Crashed) << family->name();
        step.ending = Ending::Signalled;
        step.code = SIGKILL;
        EXPECT_EQ(family->classify(step), Compiled::Broken) << family->name(); // by somebody else
        step.code = SIGSEGV;
        EXPECT_EQ(family->classify(step), Compiled::Crashed) << family->name();
        EXPECT_THAT(family->signature(step), testing::HasSubstr("SIGSEGV")) << family->name();
    }
}

} // namespace
} // namespace assay::toolchain
