// All methods: those that make programs by themselves, and those that start from programs of others.
#pragma once

#include "generate/registry.h"

namespace assay::source {

const std::vector<generate::MethodEntry>& methods();
std::unique_ptr<testcase::Method> method_named(std::string_view name); // null: there is none
std::string unknown_method(std::string_view name);                     // what to say then

} // namespace assay::source
