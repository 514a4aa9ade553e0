// For readers of models: a checked program of any bytes, for C++ if they begin with "; c++".
#pragma once

#include "program/check_program.h"
#include "program/text.h"

#include <optional>

namespace assay::fuzz {

// Empty: they are no program.
inline std::optional<program::Program> program_of(std::string_view bytes) {
    const bool cxx = bytes.starts_with("; c++");
    auto read = program::load(bytes, {{}, cxx ? program::Standard::Cxx17 : program::Standard::C11}, "fuzz");
    if (!read || !program::check_program(*read)) return std::nullopt;
    return std::move(*read);
}

} // namespace assay::fuzz
