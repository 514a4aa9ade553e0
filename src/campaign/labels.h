// Names that findings and counts are put together by.
#pragma once

#include "testcase/verdict.h"

#include <string>

namespace assay::campaign {

// What makes two findings the same bug, as long as nothing better is known.
std::string cluster_title(const testcase::Verdict& verdict);

// A setup without its random options: "gcc-12 -O2 -m32 ...".
std::string count_label(const testcase::Setup& setup);

} // namespace assay::campaign
