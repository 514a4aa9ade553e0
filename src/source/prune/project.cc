#include "source/prune/project.h"

#include "base/file.h"
#include "base/process.h"
#include "source/laboratory.h"
#include "source/prune/project_finding.h"
#include "source/prune/project_subjects.h"
#include "source/prune/variant.h"
#include "source/prune/wrapper.h"
#include "toolchain/companions.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;

const char* const kTestsFail = "the tests fail";

// A setup with which the project itself passes.
struct Baseline {
    std::string setup;
    std::string compiler; // with its full path
    std::vector<std::string> options;
    double seconds = 0, test_seconds = 0; // to build the project itself, and to test it
};

class Workshop {
  public:
    Workshop(const Project& project, const choice::Choices& choices,
             const std::function<void(const std::string&)>& tell)
        : project_(project), yard_(project), choices_(choices), tell_(tell) {}

    Result<ProjectResult> run();

  private:
    const Project& project_;
    const Yard yard_;
    const choice::Choices& choices_;
    const std::function<void(const std::string&)>& tell_;
    ProjectResult result_;
    std::vector<ProjectSubject> subjects_;
    std::vector<Baseline> baselines_;

    std::string wrapper_of(const std::string& setup) const {
        return yard_.place("wrap-" + one_word(setup)); // it stands in CC
    }
    Result<void> find_baselines();
    struct Variant {
        std::string patch;
        std::vector<std::string> paths; // of what it changes
    };
    Result<Variant> make_variant(uint64_t number, const std::string& tree);
    struct Complaint {
        std::string what, said; // nothing: it passes
    };
    Result<Complaint> try_variant(const std::string& tree, const Baseline& baseline) const;
    Result<bool> runs_by_chance(const Variant& variant);
    Result<void> judge(uint64_t number, const std::string& tree, const Variant& variant);
};

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

// A setup under which the project itself fails says nothing about variants.
Result<void> Workshop::find_baselines() {
    for (const std::string& setup : project_.setups) {
        std::vector<std::string> words = words_of(setup);
        const std::string compiler = words.empty() ? "" : base::find_program(words[0]);
        if (compiler.empty()) return Error{fmt::format("{}: there is no such compiler", setup)};
        std::vector<std::string> options(words.begin() + 1, words.end());
        options.emplace_back("-w");
        if (auto written = write_wrapper(wrapper_of(setup), compiler, options, {}); !written) return written;
        tell_("the project itself with " + setup);
        auto tree = yard_.fresh_copy(project_.folder, "original");
        if (!tree) return tree.error();
        const Phase built = yard_.build(*tree, wrapper_of(setup));
        const Phase tested = built.ok ? yard_.test(*tree, wrapper_of(setup)) : Phase{};
        if (built.ok && tested.ok)
            baselines_.push_back({setup, compiler, options, built.seconds, tested.seconds});
        else
            result_.notes.push_back(fmt::format("{}: left out, the project itself fails with it", setup));
    }
    if (baselines_.empty()) return Error{"the project fails with every setup"};
    return {};
}

// Some of the files, in a copy of the project.
Result<Workshop::Variant> Workshop::make_variant(uint64_t number, const std::string& tree) {
    choice::Choices own = choices_.fork("project", number);
    Variant variant;
    for (size_t i = 0; i < subjects_.size(); ++i) {
        ProjectSubject& subject = subjects_[i];
        if (subjects_.size() > 1 && !own.percent(60)) continue;
        const Made made = make_variants(subject.parser, subject.life, 1, own.fork("file", i));
        subject.parser.rest();
        if (made.variants.empty()) continue;
        const std::string& text = made.variants[0].text;
        if (auto written = base::write_file(tree + "/" + subject.path, text); !written)
            return written.error();
        variant.patch += patch(subject.path, subject.parser.unit().text, text);
        variant.paths.push_back(subject.path);
        const Counts& counts = made.variants[0].counts;
        result_.changed += counts.deleted + counts.inserted + counts.replaced + counts.mutated;
    }
    return variant;
}

Result<Workshop::Complaint> Workshop::try_variant(const std::string& tree, const Baseline& baseline) const {
    auto copy = yard_.fresh_copy(tree, "built");
    if (!copy) return copy.error();
    const std::string wrapper = wrapper_of(baseline.setup);
    const Phase built = yard_.build(*copy, wrapper);
    if (!built.ok) return Complaint{"the build fails", built.said};
    if (built.seconds > project_.slow_seconds && built.seconds > project_.slow_times * baseline.seconds)
        return Complaint{
            fmt::format("slow build: {:.0f} s, usually {:.0f} s", built.seconds, baseline.seconds),
            built.said};
    const Phase tested = yard_.test_again(*copy, wrapper, baseline.test_seconds);
    if (!tested.ok) return Complaint{kTestsFail, tested.said};
    return Complaint{};
}

