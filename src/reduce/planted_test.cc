// From a failing program to a small one, with real compilers: gcc behind a script that spoils its output.
#include "base/file.h"
#include "base/process.h"
#include "program/test_texts.h"
#include "reduce/engine.h"
#include "reduce/model/passes.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace assay::reduce {
namespace {

namespace fs = std::filesystem;
using model::Candidate;

// A folder with a compiler in it: gcc, whose assembly an edit of sed goes over.
class SpoiltCompiler {
  public:
    explicit SpoiltCompiler(const std::string& edit) {
        folder_ = (fs::temp_directory_path() / "assay-planted-XXXXXX").string();
        base::check(mkdtemp(folder_.data()) != nullptr, "a temporary folder");
        const std::string script = "#!/bin/sh\ncd \"$1\" && gcc -O2 -w -S test.c -o test.s && sed -i -E '" +
                                   edit + "' test.s && gcc test.s -o program\n";
        base::check(base::write_file(path(), script).ok(), "the compiler can be written");
        fs::permissions(path(), fs::perms::owner_all);
    }
    ~SpoiltCompiler() { fs::remove_all(folder_); }
    SpoiltCompiler(const SpoiltCompiler&) = delete;
    SpoiltCompiler& operator=(const SpoiltCompiler&) = delete;

    std::string path() const { return folder_ + "/compiler"; }
    const std::string& folder() const { return folder_; }

  private:
    std::string folder_;
};

class Miscompiled final : public model::InterestingProgram {
  public:
    explicit Miscompiled(const SpoiltCompiler& compiler) : compiler_(compiler) {}
    Answer test(const Candidate& candidate, unsigned slot) override {
        if (candidate.printed().sources.size() != 1) return Answer::No;
        const std::string here = compiler_.folder() + "/" + std::to_string(slot);
        fs::create_directories(here);
        if (!base::write_file(here + "/test.c", candidate.printed().files[0].text)) return Answer::Unknown;
        const auto compiled = base::run({.argv = {compiler_.path(), here}});
        if (!compiled || !compiled->ok()) return Answer::Unknown;
        const auto ran = base::run({.argv = {here + "/program"}, .limit = std::chrono::seconds(10)});
        if (!ran) return Answer::Unknown;
        return ran->ok() && ran->out == candidate.printed().expected ? Answer::No : Answer::Yes;
    }

  private:
    const SpoiltCompiler& compiler_;
};

constexpr std::string_view kProgram = R"(
(struct S (field m int) (field a (array short 4)))
(global static table (array int 6) (init 1 -200 3 4 5 6))
(global static s (struct S) (init 3 (init 1 2 3 4)))
(global out0 int)
(global out1 int)
(global out2 short 9)
(func noinline mixed int ((x int) (k int))
  (block
    (declare i int 0)
    (declare sum int 0)
    (for (do (= i 0)) (< i 6) (preinc i)
      (block (do (+= sum (+ (>> ([] table i) 3) k)))
             (if (== i 3) (block (do (+= (. s m) sum))) (block (do (+= out1 1))))))
    (if (< sum x) (block (do (= out1 (^ sum (. s m))))))
    (return (+ x sum))))
(func test void ()
  (block
    (declare x int 7)
    (do (= out0 (call mixed x 2)))
    (observe (+ out0 ([] (. s a) 2)))
    (do (= out2 (cast short (* out0 3))))
    (while (> x 0) (block (do (= x (- x 2))) (observe x)))))
(entry test)
)";

TEST(Planted, AWrongShiftEndsInAFewLines) {
    if (base::find_program("gcc").empty()) GTEST_SKIP() << "gcc is not installed";
#ifndef __x86_64__
    GTEST_SKIP() << "the planted defect is one of x86-64";
#endif
    const SpoiltCompiler compiler(R"(s/\bsar([lq])\t\$([2-9]|[1-6][0-9])\b/shr\1\t$\2/)");
    const auto start = model::first_candidate(program::loaded(kProgram, {}), {});
    ASSERT_NE(start, nullptr);
    Miscompiled miscompiled(compiler);
    const auto reduced = reduce(start, model::all_passes(), miscompiled, {.slots = 2});
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    const auto& best = static_cast<const Candidate&>(*reduced->best);
    const std::string& text = best.printed().files[0].text;
    EXPECT_LE(std::ranges::count(text, '\n'), 15) << text;
    EXPECT_NE(text.find(">> "), std::string::npos) << text;
    EXPECT_EQ(miscompiled.test(best, 0), Answer::Yes);
    EXPECT_LT(reduced->tests, 300u);
}

} // namespace
} // namespace assay::reduce
