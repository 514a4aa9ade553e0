// Titles and labels by which findings and counts are grouped.
#pragma once

#include "store/store.h"
#include "triage/examine.h"

#include <string>

namespace assay::campaign {

// Findings with the same title are one bug until triage knows better.
std::string cluster_title(const testcase::Verdict& verdict);

// The titles after triage: for wrong code, empty until bisection has run.
std::vector<std::string> titles_of(const store::Finding& finding, const triage::Diagnosis& triaged);
std::string wrong_code_title(const std::string& compiler, const std::string& title);
// The bug as the store keeps it.
store::Bug described(const store::Finding& finding, const triage::Diagnosis& triaged);

// A setup without its random options: "gcc-12 -O2 -m32 ...".
std::string count_label(const testcase::Setup& setup);

} // namespace assay::campaign
