// Bundles: reports and tests in the style of each tracker.
#include "base/words.h"
#include "report/bundle.h"

#include "base/shell.h"
#include "toolchain/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace assay::report {
namespace {

using testcase::Kind;

// One block for each file, with a blank line between them; the caller has one above.
std::string listed(const testcase::TestCase& test) {
    std::string text;
    for (const testcase::File& file : test.files)
        text += fmt::format("{}{}```{}\n{}```\n", text.empty() ? "" : "\n",
                            test.files.size() == 1 ? "" : "`" + file.name + "`:\n\n",
                            test.language == "c++" ? "cpp" : test.language, file.text);
    return text;
}

std::string expected_text(const Case& one) {
    if (breaks_compiler(one)) return "It compiles.\n";
    if (!one.expected) return "The program ends with status 0.\n";
    if (one.expected->empty()) return "The program prints nothing and ends with status 0.\n";
    return fmt::format("The program prints\n\n```\n{}```\n", *one.expected);
}

std::string report_text(const Case& one, const std::string& head) {
    return fmt::format("{}\n## Program\n\n{}\n## What happens\n\n```\n{}```\n\n## What should happen\n\n{}\n"
                       "## Compiler\n\n```\n{}\n```\n\n## Known\n\n{}",
                       head, listed(one.test), observed_text(one), expected_text(one),
                       one.about.banner.empty() ? one.compiler : one.about.banner, facts_markdown(one));
}

// The machine as the compiler names it, and what of the options makes another one of it. Where the machine is
// not known, the data model.
std::string target_of(const Case& one) {
    if (one.about.machine.empty()) return one.test.target;
    std::string options;
    for (const std::string& option : one.options)
        if (toolchain::selects_target(option)) options += " " + option;
    return base::one_line(one.about.machine + (options.empty() ? "" : " with" + options));
}

std::string gcc_keyword(Kind kind) {
    switch (kind) {
    case Kind::WrongOutput:
    case Kind::Disagreement:
    case Kind::RunCrash: return "wrong-code";
    case Kind::Crash: return "ice-on-valid-code";
    case Kind::Hang:
    case Kind::Slow: return "compile-time-hog";
    case Kind::Reject: return "rejects-valid";
    case Kind::Sanitizer: return "sanitizer";
    }
    return {};
}

// By where the pass is, as far as its name tells.
std::string gcc_component(const Case& one) {
    const std::string hint = one.diagnosis.culprit.pass.value_or("") + " " + one.title;
    if (one.kind == Kind::Reject) return one.is_cxx() ? "c++" : "c";
    if (one.kind == Kind::Sanitizer) return "sanitizer";
    if (hint.find("rtl-") != hint.npos || hint.find("RTL pass") != hint.npos) return "rtl-optimization";
    if (hint.find("ipa-") != hint.npos) return "ipa";
    if (std::ranges::find(one.diagnosis.levels, "-O0") != one.diagnosis.levels.end()) return "middle-end";
    return "tree-optimization";
}

// "[12 Regression] ": the version before is right.
std::string regression(const Case& one) {
    if (const std::string mark = regression_mark(one.diagnosis.history); !mark.empty()) return mark;
    if (one.diagnosis.range.find("last good") == one.diagnosis.range.npos || one.about.version.empty())
        return "";
    return fmt::format("[{} Regression] ", one.about.version.substr(0, one.about.version.find('.')));
}

// For a comment.
std::string joined(const std::vector<std::string>& words) { return base::one_line(base::joined(words, " ")); }

std::string test_name(const Case& one, std::string_view extension) {
    return fmt::format("assay-{}{}", one.id, extension);
}

std::string quoted_for_dg(const std::string& text) {
    std::string quoted;
    for (const char c : text) {
        if (c == '\n')
            quoted += "(\\n|\\r\\n|\\r)";
        else if (std::string_view("[]{}()\\$*+?.|^\"").find(c) != std::string_view::npos)
            quoted += std::string("\\") + c;
        else
            quoted += c;
    }
    return quoted;
}

} // namespace

