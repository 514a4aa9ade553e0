// Features: extensions and optional parts of C that tests use and that not every compiler has. A test needs
// those whose marks stand in its text; a compiler has those whose small program it compiles right. So a weak
// compiler is not blamed for code that it never promised to understand.
#pragma once

#include "testcase/test_case.h"
#include "toolchain/family.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

struct Feature {
    std::string_view name;
    std::string_view marks; // words of C, between blanks, that show its use
    std::string_view code;  // definitions; NAME_works() of them returns 1
};

std::span<const Feature> features();

// The names of those that the text of the test uses; only C and C++ are looked at.
std::vector<std::string_view> features_in(const testcase::TestCase& test);

// Has the compiler all features that the test uses?
bool understands(const Compiler& compiler, const testcase::TestCase& test);

// A program that prints the name of every feature of the list that works, and the line on which the code of
// each begins; one more behind the last: where they end.
std::string feature_program(const std::vector<const Feature*>& list);
std::vector<size_t> feature_lines(const std::vector<const Feature*>& list);

} // namespace assay::toolchain
