// For tests: printed programs, compiled by a compiler of this machine and run.
#pragma once

#include "base/check.h"
#include "base/file.h"
#include "base/process.h"
#include "print/print.h"
#include "program/check_program.h"
#include "program/test_texts.h"
#include "semantics/evaluate.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace assay::print {

// What a compiled program did, or why it did not compile.
struct Ran {
    bool compiled = false;
    std::string complaints; // of the compiler, or of the program
    int status = -1;        // exit status, or -1: ended by a signal
    std::string output;
};

class Workshop {
  public:
    Workshop() {
        folder_ = std::filesystem::temp_directory_path() / "assay-print-XXXXXX";
        base::check(mkdtemp(folder_.data()) != nullptr, "a temporary folder");
    }
    ~Workshop() { std::filesystem::remove_all(folder_); }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    static bool has_compiler(const std::string& compiler, const std::vector<std::string>& options = {}) {
        Workshop here;
        Printed empty;
        empty.files = {{"empty.c", "int main(void) { return 0; }\n"}};
        empty.sources = {"empty.c"};
        return here.run(empty, compiler, options).status == 0;
    }

    Ran run(const Printed& printed, const std::string& compiler, std::vector<std::string> options) const {
        Ran ran;
        std::vector<std::string> command{compiler};
        command.insert(command.end(), options.begin(), options.end());
        for (const File& file : printed.files) std::ofstream(folder_ + "/" + file.name) << file.text;
        for (const std::string& source : printed.sources) command.push_back(folder_ + "/" + source);
        command.insert(command.end(), {"-o", folder_ + "/program"});
        const auto compiled = base::run({.argv = command});
        ran.compiled = compiled && compiled->ok();
        ran.complaints = compiled ? compiled->err : compiled.error().message;
        if (!ran.compiled) return ran;
        const auto finished = base::run({.argv = {folder_ + "/program"}});
        if (!finished) return ran; // -fsyntax-only leaves no program
        ran.status = finished->exit;
        ran.output = finished->out;
        ran.complaints = finished->err;
        return ran;
    }

  private:
    std::string folder_;
};

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
            if (Workshop::has_compiler(name)) found.emplace_back(name);
        base::check(!found.empty(), "no compiler is installed");
        return found;
    };
    static const std::vector<std::string> c = installed({"gcc", "clang"}),
                                          cxx = installed({"g++", "clang++"});
    return is_cxx(standard) ? cxx : c;
}

} // namespace assay::print
