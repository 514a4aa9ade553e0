#include "generate/registry.h"

#include "generate/derive/derive.h"
#include "generate/expand/expand.h"
#include "generate/external/csmith.h"
#include "generate/grow/grow.h"

namespace assay::generate {

const testcase::MethodRegistry& methods() {
    static const testcase::MethodRegistry all({
        {"grow", grow::make_method},
        {"expand", expand::make_method},
        {"derive", derive::make_method},
        {"csmith", external::make_csmith},
    });
    return all;
}

} // namespace assay::generate
