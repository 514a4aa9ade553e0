// Language: what Assay must know of a language to hunt with it, in one table. Every grammar in grammars/ is
// one and says it with marks in @program, so a new language needs no line of C++. C++ is a language of models
// and has no grammar.
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::testcase {

struct Language {
    std::string name;                    // "c", "c++": as in --lang and test.json
    std::vector<std::string> extensions; // ".c"; the first is for new files
    uint32_t weight = 1;                 // how often a hunt draws it, beside the others
    bool data_model = false;             // do widths of types depend on the machine?
    std::vector<std::string> standards;  // as in -std=; empty: it has none
    // A program that prints "assay 42" and ends with status 42: every compiler must get it right before it is
    // used. Empty: none is known, so no compiler of the language can be tried.
    std::string known_file, known;
};

const std::vector<Language>& languages();              // by name
const Language* language_named(std::string_view name); // null: only a user's generator or compiler knows it
// Of a file with this name; null: none.
const Language* language_of_file(std::string_view name);
// For a new file; of a language that is not in the table, its name.
std::string extension_of(std::string_view language);
// What gcc and clang compile: models, sanitizers and undefined behaviour are about these.
bool is_c_family(std::string_view language);

// The settings of a grammar's @program, by name. Nothing: there are none, or they cannot be read; derive says
// what is wrong with them.
std::map<std::string, std::string> program_settings(std::string_view grammar);
// A language as the settings of its grammar describe it. An Error names the setting that is wrong.
base::Result<Language> language_from(const std::map<std::string, std::string>& settings);

} // namespace assay::testcase
