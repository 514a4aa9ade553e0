// The search for the culprit on real compilers: a double compiles with the real one and spoils the
// assembly whenever the real one says that a certain pass is on.
#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "triage/culprit.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Double {
  public:
    // Does what the compiler says, when it lists its passes, show that the pass is on?
    using IsOn = bool (*)(const std::string& said);

    Double(std::string compiler, std::string listing, IsOn is_on)
        : compiler_(std::move(compiler)), listing_(std::move(listing)), is_on_(is_on),
          folder_(std::move(*base::TemporaryFolder::make())) {
        const bool written =
            base::write_file(folder_.path() + "/test.c", "int printf(const char *, ...);\n"
                                                         "int answer(void) { return 4242; }\n"
                                                         "int main(void) { printf(\"%d\\n\", answer()); }\n")
                .ok();
        base::check(written, "the program can be written");
    }

    base::Result<Answer> ask(const std::vector<std::string>& added) {
        ++asked;
        std::vector<std::string> command{compiler_, "-O2", "-w", "-S", "test.c", "-o", "test.s"};
        command.insert(command.end(), added.begin(), added.end());
        if (!listing_.empty()) command.push_back(listing_);
        const auto compiled = run(command);
        if (!compiled->ok()) return Answer{Behaviour::CannotTell, compiled->err};
        if (is_on_(compiled->err) && !run({"sed", "-i", "s/\\$4242\\b/$4243/", "test.s"})->ok())
            return base::Error{"sed"};
        if (!run({compiler_, "test.s", "-o", "test"})->ok()) return Answer{Behaviour::CannotTell, ""};
        const auto ran = run({folder_.path() + "/test"});
        const bool right = ran->ok() && ran->out == "4242\n";
        return Answer{right ? Behaviour::Right : Behaviour::Fails, compiled->err};
    }
    size_t asked = 0;

  private:
    const std::string compiler_, listing_;
    const IsOn is_on_;
    base::TemporaryFolder folder_;

    base::Result<base::Finished> run(std::vector<std::string> command) const {
        auto done = base::run({.argv = std::move(command), .folder = folder_.path()});
        base::check(done.ok(), "the command starts");
        return done;
    }
};

std::string installed(std::initializer_list<const char*> names) {
#ifdef __x86_64__
    for (const char* name : names)
        if (!base::find_program(name).empty()) return name;
#endif
    return {};
}

// Without a limit clang names no passes, and all are on.
bool gvn_runs(const std::string& said) {
    if (said.find("BISECT:") == said.npos) return true;
    const size_t at = said.find(") GVNPass on answer");
    const size_t line = at == said.npos ? at : said.rfind("BISECT: ", at);
    return line != said.npos && said.substr(line, 15) == "BISECT: running";
}

// "tree-mergephi1   :  ON", and not "ON (FORCED_OFF)".
bool is_on(const std::string& said, const std::string& pass) {
    const size_t at = said.find(pass + " ");
    if (at == said.npos) return false;
    const std::string line = said.substr(at, said.find('\n', at) - at);
    return line.find("ON") != line.npos && line.find("FORCED_OFF") == line.npos;
}
bool merge_phi_runs(const std::string& said) { return is_on(said, "tree-mergephi1"); }
bool first_fre_runs(const std::string& said) { return is_on(said, "tree-fre1"); }

TEST(CulpritOfRealCompilers, ClangsPassIsNamed) {
    const std::string clang = installed({"clang", "clang-14", "clang-19"});
    if (clang.empty()) GTEST_SKIP() << "no clang for x86-64";
    Double wrong(clang, "", gvn_runs);
    const auto culprit = culprit_of_clang([&](const auto& added) { return wrong.ask(added); });
    ASSERT_TRUE(culprit) << culprit.error().message;
    EXPECT_EQ(culprit->pass, "GVNPass") << culprit->how;
    EXPECT_LT(wrong.asked, 15u);
}

TEST(CulpritOfRealCompilers, GccsFlagIsNamed) {
    const std::string gcc = installed({"gcc-12", "gcc"});
    if (gcc.empty()) GTEST_SKIP() << "no gcc for x86-64";
    Double wrong(gcc, "-fdump-passes", first_fre_runs);
    const auto culprit =
        culprit_of_gcc({"-ftree-ccp", "-ftree-dce", "-ftree-fre", "-ftree-pre", "-ftree-vrp", "-fgcse"},
                       [&](const auto& added) { return wrong.ask(added); });
    ASSERT_TRUE(culprit) << culprit.error().message;
    EXPECT_EQ(culprit->pass, "tree-fre") << culprit->how;
    EXPECT_THAT(culprit->workaround, ElementsAre("-fno-tree-fre"));
}

TEST(CulpritOfRealCompilers, GccsPassWithoutAFlagIsNamed) {
    const std::string gcc = installed({"gcc-12", "gcc"});
    if (gcc.empty()) GTEST_SKIP() << "no gcc for x86-64";
    Double wrong(gcc, "-fdump-passes", merge_phi_runs);
    const auto culprit =
        culprit_of_gcc({"-ftree-ccp", "-ftree-vrp"}, [&](const auto& added) { return wrong.ask(added); });
    ASSERT_TRUE(culprit) << culprit.error().message;
    EXPECT_EQ(culprit->pass, "tree-mergephi1") << culprit->how;
    EXPECT_THAT(culprit->how, HasSubstr("-fdisable-tree-mergephi1"));
}

TEST(CulpritOfRealCompilers, WhatNoSwitchFixesIsUnattributed) {
    const std::string clang = installed({"clang", "clang-14", "clang-19"});
    if (clang.empty()) GTEST_SKIP() << "no clang for x86-64";
    Double wrong(clang, "", [](const std::string&) { return true; });
    const auto culprit = culprit_of_clang([&](const auto& added) { return wrong.ask(added); });
    ASSERT_TRUE(culprit) << culprit.error().message;
    EXPECT_EQ(culprit->pass, std::nullopt);
    EXPECT_THAT(culprit->how, HasSubstr("without any pass"));
}

} // namespace
} // namespace assay::triage
