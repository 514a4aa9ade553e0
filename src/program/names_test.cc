#include "program/names.h"

#include "base/file.h"
#include "base/process.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace assay::program {
namespace {

TEST(Names, WhatHasAMeaningElsewhereIsRefused) {
    EXPECT_EQ(name_problem("counter", NamePlace::File), "");
    EXPECT_EQ(name_problem("1st", NamePlace::Inner), "is no identifier");
    EXPECT_EQ(name_problem("typeof", NamePlace::Inner), "is a keyword of C or C++");
    EXPECT_EQ(name_problem("noinline", NamePlace::Inner), "has a meaning in saved text");
    EXPECT_EQ(name_problem("linux", NamePlace::Inner), "is a macro of some compilers");
    EXPECT_EQ(name_problem("a__b", NamePlace::Inner), "is reserved for compilers");
    EXPECT_EQ(name_problem("printf", NamePlace::Inner), "is reserved for the harness");
}

TEST(Names, NamesOfTheLibraryAreRefusedAtFileScopeAlone) {
    for (const char* name : {"cbrt", "copysignl", "sinf", "floorf128", "snprintf", "strtol", "stdout", "mmap",
                             "fmaximum_num", "isnand64"}) {
        EXPECT_EQ(name_problem(name, NamePlace::File), "is a name of the C library") << name;
        EXPECT_EQ(name_problem(name, NamePlace::Inner), "") << name;
    }
    for (const char* name : {"sinff", "l", "f", "sing", "strtolf", "stdoutl"})
        EXPECT_EQ(name_problem(name, NamePlace::File), "") << name;
}

// Everything that gcc has as __builtin_NAME: much more than library functions, which is what a compiler is to
// say. The text of the compiler proper holds the names.
std::set<std::string> builtin_names() {
    const auto where = base::run({.argv = {"gcc", "-print-prog-name=cc1"}});
    if (!where || !where->ok()) return {};
    const auto text = base::read_file(where->out.substr(0, where->out.find('\n')));
    if (!text) return {};
    constexpr std::string_view prefix = "__builtin_";
    std::set<std::string> names;
    for (size_t at = text->find(prefix); at != text->npos; at = text->find(prefix, at)) {
        at += prefix.size();
        size_t end = at;
        while (end < text->size() && is_identifier(std::string_view(*text).substr(at, end + 1 - at))) ++end;
        if (end > at) names.insert(text->substr(at, end - at));
    }
    return names;
}

// The names about which the compiler has something to say as `int NAME;`.
std::set<std::string> complained_about(const std::vector<std::string>& argv,
                                       const std::vector<std::string>& names) {
    std::string source;
    for (const std::string& name : names) source += "int " + name + ";\n";
    const auto ran = base::run({.argv = argv, .input = source});
    EXPECT_TRUE(ran.ok()) << argv.front();
    std::set<std::string> complained;
    std::istringstream lines(ran ? ran->err : "");
    const std::string start = "<stdin>:";
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(start) &&
            (line.find(": error: ") != line.npos || line.find(": warning: ") != line.npos))
            complained.insert(names.at(std::stoul(line.substr(start.size())) - 1));
    return complained;
}

TEST(Names, WhatGccAndClangKnowByNameIsRefused) {
    std::vector<std::string> names;
    for (const std::string& name : builtin_names())
        if (const std::string_view problem = name_problem(name, NamePlace::File);
            problem.empty() || problem == "is a name of the C library")
            names.push_back(name);
    if (names.empty()) GTEST_SKIP() << "no gcc here whose names can be read";
    ASSERT_GT(names.size(), 500u);
    for (const std::string compiler : {"gcc", "clang"}) {
        if (base::find_program(compiler).empty()) continue;
        for (const char* language : {"c", "c++"}) {
            std::vector<std::string> argv{compiler, "-fsyntax-only", "-x", language, "-"};
            if (compiler == "clang") argv.emplace_back("-ferror-limit=0");
            const std::set<std::string> complained = complained_about(argv, names);
            const bool minds = compiler == "gcc" || language == std::string("c"); // clang++ takes them all
            EXPECT_EQ(complained.size() > 300, minds) << compiler << " " << language;
            for (const std::string& name : complained)
                EXPECT_EQ(name_problem(name, NamePlace::File), "is a name of the C library")
                    << compiler << " minds `int " << name << ";`";
        }
    }
}

} // namespace
} // namespace assay::program
