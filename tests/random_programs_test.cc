// Random programs over all kinds of nodes: the checker accepts them, saving and loading keeps them, and real
// compilers agree with the evaluator on every one. ASSAY_RANDOM_PROGRAMS says how many, ASSAY_RANDOM_SEED
// from which seed on, and ASSAY_RANDOM_OPTIONS under which options they are compiled (by default -O0 alone).
#include "program/check_program.h"
#include "program/text.h"
#include "program/walk.h"
#include "semantics/repair.h"
#include "support/batches.h"
#include "support/compilers.h"
#include "support/random_program.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <sstream>

namespace assay::tests {
namespace {

using program::Platform;
using program::Program;
using semantics::Meaning;

struct Made {
    uint64_t seed;
    Program program;
    Meaning meaning;
};

uint64_t number_from(const char* variable, uint64_t otherwise) {
    const char* given = std::getenv(variable);
    return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

uint64_t wanted_programs() { return number_from("ASSAY_RANDOM_PROGRAMS", 2000); }

std::vector<std::string> wanted_options() {
    const char* given = std::getenv("ASSAY_RANDOM_OPTIONS");
    std::istringstream words(given != nullptr ? given : "-O0");
    std::vector<std::string> options;
    for (std::string word; words >> word;) options.push_back(word);
    return options;
}

Platform platform_for(choice::Choices& choices, bool m32) {
    Platform platform;
    platform.standard = choices.element(program::all_standards());
    if (m32 && choices.percent(25)) platform.target = *program::target_named("ilp32");
    return platform;
}

// The program of a seed, mended and evaluated.
Made make(uint64_t seed, bool m32) {
    choice::Session session;
    choice::Choices choices(session, seed);
    const Platform platform = platform_for(choices, m32);
    Made made{seed, RandomProgram(choices, platform).make(), {}};
    semantics::RewriteOrGuard repairer([&] { return choices.bits64(); }, seed % 3 != 0);
    semantics::EvaluateOptions options;
    options.profile = true;
    options.step_budget = 300'000;
    made.meaning = semantics::evaluate_and_repair(made.program, repairer, options);
    return made;
}

print::Options print_options(uint64_t seed) {
    print::Options options;
    options.layout = static_cast<print::Layout>(seed % 3);
    options.harness = static_cast<print::Harness>(seed / 3 % 2);
    options.full_parentheses = seed % 5 == 0;
    options.designators = seed % 7 == 0;
    return options;
}

class RandomPrograms : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        const bool m32 = has_m32();
        made_ = new std::vector<Made>;
        tried_ = 0;
        for (uint64_t seed = number_from("ASSAY_RANDOM_SEED", 1); made_->size() < wanted_programs();
             ++seed, ++tried_) {
            ASSERT_LT(tried_, 20 * wanted_programs()) << "too many random programs are undefined";
            Made each = make(seed, m32);
            ++outcomes_[each.meaning.outcome == semantics::Outcome::Undefined ? saved_name(each.meaning.ub)
                        : each.meaning.defined()                              ? "defined"
                                                                              : "over budget"];
            if (each.meaning.defined()) made_->push_back(std::move(each));
        }
        for (const auto& [outcome, count] : outcomes_)
            std::printf("%8lu %s\n", count, std::string(outcome).c_str());
    }
    static void TearDownTestSuite() {
        delete made_;
        made_ = nullptr;
    }
    static std::vector<Made>* made_;
    static uint64_t tried_;
    static std::map<std::string_view, uint64_t> outcomes_;
};

std::vector<Made>* RandomPrograms::made_ = nullptr;
uint64_t RandomPrograms::tried_ = 0;
std::map<std::string_view, uint64_t> RandomPrograms::outcomes_;

TEST_F(RandomPrograms, PassTheChecker) {
    for (const Made& each : *made_) {
        const auto sound = program::check_program(each.program);
        ASSERT_TRUE(sound.ok()) << "seed " << each.seed << ": " << sound.error().message;
    }
}

TEST_F(RandomPrograms, HoldEveryKindOfNodeAndBuiltin) {
    std::set<program::NodeKind> kinds;
    std::set<uint8_t> builtins;
    for (const Made& each : *made_)
        program::walk(each.program, [&](program::NodeId id) {
            kinds.insert(each.program[id].kind);
            if (each.program[id].kind == program::NodeKind::CallBuiltin) builtins.insert(each.program[id].op);
        });
    for (int k = 0; k < program::kNodeKindCount; ++k) {
        const auto kind = static_cast<program::NodeKind>(k);
        EXPECT_TRUE(kinds.contains(kind)) << program::info(kind).name;
    }
    for (int k = 0; k < program::kBuiltinCount; ++k)
        EXPECT_TRUE(builtins.contains(static_cast<uint8_t>(k)))
            << program::info(static_cast<program::Builtin>(k)).c_name;
}

TEST_F(RandomPrograms, SurviveSavingAndLoading) {
    for (const Made& each : *made_) {
        const std::string text = save(each.program);
        const auto loaded = program::load(text, each.program.platform, "saved");
        ASSERT_TRUE(loaded.ok()) << "seed " << each.seed << ": " << loaded.error().message;
        ASSERT_EQ(save(*loaded), text) << "seed " << each.seed;
        const Meaning again = semantics::evaluate(*loaded);
        ASSERT_EQ(describe(again), describe(each.meaning)) << "seed " << each.seed;
        const print::Options options = print_options(each.seed);
        const print::Printed original = print::print(each.program, each.meaning, options);
        const print::Printed reloaded = print::print(*loaded, again, options);
        ASSERT_EQ(original.files.size(), reloaded.files.size());
        for (size_t i = 0; i < original.files.size(); ++i)
            ASSERT_EQ(original.files[i].text, reloaded.files[i].text) << "seed " << each.seed;
    }
}

// Together in few texts under each of the options, and the first `alone` also in the layouts and harnesses
// that such a text does not have.
void compile_all(const std::vector<Made>& made, size_t alone) {
    std::vector<Candidate> candidates;
    for (const Made& each : made)
        candidates.push_back({&each.program, &each.meaning, "seed " + std::to_string(each.seed)});
    for (const std::string family : {"gcc", "clang"}) {
        if (!has_compiler(family)) GTEST_SKIP() << family << " is not installed: tools/setup installs it";
        std::vector<std::string> wrong;
        for (const std::string& option : wanted_options()) {
            const auto found = misbehaviours(candidates, {family, {option}}, 25);
            wrong.insert(wrong.end(), found.begin(), found.end());
        }
        std::mutex lock;
        in_parallel(std::min(alone, made.size()), [&](size_t i) {
            const Made& each = made[i];
            const print::Printed printed = print::print(each.program, each.meaning, print_options(each.seed));
            const std::string bad = misbehaviour(printed, each.program.platform, {family, {"-O0"}});
            const std::lock_guard guard(lock);
            if (!bad.empty()) wrong.push_back("seed " + std::to_string(each.seed) + " alone: " + bad);
        });
        std::printf("%s: %zu programs, %zu disagree\n", family.c_str(), made.size(), wrong.size());
        for (size_t i = 0; i < std::min<size_t>(wrong.size(), 10); ++i) ADD_FAILURE() << wrong[i];
        EXPECT_TRUE(wrong.empty()) << wrong.size() << " disagree";
    }
}

// A part of them in every run of the tests, all of them in the slow ones.
TEST_F(RandomPrograms, CompilersAgree) {
    const size_t count = std::min<size_t>(made_->size(), number_from("ASSAY_RANDOM_PROGRAMS", 600));
    compile_all({made_->begin(), made_->begin() + static_cast<std::ptrdiff_t>(count)}, 30);
}

TEST_F(RandomPrograms, CompilersAgreeFully) { compile_all(*made_, made_->size()); }

} // namespace
} // namespace assay::tests
