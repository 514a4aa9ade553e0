// Trials: known programs, compiled and run exactly as tests are (the family's recipe, the Workbench, the
// compiler's runner), before a compiler, the command that runs its programs, or a user's options are
// believed. They are so simple that a wrong result speaks of the environment and not of an optimiser.
#pragma once

#include "toolchain/family.h"

#include <string>

namespace assay::toolchain {

struct Trial {
    enum class End : uint8_t {
        Works,
        Refused,   // the program does not compile
        RunsWrong, // it compiles, and what was made does not do what it must
        Breaks,    // the compiler crashes or does not end: a bug worth finding, not a refusal
    };
    End end = End::Works;
    std::string why; // one line for people, with the compiler's own words

    bool works() const { return end == End::Works; }
    bool is_refusal() const { return end == End::Refused || end == End::RunsWrong; }
};

// Prints a known line and ends with a known exit status, which is not 0. A standard of "": none. Without
// files if the language is not in the table of testcase/language.h.
testcase::TestCase known_program(const std::string& language, const std::string& standard,
                                 const std::string& target);

// A known program of this language and standard under the setup; under options that change the machine also
// one that shows whether what runs it is that machine (machine_program.h). An Error means that the sandbox is
// broken.
base::Result<Trial> try_setup(sandbox::Sandbox& sandbox, const Compiler& compiler,
                              const testcase::Setup& setup, const std::string& language,
                              const std::string& standard);
// The same for several setups, in a standard that the compiler has. They share what does not depend on them.
base::Result<std::vector<Trial>> try_setups(sandbox::Sandbox& sandbox, const Compiler& compiler,
                                            const std::vector<testcase::Setup>& setups,
                                            const std::string& language);

// A known program at the compiler's weakest level, as it passed it when it was found.
base::Result<Trial> try_weakest(sandbox::Sandbox& sandbox, const Compiler& compiler,
                                const std::string& language, const std::string& target);

// Every language and every data model of the compiler at its weakest level. An Error says why it cannot be
// used.
base::Result<void> try_compiler(sandbox::Sandbox& sandbox, const Compiler& compiler);

} // namespace assay::toolchain
