// The methods for --help, with what each makes.
#pragma once

#include <string>

namespace assay::cli {

std::string methods_with_summaries();
std::string methods_with_settings(); // and what each takes

} // namespace assay::cli
