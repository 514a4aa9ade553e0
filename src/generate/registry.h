// The methods that make programs by themselves. source/registry.h has all methods.
#pragma once

#include "testcase/method_registry.h"

namespace assay::generate {

const testcase::MethodRegistry& methods();

} // namespace assay::generate