std::vector<BundleFile> plain_bundle(const Case& one) {
    const std::string head = fmt::format(
        "# {}: {}\n\n- Compiler: {} {}\n- Target: {}\n", base::one_line(one.compiler), plain_title(one),
        base::one_line(one.compiler), base::one_line(one.about.version), target_of(one));
    return {{"report.md", report_text(one, head)}};
}

std::vector<BundleFile> gcc_bundle(const Case& one) {
    const std::string summary = regression(one) + plain_title(one) + " on " + target_of(one);
    const std::string head =
        fmt::format("# {}\n\nFor https://gcc.gnu.org/bugzilla (search for duplicates first).\n\n"
                    "- Product: gcc\n- Component: {}\n- Version: {}\n- Keywords: {}\n- Target: {}\n",
                    summary, gcc_component(one), one.about.version, gcc_keyword(one.kind), target_of(one));
    return {{"report.md", report_text(one, head)}};
}

std::vector<BundleFile> llvm_bundle(const Case& one) {
    std::string summary = plain_title(one);
    if (summary.starts_with("wrong code")) summary = "Miscompile" + summary.substr(10);
    const std::string head = fmt::format(
        "# [clang {}] {}\n\nFor https://github.com/llvm/llvm-project/issues (search for duplicates "
        "first).\n\n- Labels: {}\n- Target: {}\n",
        one.about.version, summary,
        one.kind == Kind::Crash ? "crash"
        : breaks_compiler(one)  ? "clang"
                                : "miscompilation",
        target_of(one));
    return {{"report.md", report_text(one, head)}};
}

std::vector<BundleFile> dejagnu_bundle(const Case& one) {
    std::string text;
    // DejaGnu knows the data model of a target; how it is selected is a matter of its configuration.
    const std::string where = one.test.target == "ilp32" ? " { target ilp32 }" : "";
    std::vector<std::string> options = one.options;
    if (!where.empty()) std::erase_if(options, toolchain::selects_target);
    text += fmt::format("/* {{ dg-do {}{} }} */\n", breaks_compiler(one) ? "compile" : "run", where);
    text += fmt::format("/* {{ dg-options \"{}\" }} */\n", joined(options));
    if (!breaks_compiler(one) && prints(one))
        text += fmt::format("/* {{ dg-output \"^{}$\" }} */\n", quoted_for_dg(*one.expected));
    std::vector<BundleFile> files;
    for (size_t i = 1; i < one.test.sources.size(); ++i)
        text += fmt::format("/* {{ dg-additional-sources \"{}\" }} */\n", one.test.sources[i]);
    files.push_back({test_name(one, one.is_cxx() ? ".C" : ".c"), text + "\n" + one.program()});
    return files;
}

std::vector<BundleFile> lit_bundle(const Case& one) {
    std::string more;
    for (size_t i = 1; i < one.test.sources.size(); ++i) more += " %S/" + one.test.sources[i];
    const std::string clang = one.is_cxx() ? "%clangxx" : "%clang";
    std::string text;
    if (breaks_compiler(one)) {
        text = fmt::format("// RUN: {} {} -c %s -o %t.o\n", clang, joined(one.options));
    } else {
        text = fmt::format("// RUN: {} {} %s{} -o %t\n", clang, joined(one.options), more);
        text += prints(one) ? "// RUN: %t | FileCheck %s\n" : "// RUN: %t\n";
        std::istringstream lines(prints(one) ? *one.expected : "");
        bool first = true;
        for (std::string line; std::getline(lines, line); first = false)
            text += fmt::format("// {}: {{{{^}}}}{}{{{{$}}}}\n", first ? "CHECK" : "CHECK-NEXT", line);
    }
    return {{test_name(one, one.is_cxx() ? ".cpp" : ".c"), text + "\n" + one.program()}};
}

} // namespace assay::report
