// From Clang's tree to the places where an array's index could be another variable.
#pragma once

#include "source/wrappers.h"

namespace clang {
class ASTUnit;
}

namespace assay::source {

std::vector<Subscript> find_subscripts(clang::ASTUnit& parsed);

} // namespace assay::source
