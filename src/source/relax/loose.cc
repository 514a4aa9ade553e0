#include "source/relax/loose.h"

#include "base/process.h"
#include "source/edits.h"
#include "source/relax/analysis.h"
#include "source/relax/parse_once.h"
#include "toolchain/companions.h"
#include "toolchain/rungs.h"

#include <fmt/format.h>

namespace assay::source::relax {
namespace {

using base::Error;
using base::Result;
using choice::Option;
using choice::SiteOf;

constexpr SiteOf kIndex{"relax.index", Option{false, "kept", 49}, Option{true, "loose", 1}};

// One build and run of a rung of the ladder.
struct Watch {
    std::string name;
    std::vector<std::string> compile, run;
};

// The rungs at which a program runs, with compilers of this machine as they are. An Error: one is missing.
Result<std::vector<Watch>> watches() {
    using Kind = toolchain::Rung::Kind;
    const auto gcc = toolchain::compiler_here("gcc"), clang = toolchain::compiler_here("clang");
    if (!gcc) return Error{"gcc is missing"};
    const auto call = [](const toolchain::Companions& compiler, const std::vector<std::string>& options) {
        std::vector<std::string> words{compiler.path};
        words.insert(words.end(), options.begin(), options.end());
        return words;
    };
    const std::vector<toolchain::Rung> rungs = toolchain::rungs("c");
    std::vector<Watch> all{{"UBSan or ASan", call(*gcc, toolchain::shared_options(rungs)), {"./watched"}}};
    for (const toolchain::Rung& rung : rungs) {
        if (rung.kind == Kind::Sanitizer && !rung.shares) {
            if (!clang) return Error{"clang is missing"};
            all.push_back(
                {fmt::format("the {} sanitizer", rung.sanitizer), call(*clang, rung.options), {"./watched"}});
        } else if (rung.kind == Kind::Valgrind) {
            std::vector<std::string> run = toolchain::valgrind_command();
            if (base::find_program(run.front()).empty()) return Error{run.front() + " is missing"};
            run.emplace_back("./watched");
            all.push_back({"valgrind", call(*gcc, rung.options), std::move(run)});
        }
    }
    return all;
}

} // namespace

Result<std::string> with_loose_indexes(sandbox::Sandbox& sandbox, const Subject& subject,
                                       choice::Choices& choices) {
    auto text = preprocessed(sandbox, subject);
    if (!text) return text.error();
    auto parser = parse_once(*text, subject.options);
    if (!parser) return Error{"it is not C that Clang accepts: " + parser.error().message};
    const auto subscripts = parser->subscripts();
    if (!subscripts) return subscripts.error();
    std::vector<Edit> edits;
    for (const Subscript& subscript : *subscripts)
        if (choices.pick(kIndex)) edits.push_back({subscript.index, choices.element(subscript.others)});
    return with_edits(*text, std::move(edits));
}

Result<std::string> alarm_of(sandbox::Sandbox& sandbox, const std::string& text, const Behaviour& expected) {
    sandbox::Limits limits;
    limits.address_space = false;
    if (auto written = sandbox.write("watched.c", text); !written) return written.error();
    const auto all = watches();
    if (!all) return all.error().message;
    for (const Watch& watch : *all) {
        std::vector<std::string> argv = watch.compile;
        argv.insert(argv.end(), {"-w", "-g", "watched.c", "-o", "watched", "-lm"});
        auto built = sandbox.run({.argv = argv, .limits = limits});
        if (!built) return built.error();
        if (!built->ok()) return fmt::format("it does not compile for {}", watch.name);
        auto ran =
            sandbox.run({.argv = watch.run,
                         .environment = {"ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1"},
                         .limits = limits});
        if (!ran) return ran.error();
        if (ran->ending != testcase::Ending::Exited || ran->code != expected.exit || ran->out != expected.out)
            return watch.name;
    }
    return std::string();
}

std::vector<const choice::Site*> loose_sites() { return {&kIndex}; }

} // namespace assay::source::relax
