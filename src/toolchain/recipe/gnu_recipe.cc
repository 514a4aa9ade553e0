// How a test is compiled and linked by a compiler in gcc's manner.
#include "base/check.h"
#include "toolchain/families/cross.h"
#include "toolchain/families/gnu.h"
#include "toolchain/recipe/link_line.h"
#include "toolchain/text.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace assay::toolchain {
namespace {

using testcase::Setup;
using testcase::TestCase;

constexpr const char* kProgram = "prog";

std::string stem(const std::string& file) { return std::filesystem::path(file).stem().string(); }

bool has_prefix(const Words& options, std::string_view prefix) {
    return std::any_of(options.begin(), options.end(),
                       [&](const std::string& option) { return option.starts_with(prefix); });
}

class GnuRecipe {
  public:
    GnuRecipe(const Compiler& compiler, const Setup& setup, const TestCase& test)
        : compiler_(compiler), setup_(setup), test_(test), as_cxx_(contains(setup.options, "-xc++")),
          language_(as_cxx_ ? "c++" : test.language), whole_(!test.support.empty() && needs_whole()) {}

    Recipe write() {
        recipe_.sanitized = has_prefix(setup_.options, "-fsanitize=");
        recipe_.product = kProgram;
        recipe_.aids = compiler_.aids;
        if (distinct_stems()) {
            if (!whole_) shared_objects();
            objects_under_test();
            link();
        } else {
            all_at_once();
        }
        recipe_.run.argv = concat(runner_for(compiler_, setup_.options), Words{std::string("./") + kProgram});
        if (!compiler_.knows("run").empty()) { // an emulator is slow and reserves the memory of its machine
            recipe_.slow_run = 8;
            recipe_.run.limits.address_space = false;
        }
        if (recipe_.sanitized) fence_alarms();
        return std::move(recipe_);
    }

  private:
    const Compiler& compiler_;
    const Setup& setup_;
    const TestCase& test_;
    const bool as_cxx_;
    const std::string language_;
    const bool whole_; // nothing is shared with other setups
    Recipe recipe_;
    Words objects_;

    // Instrumented code wants all code instrumented; whole-program optimisation wants the whole program.
    bool needs_whole() const {
        return has_prefix(setup_.options, "-flto") || has_prefix(setup_.options, "-fsanitize=");
    }

    bool distinct_stems() const {
        std::set<std::string> stems;
        for (const std::string& source : test_.sources)
            if (!stems.insert(stem(source)).second) return false;
        return true;
    }

    Words driver() const { return concat(launch(compiler_, language_), compiler_.knows("quiet")); }

    Words standard() const {
        if (as_cxx_) return {"-std=gnu++17"};
        return test_.standard.empty() ? Words{} : Words{"-std=" + test_.standard};
    }

    Words options() const {
        Words all = setup_.options;
        if (recipe_.sanitized) all.emplace_back("-fno-sanitize-recover=all");
        return all;
    }

    Step& add(Words argv, Words outputs) {
        Step step;
        step.command.argv = std::move(argv);
        step.outputs = std::move(outputs);
        return recipe_.build.emplace_back(std::move(step));
    }

    // Named by all that decides whether an object fits: the other setups of the family find it by that name.
    void shared_objects() {
        for (const std::string& source : test_.support) {
            const std::string object =
                fmt::format("{}.{}.{}.{}.o", stem(source), joined(compiler_.knows("abi"), "-"), setup_.target,
                            as_cxx_ ? "as-c++" : language_);
            Words argv = concat(driver(), standard(), compiler_.knows("options." + setup_.target));
            if (as_cxx_) argv.emplace_back("-xc++");
            append(argv, {"-O0", "-c", source, "-o", object});
            add(std::move(argv), {object}).shared = true;
            objects_.push_back(object);
        }
    }

    void objects_under_test() {
        Words sources, objects;
        for (const std::string& source : test_.sources) {
            if (!whole_ && contains(test_.support, source)) continue;
            sources.push_back(source);
            objects.push_back(stem(source) + ".o");
        }
        Words argv = concat(driver(), standard(), options(), Words{"-c"}, sources);
        if (sources.size() == 1) append(argv, {"-o", objects[0]});
        if (!sources.empty()) add(std::move(argv), objects);
        objects_.insert(objects_.begin(), objects.begin(), objects.end());
    }

    void link() {
        Words by_driver =
            concat(launch(compiler_, language_), options(), objects_, test_.libraries, Words{"-o", kProgram});
        std::erase(by_driver, "-xc++"); // would read the objects as C++
        const Words& direct = compiler_.knows("link." + setup_.target);
        const bool plain = !direct.empty() && test_.libraries.empty() && links_plainly(setup_.options);
        Step& step = add(plain ? fill_link(direct, objects_, kProgram) : by_driver, {kProgram});
        step.inputs = objects_;
        if (plain) step.fallback = std::move(by_driver);
    }

    void all_at_once() {
        add(concat(driver(), standard(), options(), test_.sources, test_.libraries, Words{"-o", kProgram}),
            {kProgram});
    }

    void fence_alarms() {
        const std::string common =
            fmt::format("exitcode={}:abort_on_error=0:symbolize=0:color=never", kAlarmStatus);
        recipe_.run.environment = {"ASAN_OPTIONS=detect_leaks=0:" + common, "UBSAN_OPTIONS=" + common,
                                   "MSAN_OPTIONS=" + common};
        recipe_.run.limits.address_space = false;
        recipe_.slow_run *= 3;
    }
};

} // namespace

Words launch(const Compiler& compiler, std::string_view language) {
    Words argv{language == "c++" ? compiler.cxx_path : compiler.path};
    append(argv, compiler.knows("command"));
    return argv;
}

Recipe GnuFamily::recipe(const Compiler& compiler, const Setup& setup, const TestCase& test) const {
    return GnuRecipe(compiler, setup, test).write();
}

bool GnuFamily::alarm(const testcase::Execution& run) const {
    return run.ending == testcase::Ending::Exited && run.code == kAlarmStatus &&
           (has(run.err, "runtime error: ") || has(run.err, "Sanitizer"));
}

} // namespace assay::toolchain
