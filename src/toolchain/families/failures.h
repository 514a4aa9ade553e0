// Reading what a compiler wrote when it failed. What the words mean is data of each family: an ordered list
// of signs, of which the first one found decides. Success is never read from words: it is the exit status.
#pragma once

#include "testcase/observation.h"

#include <span>
#include <string>
#include <string_view>

namespace assay::toolchain {

struct Sign {
    std::string_view text; // in what was written to either stream
    testcase::Compiled meaning;
};

// For an execution that is not ok(). How it ended comes first (signals, time, memory), then the signs, and
// what no sign explains is a rejection if it is an orderly exit with some words, else a crash.
testcase::Compiled classify_by(std::span<const Sign> signs, const testcase::Execution& step);

// "SIGSEGV"; "signal 64" for those without a name.
std::string signal_name(int signal);

// Everything that differs between two runs or two programs with the same defect, replaced: paths become file
// names, addresses and numbers that stand alone become '#', quotes become plain.
std::string normalised(std::string_view message);
// "lib/Foo/bar.cpp" -> "bar.cpp"; the ".c" of gcc's own files before version 12 becomes ".cc".
std::string file_name(std::string_view path);

// What a crash without words of its own is called.
std::string wordless_crash(const testcase::Execution& step);
// "Assertion `x' failed, in foo.c" of assert()'s message anywhere in the text; empty: there is none.
std::string assertion_in(std::string_view text);
// "assembler: MESSAGE" if the assembler refused what the compiler wrote; empty: it did not.
std::string assembler_complaint(std::string_view text);

} // namespace assay::toolchain
