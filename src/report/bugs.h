// Bugs of a campaign as text and JSON. Computes nothing: everything is in the store.
#pragma once

#include "report/case.h"

namespace assay::report {

// Is it a bug as far as is known: not invalid, not doubtful, not ignored?
bool counts(const store::Bug& bug);

// What a person must know and is no bug: failures of the environment, disagreements that nobody settles.
std::string what_is_no_bug(const std::vector<store::Bug>& bugs);

// The array of `assay bugs --json`. `folder`: the campaign's, which files are named from.
std::string bugs_json(const std::vector<store::Bug>& bugs, const std::string& folder);
std::string lines_text(const store::Reduction& reduced); // 7 lines
// A table, one line for each bug.
std::string bugs_table(const std::vector<store::Bug>& bugs);

// One bug in full: what is wrong, with which setups, and the program.
std::string bug_json(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::string& folder);
// `fit`: what can be put before others. A bug that was not examined, or whose program is not valid, has none.
std::string bug_text(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::optional<Case>& fit);

} // namespace assay::report
