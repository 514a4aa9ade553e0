// A program with each of its wrappers in a form of choice.
#pragma once

#include "source/wrappers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::source::relax {

enum class Form : uint8_t {
    Function, // a call, as Csmith has it
    Macro,    // a statement expression of the same meaning
    Plain,    // the operation alone, with the conversions of the wrapper's parameters and result
};

// `forms`: one for each call. Definitions of wrappers that nobody uses go.
std::string with_forms(const std::string& text, const Wrappers& wrappers, const std::vector<Form>& forms);

// Tells on standard error, once for each call, that it ran and that its unsafe case came up: lines
// "assay-wrapper <call> <what>", where what is 1 and 2.
constexpr std::string_view kWitness = "assay-wrapper ";
std::string instrumented(const std::string& text, const Wrappers& wrappers);

} // namespace assay::source::relax
