// From Clang's tree to the safe-math wrappers of a program.
#pragma once

#include "source/wrappers.h"

namespace clang {
class ASTUnit;
}

namespace assay::source {

Wrappers find_wrappers(clang::ASTUnit& parsed);

} // namespace assay::source
