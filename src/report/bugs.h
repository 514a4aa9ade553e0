// Prints the bugs of a campaign as text and JSON. Computes nothing: everything comes from the store.
#pragma once

#include "report/case.h"

namespace assay::report {

// Does it count as a bug: not invalid, doubtful, unsettled, the environment's fault, or ignored?
bool counts(const store::Bug& bug);

// What users must know besides bugs: failures of the environment, disagreements that could not be settled.
std::string what_is_no_bug(const std::vector<store::Bug>& bugs);

// Regressions of the newest version come first, then what is not known to be fixed, then what is.
// The array of `assay bugs --json`. `folder`: the campaign's; file names are relative to it.
std::string bugs_json(const std::vector<store::Bug>& bugs, const std::string& folder);
std::string lines_text(const store::Reduction& reduced); // 7 lines
// A table, one line for each bug.
std::string bugs_table(const std::vector<store::Bug>& bugs);

// One bug in full: the failure, the setups, and the program.
std::string bug_json(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::string& folder);
// `fit`: the reportable form. A bug that was not triaged, or whose program is not valid, has none.
std::string bug_text(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::optional<Case>& fit);

} // namespace assay::report
