// All methods: those that start from programs of others, and those that make programs by themselves.
#pragma once

#include "testcase/method_registry.h"

namespace assay::source {

const testcase::MethodRegistry& methods();

} // namespace assay::source
