#include "generate/model/model_method.h"

#include "print/batch.h"
#include "program/text.h"

#include <fmt/format.h>

namespace assay::generate {

using base::Error;
using base::Result;
using choice::Choices;
using testcase::Settings;
using testcase::TestCase;

std::vector<std::string> standards_of(std::string_view language) {
    std::vector<std::string> names;
    for (const program::Standard standard : program::all_standards())
        if (is_cxx(standard) == (language == "c++")) names.emplace_back(name_of(standard));
    if (language == "c") names.emplace_back("c23"); // what c2x became
    return names;
}

std::vector<std::string> names_of(const choice::Site& site) {
    std::vector<std::string> names;
    for (const choice::Alternative& alternative : site.alternatives()) names.emplace_back(alternative.name);
    return names;
}

namespace {

Result<Size> size_named(const PlanSites& sites, const std::string& name) {
    for (size_t i = 0; i < sites.size.size(); ++i)
        if (sites.size.alternatives()[i].name == name) return sites.size.value(i);
    return Error{fmt::format("unknown size '{}': use tiny, small, medium or large", name)};
}

Result<print::Layout> layout_named(const PlanSites& sites, const std::string& name) {
    for (size_t i = 0; i < sites.layout.size(); ++i)
        if (sites.layout.alternatives()[i].name == name) return sites.layout.value(i);
    return Error{fmt::format("unknown layout '{}': use one, three or functions", name)};
}

Result<void> choose_platform(std::string_view method, const Settings& settings, const PlanSites& sites,
                             Choices& c, program::Platform& platform) {
    if (settings.language != "c" && settings.language != "c++")
        return Error{fmt::format("{} makes c and c++, not '{}'", method, settings.language)};
    const bool cxx = settings.language == "c++";
    auto target = program::target_named(settings.target);
    if (!target) return target.error();
    platform.target = *target;
    if (settings["dialect"] == "plain")
        platform.target.has_int128 = false;
    else if (!settings["dialect"].empty())
        return Error{fmt::format("unknown dialect '{}': use plain", settings["dialect"])};
    platform.standard = cxx ? c.pick(sites.cxx) : c.pick(sites.c);
    const std::string& wanted = settings["standard"];
    if (wanted.empty()) return {};
    auto standard = program::standard_named(wanted);
    if (!standard) return standard.error();
    if (is_cxx(*standard) != cxx)
        return Error{fmt::format("'{}' is no standard of {}", wanted, settings.language)};
    platform.standard = *standard;
    return {};
}

} // namespace

Result<ModelPlan> plan_model(std::string_view method, const Settings& settings, const PlanSites& sites,
                             Choices& c) {
    ModelPlan plan;
    if (auto chosen = choose_platform(method, settings, sites, c, plan.platform); !chosen)
        return chosen.error();
    plan.size = c.pick(sites.size);
    if (const std::string& wanted = settings["size"]; !wanted.empty()) {
        auto size = size_named(sites, wanted);
        if (!size) return size.error();
        plan.size = *size;
    }
    choice::Mask layouts = sites.layout.all();
    if (plan.size == Size::Large)
        layouts = sites.layout.all_but(print::Layout::PerFunction);                   // too many files
    if (plan.size == Size::Tiny) layouts = sites.layout.only(print::Layout::OneFile); // too little in each
    plan.print.layout = c.pick(sites.layout, layouts);
    if (const std::string& wanted = settings["layout"]; !wanted.empty()) {
        auto layout = layout_named(sites, wanted);
        if (!layout) return layout.error();
        plan.print.layout = *layout;
    }
    plan.print.harness = c.pick(sites.harness);
    const std::string& harness = settings["harness"];
    if (harness == "checksum")
        plan.print.harness = print::Harness::Checksum;
    else if (harness == "selfcheck")
        plan.print.harness = print::Harness::SelfCheck;
    else if (!harness.empty())
        return Error{fmt::format("unknown harness '{}': use checksum or selfcheck", harness)};
    plan.print.full_parentheses = c.pick(sites.parentheses);
    return plan;
}

std::vector<testcase::Setting> ModelMethod::settings_for(std::string_view language) const {
    const PlanSites sites = plan_sites();
    return {{"standard", standards_of(language), "as in -std=; otherwise the method chooses"},
            {"size", names_of(sites.size), "tiny, small, medium or large; otherwise a mix"},
            {"harness", names_of(sites.harness), "checksum or selfcheck; otherwise a mix"},
            {"layout", names_of(sites.layout),
             "one (file), three or functions (a file for each); otherwise a mix"},
            {"dialect", {"plain"}, "plain: without extensions of the language"},
            {"policies",
             {"off"},
             "without generation policies, to measure them",
             testcase::Setting::Kind::Switch}};
}

Result<Recipe> ModelMethod::recipe(uint64_t seed, const Settings& settings) {
    auto made = model(seed, settings, false);
    if (!made) return made.error();
    return Recipe{program::save(made->program)};
}

Result<TestCase> ModelMethod::make(uint64_t seed, const Settings& settings) {
    auto made = model(seed, settings, false);
    if (!made) return made.error();
    return as_test(print::print(made->program, made->meaning, made->print), made->program.platform, seed,
                   settings);
}

Settings ModelMethod::batch_settings(uint64_t first, const Settings& settings) {
    Settings common = settings;
    common.set("harness", "checksum");
    common.set("layout", "one"); // alone it must not hide from inlining what it showed among others
    if (!common["standard"].empty()) return common;
    choice::Session session;
    Choices c = Choices(session, first).fork("batch");
    const PlanSites sites = plan_sites();
    common.set("standard",
               std::string(name_of(settings.language == "c++" ? c.pick(sites.cxx) : c.pick(sites.c))));
    return common;
}

Result<TestCase> ModelMethod::make_batch(uint64_t first, uint64_t count, const Settings& settings) {
    const Settings common = batch_settings(first, settings);
    std::vector<Model> all;
    std::vector<print::BatchPart> parts;
    for (uint64_t i = 0; i < count; ++i) {
        auto made = model(first + i, common, false);
        if (!made) return made.error();
        all.push_back(std::move(*made));
    }
    for (const Model& each : all)
        parts.push_back({&each.program, &each.meaning, fmt::format("{}-{}", name(), first + parts.size())});
    print::Options style = all[0].print;
    style.sugar = {};
    TestCase test = as_test(print::print_batch(parts, style), all[0].program.platform, first, common);
    test.origin.settings["batch"] = std::to_string(count);
    return test;
}

TestCase ModelMethod::as_test(print::Printed printed, const program::Platform& platform, uint64_t seed,
                              const Settings& settings) const {
    TestCase test;
    for (print::File& file : printed.files)
        test.files.push_back({std::move(file.name), std::move(file.text)});
    test.sources = std::move(printed.sources);
    test.support = std::move(printed.support);
    test.language = settings.language;
    test.standard = name_of(platform.standard);
    test.target = name_of(platform.target);
    test.expected = std::move(printed.expected);
    test.promises = {true, true, true};
    test.origin.method = name();
    test.origin.seed = seed;
    test.origin.settings = settings.changed();
    return test;
}

} // namespace assay::generate
