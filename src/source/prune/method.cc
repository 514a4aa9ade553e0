#include "source/prune/method.h"

#include "base/file.h"
#include "generate/external/csmith.h"
#include "generate/models.h"
#include "generate/registry.h"
#include "sandbox/on_demand.h"
#include "source/prune/analysis.h"
#include "source/prune/model_variants.h"
#include "source/prune/variant.h"
#include "testcase/group_method.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;
using choice::Choices;
using choice::Option;
using choice::SiteOf;
using testcase::Settings;
using testcase::TestCase;
using testcase::TestGroup;
namespace fs = std::filesystem;

enum class From : uint8_t { Csmith, Model, Folder };

constexpr SiteOf kFrom{"prune.from", Option{From::Csmith, "csmith", 3}, Option{From::Model, "model", 1},
                       Option{From::Folder, "folder", 4}};

constexpr uint64_t kMeanVariants = 8;
constexpr const char *kName = "prune", *kVariant = "variant"; // in the origin of its tests

class Prune : public testcase::GroupMethod {
  public:
    std::string_view name() const override { return kName; }
    std::string_view summary() const override {
        return "a program (Csmith's, a folder's, a model) and variants that differ in what never runs";
    }
    std::vector<const choice::Site*> sites() const override {
        std::vector<const choice::Site*> all = variant_sites();
        all.push_back(&kFrom);
        return all;
    }
    const choice::Tally& tally() const override { return tally_; }
    std::string_view member_setting() const override { return kVariant; }
    std::vector<testcase::Lack> lacks() const override;
    // Those of grow are for programs that start from a model.
    std::vector<testcase::Setting> settings_for(std::string_view language) const override {
        std::vector<testcase::Setting> all = generate::methods().make("grow")->settings_for(language);
        all.push_back(
            {"programs", {}, "a folder of C programs to start from", testcase::Setting::Kind::Folder});
        return all;
    }

    Result<TestGroup> make_group(uint64_t seed, const Settings& settings) override;
    void stop() override;

  private:
    choice::Tally tally_;
    sandbox::OnDemand sandbox_;
    std::mutex mutex_; // of the next
    std::map<std::string, std::unique_ptr<testcase::Method>> seeds_;

    testcase::Method& seed_method(const std::string& name) {
        const std::lock_guard lock(mutex_);
        auto& known = seeds_[name];
        if (!known) known = generate::methods().make(name);
        return *known;
    }
    Result<TestGroup> from_model(uint64_t seed, Settings settings, const Choices& choices);
    Result<TestGroup> from_text(const TestCase& test, const Choices& choices);
    static Result<TestCase> one_of_folder(const Settings& settings, Choices& choices);
};

void Prune::stop() {
    sandbox_.stop();
    const std::lock_guard lock(mutex_);
    for (const auto& [name, method] : seeds_) method->stop();
}

std::vector<testcase::Lack> Prune::lacks() const {
    std::vector<testcase::Lack> all;
    const auto add = [&](std::string effect, const std::string& why) {
        if (!why.empty()) all.push_back({false, std::move(effect), why});
    };
    add("prune starts from programs of grow alone or of --programs", generate::external::csmith_missing());
    add("prune starts from programs of grow alone", parser_missing());
    add("prune starts from programs of grow alone", laboratory_missing());
    return all;
}

Result<TestGroup> Prune::make_group(uint64_t seed, const Settings& settings) {
    if (settings.language != "c") return Error{fmt::format("prune makes c, not '{}'", settings.language)};
    choice::Session session(settings.policy);
    Choices choices = Choices(session, seed).fork("prune");
    const bool text = parser_missing().empty() && settings.target == "lp64";
    choice::Mask possible = text ? kFrom.all() : choice::Mask::one(1);
    if (settings["programs"].empty()) possible &= choice::Mask::first(2);
    if (!generate::external::csmith_missing().empty()) possible -= kFrom.only(From::Csmith);
    const From from = choices.pick(kFrom, possible);
    Result<TestGroup> group = Error{""};
    if (from == From::Model) {
        group = from_model(seed, settings, choices);
    } else {
        Choices which = choices.fork("which");
        auto test = from == From::Csmith ? seed_method("csmith").make(seed, settings)
                                         : one_of_folder(settings, which);
        if (!test) return test.error();
        group = from_text(*test, choices);
    }
    if (!group) return group;
    tally_.merge(session.tally());
    for (size_t i = 0; i < group->tests.size(); ++i) {
        testcase::Origin& origin = group->tests[i].origin;
        origin = {std::string(name()), seed, settings.changed(), {}};
        if (i > 0) origin.settings[kVariant] = std::to_string(i + 1);
    }
    return group;
}

Result<TestGroup> Prune::from_model(uint64_t seed, Settings settings, const Choices& choices) {
    settings.policy = {};
    auto test = seed_method("grow").make(seed, settings);
    if (!test) return test.error();
    auto model = generate::model_of(*test);
    if (!model) return model.error();
    if (!*model) return nothing("its model is not at hand");
    Choices number = choices.fork("count");
    TestGroup group{model_variants(*test, **model, draw_count(kMeanVariants, number), choices)};
    return group.tests.empty() ? nothing("all of its model runs") : group;
}

Result<TestGroup> Prune::from_text(const TestCase& test, const Choices& choices) {
    auto sandbox = sandbox_.get();
    if (!sandbox) return sandbox.error();
    Subject subject{test.files, {}, {Input{}}};
    auto analysis = analyse(**sandbox, subject);
    if (!analysis && (*sandbox)->broken()) return analysis.error();
    if (!analysis) return nothing(analysis.error().message);
    Choices number = choices.fork("count");
    const uint64_t count = draw_count(kMeanVariants, number);
    TestGroup group;
    for (Variant& variant : make_variants(analysis->parser, analysis->life, count, choices).variants) {
        TestCase made = test;
        made.files[0].text = std::move(variant.text);
        expect(made, analysis->expected[0]);
        group.tests.push_back(std::move(made));
    }
    return group.tests.empty() ? nothing("all of it runs") : group;
}

Result<TestCase> Prune::one_of_folder(const Settings& settings, Choices& choices) {
    const std::string& folder = settings["programs"];
    auto below = base::files_below(folder);
    if (!below) return below.error();
    std::vector<std::string> files = std::move(*below);
    std::erase_if(files, [](const std::string& file) { return fs::path(file).extension() != ".c"; });
    if (files.empty()) return Error{fmt::format("{}: there are no C files in it", folder)};
    const std::string path = choices.element(files);
    auto text = base::read_file(path);
    if (!text) return text.error();
    TestCase test = test_of({{{fs::path(path).filename().string(), std::move(*text)}}, {}});
    test.standard = settings["standard"];
    return test;
}

} // namespace

TestCase variant_test(const Subject& subject, const Analysis& analysis, const Variant& variant, size_t input,
                      uint64_t seed, uint64_t number) {
    TestCase test = test_of(subject, input);
    test.files[0].text = variant.text;
    expect(test, analysis.expected[input]);
    test.origin = {kName, seed, {{kVariant, std::to_string(number)}}, {}};
    return test;
}

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Prune>(); }

} // namespace assay::source::prune
