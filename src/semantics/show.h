// Values of a meaning as text for people.
#pragma once

#include "semantics/meaning.h"

#include <string>

namespace assay::semantics {

std::string value_text(const program::Program& program, const Scalar& value); // "-3", "0.5"
std::string name_text(const program::Program& program, const Meaning& meaning,
                      const FinalValue& final); // "s.a[2].b"

} // namespace assay::semantics
