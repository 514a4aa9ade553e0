#include "source/relax/method.h"

#include "generate/registry.h"
#include "sandbox/sandbox.h"
#include "source/relax/analysis.h"

#include <fmt/format.h>
#include <optional>

namespace assay::source::relax {
namespace {

using base::Error;
using base::Result;
using choice::Choices;
using testcase::Settings;
using testcase::TestCase;
using testcase::TestGroup;

class Relax : public testcase::Method {
  public:
    std::string_view name() const override { return "relax"; }
    std::string_view summary() const override {
        return "a Csmith program with and without its redundant safe-math wrappers, in five forms";
    }
    std::vector<const choice::Site*> sites() const override { return form_sites(); }
    const choice::Tally& tally() const override { return tally_; }

    Result<TestCase> make(uint64_t seed, const Settings& settings) override {
        auto group = make_group(seed, settings);
        if (!group) return group.error();
        if (group->tests.empty())
            return Error{fmt::format("relax: seed {} gave nothing: {}", seed, refusal_)};
        return std::move(group->tests.front());
    }
    Result<TestGroup> make_group(uint64_t seed, const Settings& settings) override;

  private:
    choice::Tally tally_;
    std::optional<sandbox::Sandbox> sandbox_;
    std::unique_ptr<testcase::Method> csmith_ = generate::method_named("csmith");
    std::string refusal_; // why the last seed gave nothing
};

Result<TestGroup> Relax::make_group(uint64_t seed, const Settings& settings) {
    refusal_.clear();
    if (settings.language != "c") return Error{fmt::format("relax makes c, not '{}'", settings.language)};
    if (settings.target != "lp64") return Error{"relax runs its programs here, so it makes lp64 alone"};
    if (const std::string missing = analysis_missing(); !missing.empty()) return Error{missing};
    auto test = csmith_->make(seed, settings);
    if (!test) return test.error();
    if (!sandbox_) {
        auto opened = sandbox::Sandbox::open();
        if (!opened) return opened.error();
        sandbox_ = std::move(*opened);
    }
    Subject subject{test->files, {}};
    if (!test->standard.empty()) subject.options.push_back("-std=" + test->standard);
    auto analysis = analyse(*sandbox_, subject);
    if (!analysis) {
        refusal_ = analysis.error().message;
        return TestGroup{};
    }
    choice::Session session(settings.policy);
    TestGroup group;
    for (Program& program : five_forms(*analysis, Choices(session, seed).fork("relax"))) {
        TestCase made = *test;
        made.files = {{test->sources[0], std::move(program.text)}};
        made.promises = {true, true, true};
        made.origin = {std::string(name()), seed, settings.changed(), {}};
        if (!group.tests.empty()) made.origin.settings["form"] = program.name;
        group.tests.push_back(std::move(made));
    }
    tally_.merge(session.tally());
    return group;
}

} // namespace

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Relax>(); }

} // namespace assay::source::relax
