#include "source/relax/method.h"

#include "generate/external/csmith.h"
#include "sandbox/on_demand.h"
#include "source/relax/analysis.h"
#include "source/relax/loose.h"
#include "testcase/group_method.h"

#include <fmt/format.h>
#include <optional>

namespace assay::source::relax {
namespace {

using base::Error;
using base::Result;
using choice::Choices;
using choice::Option;
using choice::SiteOf;
using testcase::Settings;
using testcase::TestCase;
using testcase::TestGroup;

constexpr const char *kName = "relax", *kForm = "form"; // in the origin of its tests

// Which of Csmith's restrictions are relaxed beside the wrappers.
enum class Loose : uint8_t { Nothing, Null, Index };

constexpr SiteOf kLoose{"relax.loose", Option{Loose::Nothing, "nothing", 8}, Option{Loose::Null, "null", 1},
                        Option{Loose::Index, "index", 1}};

class Relax : public testcase::GroupMethod {
  public:
    std::string_view name() const override { return kName; }
    std::string_view summary() const override {
        return "a Csmith program with and without its redundant safe-math wrappers, in five forms";
    }
    std::vector<const choice::Site*> sites() const override {
        std::vector<const choice::Site*> all = form_sites();
        for (const choice::Site* site : loose_sites()) all.push_back(site);
        all.push_back(&kLoose);
        return all;
    }
    std::vector<std::string> targets(std::string_view) const override { return {"lp64"}; }
    std::vector<testcase::Setting> settings_for(std::string_view) const override {
        return {{"standard", generate::external::csmith_standards(),
                 "as in -std=; otherwise the method chooses"}};
    }
    std::string_view member_setting() const override { return kForm; }
    std::vector<testcase::Lack> lacks() const override {
        std::vector<testcase::Lack> all;
        for (std::string missing : {generate::external::csmith_missing(), analysis_missing()})
            if (!missing.empty()) all.push_back({true, "", std::move(missing)});
        return all;
    }
    const choice::Tally& tally() const override { return tally_; }

    Result<TestGroup> make_group(uint64_t seed, const Settings& settings) override;
    void stop() override {
        sandbox_.stop();
        csmith_->stop();
        null_csmith_->stop();
    }

  private:
    choice::Tally tally_;
    sandbox::OnDemand sandbox_;
    std::unique_ptr<testcase::Method> csmith_ = generate::external::make_csmith();
    std::unique_ptr<testcase::Method> null_csmith_ =
        generate::external::make_csmith_with({"--null-ptr-deref-prob", "3"});

    Result<TestGroup> forms_of(sandbox::Sandbox& sandbox, const TestCase& test, Subject& subject, Loose loose,
                               const Choices& choices);
};

Result<TestGroup> Relax::make_group(uint64_t seed, const Settings& settings) {
    if (settings.language != "c") return Error{fmt::format("relax makes c, not '{}'", settings.language)};
    if (settings.target != "lp64") return Error{"relax runs its programs here, so it makes lp64 alone"};
    if (const std::string missing = analysis_missing(); !missing.empty()) return Error{missing};
    choice::Session session(settings.policy);
    Choices choices = Choices(session, seed).fork("relax");
    const Loose loose = choices.pick(kLoose);
    auto test = (loose == Loose::Null ? null_csmith_ : csmith_)->make(seed, settings);
    if (!test) return test.error();
    auto sandbox = sandbox_.get();
    if (!sandbox) return sandbox.error();
    test->origin = {std::string(name()), seed, settings.changed(), {}};
    Subject subject{test->files, {}};
    subject.limit = std::chrono::seconds(1); // a hunt gives a program a few times that, and then it hangs
    if (!test->standard.empty()) subject.options.push_back("-std=" + test->standard);
    auto group = forms_of(**sandbox, *test, subject, loose, choices);
    tally_.merge(session.tally());
    return group;
}

Result<TestGroup> Relax::forms_of(sandbox::Sandbox& sandbox, const TestCase& test, Subject& subject,
                                  Loose loose, const Choices& choices) {
    if (loose == Loose::Index) {
        Choices own = choices.fork("index");
        auto text = with_loose_indexes(sandbox, subject, own);
        if (!text) return text.error();
        subject.files = {{test.sources[0], std::move(*text)}};
    }
    auto analysis = analyse(sandbox, subject);
    if (!analysis) {
        if (sandbox.broken()) return analysis.error();
        if (loose == Loose::Nothing) return nothing(analysis.error().message);
        // It does not end or has no meaning, but a compiler must survive it.
        auto text = preprocessed(sandbox, subject);
        if (!text) return text.error();
        TestCase made = test;
        made.files = {{test.sources[0], std::move(*text)}};
        made.promises = {};
        return TestGroup{{made}};
    }
    const std::vector<Program> programs = five_forms(*analysis, choices);
    testcase::Promises promises{true, true, true};
    if (loose != Loose::Nothing) {
        auto alarm = alarm_of(sandbox, programs[2].text, analysis->seen);
        if (!alarm) return alarm.error();
        if (!alarm->empty()) promises = {};
    }
    TestGroup group;
    for (const Program& program : programs) {
        TestCase made = test;
        made.files = {{test.sources[0], program.text}};
        made.promises = promises;
        // What Csmith's own program was seen to do, unoptimised, by both witnesses.
        if (promises.no_ub) expect(made, analysis->seen);
        if (!group.tests.empty()) made.origin.settings[kForm] = program.name;
        group.tests.push_back(std::move(made));
    }
    return group;
}

} // namespace

TestCase form_test(const Subject& subject, const Analysis& analysis, const Program& program, uint64_t seed) {
    TestCase test = test_of(subject);
    test.files = {{subject.files[0].name, program.text}};
    expect(test, analysis.seen);
    test.origin = {kName, seed, {{kForm, program.name}}, {}};
    return test;
}

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Relax>(); }

} // namespace assay::source::relax
