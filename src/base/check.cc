#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace assay::base {

void fail(std::string_view why, Where where) {
    std::fprintf(stderr, "assay: internal error: %.*s (%s:%d, %s)\n", static_cast<int>(why.size()),
                 why.data(), where.file, where.line, where.function);
    std::abort();
}

} // namespace assay::base
