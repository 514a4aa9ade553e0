// Sugar: what C++ offers beside C to write the same program. It changes the text and never the meaning, so
// that the expected output stays what it is. Only for C++ in one file.
#pragma once

#include "program/program.h"

#include <vector>

namespace assay::print {

enum class ArrayForm : uint8_t { Array, Vector, Valarray }; // of the standard library

struct Sugar {
    struct LibraryArray {
        program::VarId var;
        ArrayForm form = ArrayForm::Array;
        bool checked = false; // at() in place of []; not of a valarray
    };
    struct Reference {
        program::FuncId func; // in which the variable is called by another name
        program::VarId var;
    };
    struct Parameter {
        program::FuncId func;
        program::NodeId constant; // that becomes the template's parameter
    };

    std::vector<LibraryArray> arrays;
    std::vector<program::VarId> constants; // constexpr
    std::vector<program::VarId> members;   // static members of one struct
    std::vector<Reference> references;
    std::vector<program::FuncId> lambdas;
    std::vector<Parameter> templates;     // at most one for a function
    std::vector<program::NodeId> getters; // Member nodes that read by a method
    std::vector<program::NodeId> ranges;  // For nodes that walk over an array

    bool empty() const;
};

// Everything that could be written so. Where two ways exclude each other, a variable or function is in both
// lists, and the first in the order above wins when it is printed.
Sugar possible_sugar(const program::Program& program);

} // namespace assay::print
