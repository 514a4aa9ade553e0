#include "source/registry.h"

#include "generate/registry.h"
#include "source/prune/method.h"
#include "source/relax/method.h"

namespace assay::source {

const testcase::MethodRegistry& methods() {
    static const testcase::MethodRegistry all = [] {
        testcase::MethodRegistry list({
            {"prune", prune::make_method},
            {"relax", relax::make_method},
        });
        list.add(generate::methods());
        return list;
    }();
    return all;
}

} // namespace assay::source
