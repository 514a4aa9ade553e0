// print: a program and its meaning as C or C++ text, in the standard that its platform says. The files
// compile with `cc FILES` alone: no headers of anybody, no options. What the text prints when it is compiled
// right is known.
#pragma once

#include "print/sugar.h"
#include "program/program.h"
#include "semantics/meaning.h"

#include <string>
#include <vector>

namespace assay::print {

// Where definitions go. Several files share one header. What the model calls static and several files need is
// no longer static there, and an inline function of its own file is neither inline nor static: the meaning is
// the same, and the text stays valid. A static global that one file of functions alone uses, and nothing
// shows, is defined in that file; all other globals are in the driver, where the functions under test cannot
// see their values.
enum class Layout : uint8_t {
    OneFile,
    ThreeFiles,  // types and declarations; functions; the driver with globals and main
    PerFunction, // as ThreeFiles, but every function is a translation unit of its own
};

// How the program shows what it computed.
//   Checksum   Every Observe mixes its value into a hash (semantics::mix), main mixes the final values of the
//   globals in the
//              order of Meaning::finals, and prints the hash.
//   SelfCheck  Every value is compared with what it must be, and the program aborts at the first wrong one.
//   An Observe that
//              always shows the same value is one comparison, and main checks how many were made; one that
//              shows several has a hash of its own that main checks; one that is never reached aborts. Large
//              arrays are compared with a table, or by a hash if their elements are structs. The text printed
//              is "ok".
//   Brief      SelfCheck for people who read: nothing is printed, nothing is counted (that a comparison was
//              skipped shows only if something else is wrong), and the words are those of compilers' own test
//              suites: if (x != 3) __builtin_abort(). main ends without return, unless with plain_calls.
//   Show       Every Observe prints its value, and main the final values of the globals, one on a line. Only
//              for programs of which can_be_shown(); others get Checksum.
// A program without a defined meaning is printed with the Checksum harness and shows no final values; nothing
// is expected.
enum class Harness : uint8_t { Checksum, SelfCheck, Brief, Show };

constexpr bool is_short(Harness harness) { return harness == Harness::Brief || harness == Harness::Show; }

// Does it reach no Observe twice, and none of a type of 128 bits?
bool can_be_shown(const program::Program& program, const semantics::Meaning& meaning);

struct Options {
    Layout layout = Layout::OneFile;
    Harness harness = Harness::Checksum;
    bool full_parentheses = false; // around every operand; else only where the grammar needs them
    bool designators = false;      // in initialisers of structs (C and C++20) and arrays (C)
    // With Brief or Show, and one file: what the entry does stands in main, if nobody else calls it, it does
    // not return early, and no name of its own hides what main compares.
    bool entry_in_main = false;
    // With Brief or Show: abort and printf by their names, as for compilers that do not have them built in,
    // and main returns 0.
    bool plain_calls = false;
    std::string stem = "test"; // of file names
    Sugar sugar = {};          // C++ in one file
    std::string comment;       // one line at the top of every source file; empty: none
};

struct File {
    std::string name;
    std::string text;
};

struct Printed {
    std::vector<File> files;          // the sources, then the header if there is one
    std::vector<std::string> sources; // names of the files to compile together
    std::vector<std::string> support; // those of them without a function of the program: the driver
    std::string expected;             // on standard output; empty unless the meaning is defined
};

Printed print(const program::Program& program, const semantics::Meaning& meaning,
              const Options& options = {});

} // namespace assay::print
