// Which safe-math wrappers of a program are needed: it takes no input, so one run tells. A wrapper whose
// unsafe case never came up is redundant, and the operation can stand alone.
#pragma once

#include "base/result.h"
#include "choice/choices.h"
#include "sandbox/sandbox.h"
#include "source/laboratory.h"
#include "source/relax/forms.h"
#include "source/wrappers.h"

#include <string>
#include <vector>

namespace assay::source::relax {

struct Analysis {
    std::string text; // self-contained
    Wrappers wrappers;
    std::vector<bool> ran, unsafe; // of each call: whether it did, whether its unsafe case came up
    std::vector<bool> kept;        // unsafe, or its sequence point is needed
    Behaviour seen;                // of the program at -O0

    size_t removed() const;
};

// The program as one text, by way of a compiler.
base::Result<std::string> preprocessed(sandbox::Sandbox& sandbox, const Subject& subject);

// Refuses with one line what cannot be used: not C, no wrappers, does not end.
base::Result<Analysis> analyse(sandbox::Sandbox& sandbox, const Subject& subject);

// What analyse needs beside the parser; empty: all is there.
std::string analysis_missing();

struct Program {
    std::string name; // of its form
    std::string text;
};

// original-functions, original-macros, relaxed-functions, relaxed-macros and relaxed-mix, where each wrapper
// has a form of its own. All must do the same.
std::vector<Program> five_forms(const Analysis& analysis, const choice::Choices& choices);
std::vector<const choice::Site*> form_sites();

} // namespace assay::source::relax
