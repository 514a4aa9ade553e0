// For tests, of this room and of those that stand on it: printed programs, compiled by a compiler of this
// machine and run.
#pragma once

#include "base/check.h"
#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "print/print.h"
#include "program/check_program.h"
#include "program/test_texts.h"
#include "semantics/evaluate.h"

#include <chrono>
#include <string>
#include <vector>

namespace assay::print {

// What a compiled program did, or why it did not compile.
struct Ran {
    bool compiled = false;
    std::string complaints; // of the compiler
    base::Finished program; // exit -1 and nothing else if there was none to run
};

// In a folder of its own; the compiler as a command, with all its options.
inline Ran compile_and_run(const Printed& printed, const std::string& compiler,
                           const std::vector<std::string>& options) {
    const auto folder = base::TemporaryFolder::make();
    if (!folder) base::fail(folder.error().message);
    for (const File& file : printed.files)
        if (const auto written = base::write_file(folder->path() + "/" + file.name, file.text); !written)
            base::fail(written.error().message);
    std::vector<std::string> command{compiler};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(), printed.sources.begin(), printed.sources.end());
    command.insert(command.end(), {"-o", "program"});
    const auto compiled = base::run({.argv = command, .folder = folder->path()});
    Ran ran;
    ran.compiled = compiled && compiled->ok();
    ran.complaints = compiled ? compiled->err : compiled.error().message;
    if (!ran.compiled) return ran;
    auto finished = base::run(
        {.argv = {folder->path() + "/program"}, .folder = folder->path(), .limit = std::chrono::seconds(20)});
    if (finished) ran.program = *std::move(finished); // -fsyntax-only leaves no program
    return ran;
}

// Can it compile C, and does the program run here?
inline bool has_compiler(const std::string& compiler, const std::vector<std::string>& options = {}) {
    Printed empty;
    empty.files = {{"empty.c", "int main(void) { return 0; }\n"}};
    empty.sources = {"empty.c"};
    return compile_and_run(empty, compiler, options).program.ok();
}

// The program of a text, which must be sound and have a meaning.
struct Known {
    program::Program program;
    semantics::Meaning meaning;
};
inline Known known(std::string_view text, const program::Platform& platform) {
    Known made{program::loaded(text, platform), {}};
    if (const auto sound = program::check_program(made.program); !sound) base::fail(sound.error().message);
    made.meaning = semantics::evaluate(made.program);
    if (!made.meaning.defined()) base::fail(semantics::describe(made.meaning));
    return made;
}

inline const std::vector<std::string>& compilers_for(program::Standard standard) {
    const auto installed = [](std::initializer_list<const char*> names) {
        std::vector<std::string> found;
        for (const char* name : names)
            if (has_compiler(name)) found.emplace_back(name);
        base::check(!found.empty(), "no compiler is installed");
        return found;
    };
    static const std::vector<std::string> c = installed({"gcc", "clang"}),
                                          cxx = installed({"g++", "clang++"});
    return is_cxx(standard) ? cxx : c;
}

} // namespace assay::print
