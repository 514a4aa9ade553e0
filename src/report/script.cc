// Bundles: a script in the way of C-Reduce and C-Vise, so that anybody can go on with the program.
#include "base/shell.h"
#include "base/words.h"
#include "report/bundle.h"
#include "toolchain/rungs.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::report {
namespace {

using base::concat;
using base::shell_line;
using base::shell_word;
using testcase::Kind;
using Words = std::vector<std::string>;

// What stays the same of a crash's message: a line of it without places in the program.
std::string mark_of(const Case& one) {
    std::string mark = one.title.substr(0, one.title.find('\n'));
    mark.resize(std::min(mark.find(" ("), mark.size()));
    if (const size_t at = mark.find(", at "); at != mark.npos) mark.resize(at);
    return mark;
}

bool is_empty(const Calling& calling) { return calling.driver.empty() && calling.build.empty(); }

Calling wrong_of(const Case& one) {
    if (!is_empty(one.tools.wrong)) return one.tools.wrong;
    return {concat(Words{one.compiler}, one.options)};
}

// Never the compiler that is wrong, unless it is right without optimisation.
Calling right_of(const Case& one) {
    if (!is_empty(one.tools.right)) return one.tools.right;
    const bool has_levels = one.family == "gcc" || one.family == "clang";
    const bool right_plain =
        has_levels && std::ranges::find(one.diagnosis.levels, "-O0") == one.diagnosis.levels.end();
    std::string name = one.family == "gcc" ? "clang" : "gcc";
    if (right_plain) name = one.compiler;
    return {concat(Words{name}, one.plain_options())};
}

// A wrong program that runs for ever is told from one that ends by how much longer it takes than the right
// one: what loops through all integers may end after some seconds, and print what is right.
Words limit_of_wrong_run(const Case& one) {
    return {"timeout", one.tools.endless ? fmt::format("{}", one.tools.endless) : "10"};
}
Words limit_of_right_run(const Case& one) {
    return {"timeout", one.tools.endless ? fmt::format("{}", one.tools.endless / 5.0) : "10"};
}

// A shell function with these commands, each of which must succeed.
std::string function(const std::string& name, const std::vector<Words>& commands) {
    std::string text = name + "() {\n";
    for (size_t i = 0; i < commands.size(); ++i)
        text += fmt::format("    {}{}\n", shell_line(commands[i]), i + 1 < commands.size() ? " &&" : "");
    return text + "}\n";
}

// build_NAME and run_NAME.
std::string functions(const Case& one, const Calling& calling, const std::string& name,
                      const Words& before = {}, const Words& run_limit = {"timeout", "10"}) {
    std::vector<Words> build;
    for (const Words& command : calling.build) build.push_back(concat(before, command));
    if (!calling.driver.empty()) {
        const Words output = breaks_compiler(one) ? Words{"-c"} : Words{"-o", name};
        build = {concat(before, calling.driver, one.test.sources, output)};
    }
    std::string text = function("build_" + name, build);
    if (breaks_compiler(one)) return text;
    const Words run = calling.run.empty() ? Words{"./" + name} : calling.run;
    return text + function("run_" + name, {concat(run_limit, run)});
}

// The rungs of the validity ladder that one driver can climb by itself. Foreign tools break validity sooner
// than they find a small program, so it is part of the test.
std::string validity(const Case& one) {
    const std::vector<toolchain::Rung> rungs =
        toolchain::rungs(one.test.language, {.whole = false, .strict_pointers = true});
    std::string text;
    for (const toolchain::Rung& rung : rungs) {
        if (rung.kind != toolchain::Rung::Kind::Warnings || !one.tools.warns) continue;
        if (right_of(one).driver.empty()) continue;
        const Words words = concat(right_of(one).driver, rung.options, Words{"-c"}, one.test.sources);
        text += shell_line(words) + " >/dev/null 2>&1 || exit 1\n";
    }
    if (!one.tools.sanitizer.empty()) {
        const Words words = concat(one.tools.sanitizer, toolchain::shared_options(rungs), one.test.sources,
                                   Words{"-o", "sanitized"});
        text += shell_line(words) + " >/dev/null 2>&1 || exit 1\n"
                                    "timeout 20 ./sanitized >sanitized.txt 2>/dev/null || exit 1\n"
                                    "cmp -s expected.txt sanitized.txt || exit 1\n";
    }
    if (one.tools.sanitizer.empty()) text += "# No sanitizer here takes the program, so none is asked.\n";
    return "# Is it valid, as far as can be told?\n" + text;
}

std::string wrong_code_test(const Case& one) {
    return "# What is right.\n"
           "build_right >/dev/null 2>&1 || exit 1\n"
           "run_right >expected.txt 2>/dev/null || exit 1\n" +
           validity(one) +
           "# What the compiler makes of it.\n"
           "build_wrong >/dev/null 2>&1 || exit 1\n" +
           (one.tools.endless ? "run_wrong >/dev/null 2>&1\n[ $? -eq 124 ]\n"
                              : "if run_wrong >actual.txt 2>/dev/null; then\n"
                                "    ! cmp -s expected.txt actual.txt\n"
                                "else\n"
                                "    [ $? -ne 124 ]\n"
                                "fi\n");
}

std::string crash_test(const Case& one) {
    if (!one.tools.any_crash && !mark_of(one).empty())
        return fmt::format("build_wrong >said.txt 2>&1 && exit 1\ngrep -qF -- {} said.txt\n",
                           shell_word(mark_of(one)));
    return "build_wrong >said.txt 2>&1\n[ $? -ge 128 ] || grep -qiE "
           "'internal (compiler )?error|stack dump|segmentation fault|aborted|assertion|dumped core' "
           "said.txt\n";
}

std::string test_of(const Case& one) {
    switch (one.kind) {
    case Kind::WrongOutput:
    case Kind::Disagreement:
    case Kind::RunCrash: return wrong_code_test(one);
    case Kind::Crash: return crash_test(one);
    case Kind::Hang:
    case Kind::Slow:
        return "build_right >/dev/null 2>&1 || exit 1\n"
               "build_wrong >/dev/null 2>&1\n[ $? -eq 124 ]\n";
    case Kind::Reject:
        return "build_right >/dev/null 2>&1 || exit 1\n"
               "! build_wrong >/dev/null 2>&1\n";
    case Kind::Sanitizer:
        return "build_right >/dev/null 2>&1 && run_right >/dev/null 2>&1 || exit 1\n"
               "build_wrong >/dev/null 2>&1 || exit 1\n! run_wrong >/dev/null 2>&1\n";
    }
    return {};
}

} // namespace

std::string interesting_script(const Case& one) {
    const std::string file = shell_word(base::one_line(one.test.sources.front()));
    std::string text =
        fmt::format("#!/bin/sh\n# {}\n# Status 0: still interesting. Run it in a folder that has the file:\n"
                    "#     creduce ./interesting.sh {}\n#     cvise ./interesting.sh {}\n"
                    "#     assay reduce --test ./interesting.sh {}\n",
                    plain_title(one), file, file, file);
    if (!one.tools.unchecked.empty())
        text += fmt::format("# Nobody has run it yet: {}\n", base::one_line(one.tools.unchecked));
    text += "\n";
    // A compiler that is only slow is above five seconds; nothing else takes as long.
    const Words limit{"timeout", one.kind == Kind::Slow ? "5" : "10"};
    const bool timed = traits(one.kind).takes_limit;
    text += functions(one, wrong_of(one), "wrong", timed ? limit : Words{}, limit_of_wrong_run(one));
    if (one.kind != Kind::Crash) text += functions(one, right_of(one), "right", {}, limit_of_right_run(one));
    return text + "\n" + test_of(one);
}

} // namespace assay::report
