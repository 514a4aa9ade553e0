// From Clang's tree to a Unit.
#pragma once

#include "source/unit.h"

namespace clang {
class ASTUnit;
}

namespace assay::source {

Unit digest(clang::ASTUnit& parsed);

} // namespace assay::source