// Tests that draw numbers may run now and then what they did not run while they were watched.
Result<bool> Workshop::runs_by_chance(const Variant& variant) {
    tell_("a variant fails: is all that it changes dead?");
    auto alive = look_again(yard_, subjects_, result_, tell_);
    if (!alive) return alive.error();
    return std::ranges::any_of(variant.paths, [&](const std::string& path) {
        return std::ranges::find(*alive, path) != alive->end();
    });
}

// What fails is tried once more: a test that fails by chance is nobody's bug.
Result<void> Workshop::judge(uint64_t number, const std::string& tree, const Variant& variant) {
    std::vector<std::pair<const Baseline*, Complaint>> failed;
    std::vector<std::string> passed;
    for (const Baseline& baseline : baselines_) {
        tell_(fmt::format("variant {} with {}", number, baseline.setup));
        auto complaint = try_variant(tree, baseline);
        if (!complaint) return complaint.error();
        const std::string first = complaint->what;
        if (!first.empty()) complaint = try_variant(tree, baseline);
        if (!complaint) return complaint.error();
        if (!complaint->what.empty()) {
            failed.emplace_back(&baseline, std::move(*complaint));
            continue;
        }
        passed.push_back(baseline.setup);
        if (!first.empty())
            result_.notes.push_back(fmt::format("variant {} with {}: {}, but not when it is tried again",
                                                number, baseline.setup, first));
    }
    if (std::ranges::any_of(failed, [](const auto& one) { return one.second.what == kTestsFail; })) {
        auto chance = runs_by_chance(variant);
        if (!chance) return chance.error();
        if (*chance) {
            result_.notes.push_back(
                fmt::format("variant {}: the tests fail, but it changed what runs now and then", number));
            return {};
        }
    }
    for (const auto& [baseline, complaint] : failed) {
        ProjectFinding finding{number, baseline->setup, complaint.what, "", passed};
        auto folder = write_finding(
            project_, {finding, baseline->compiler, baseline->options, complaint.said, variant.patch});
        if (!folder) return folder.error();
        finding.folder = *folder;
        tell_(fmt::format("variant {} with {}: {}", number, finding.setup, finding.what));
        result_.findings.push_back(std::move(finding));
    }
    return {};
}

Result<ProjectResult> Workshop::run() {
    auto subjects = find_subjects(yard_, result_, tell_);
    if (!subjects) return subjects.error();
    subjects_ = std::move(*subjects);
    if (auto done = find_baselines(); !done) return done.error();
    for (uint64_t number = 1; number <= project_.variants; ++number) {
        auto tree = yard_.fresh_copy(project_.folder, "variant");
        if (!tree) return tree.error();
        auto variant = make_variant(number, *tree);
        if (!variant) return variant.error();
        if (variant->patch.empty()) continue;
        ++result_.variants;
        const std::string file = yard_.place(fmt::format("variant-{}.patch", number));
        if (auto written = base::write_file(file, variant->patch); !written) return written.error();
        if (auto judged = judge(number, *tree, *variant); !judged) return judged.error();
    }
    return std::move(result_);
}

} // namespace

std::vector<std::string> default_setups() {
    std::vector<std::string> setups;
    for (const char* family : {"gcc", "clang"})
        if (const auto compiler = toolchain::compiler_here(family))
            for (const char* level : {"-O0", "-O2", "-O3"})
                setups.push_back(fmt::format("{} {}", compiler->name, level));
    return setups;
}

Result<ProjectResult> prune_project(const Project& project, const choice::Choices& choices,
                                    const std::function<void(const std::string&)>& tell) {
    if (const std::string missing = parser_missing(); !missing.empty()) return Error{missing};
    if (const std::string missing = laboratory_missing(); !missing.empty()) return Error{missing};
    Project absolute = project;
    const auto full = [&](const std::string& folder) {
        std::string path = base::absolute_path(folder);
        if (path.size() > 1 && path.ends_with('/')) path.pop_back();
        return path;
    };
    absolute.folder = full(project.folder);
    absolute.out = full(project.out);
    if (!base::is_folder(absolute.folder)) return Error{project.folder + ": there is no such folder"};
    if (absolute.out.starts_with(absolute.folder + "/")) return Error{"--out must not be inside the project"};
    return Workshop(absolute, choices, tell).run();
}

} // namespace assay::source::prune
