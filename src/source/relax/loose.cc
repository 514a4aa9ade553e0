#include "source/relax/loose.h"

#include "base/process.h"
#include "source/edits.h"
#include "source/relax/analysis.h"
#include "source/relax/parse_once.h"

#include <fmt/format.h>

namespace assay::source::relax {
namespace {

using base::Error;
using base::Result;
using choice::Option;
using choice::SiteOf;

constexpr SiteOf kIndex{"relax.index", Option{false, "kept", 49}, Option{true, "loose", 1}};

struct Watch {
    const char* name;
    std::vector<std::string> compile;
    std::vector<std::string> run;
};

const std::vector<Watch>& watches() {
    static const std::vector<Watch> all{
        {"UBSan or ASan",
         {"gcc", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"},
         {"./watched"}},
        {"MSan", {"clang-14", "-O1", "-fsanitize=memory"}, {"./watched"}},
        {"valgrind",
         {"gcc", "-O0"},
         {"valgrind", "-q", "--error-exitcode=99", "--leak-check=no", "./watched"}},
    };
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
    for (const Watch& watch : watches()) {
        for (const std::string& tool : {watch.compile[0], watch.run[0]})
            if (!tool.starts_with("./") && base::find_program(tool).empty())
                return fmt::format("{} is missing", tool);
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
            return std::string(watch.name);
    }
    return std::string();
}

std::vector<const choice::Site*> loose_sites() { return {&kIndex}; }

} // namespace assay::source::relax
