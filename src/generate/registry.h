// All methods that make programs.
#pragma once

#include "testcase/method.h"

#include <vector>

namespace assay::generate {

struct MethodEntry {
    std::string_view name;
    std::unique_ptr<testcase::Method> (*make)();
};

const std::vector<MethodEntry>& methods();
std::unique_ptr<testcase::Method> method_named(std::string_view name); // null: there is none
std::string unknown_method(std::string_view name);                     // what to say then

} // namespace assay::generate
