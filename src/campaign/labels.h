// Names that findings and counts are put together by.
#pragma once

#include "store/store.h"
#include "triage/examine.h"

#include <string>

namespace assay::campaign {

// What makes two findings the same bug, as long as nothing better is known.
std::string cluster_title(const testcase::Verdict& verdict);

// Does the title name the defect? A crash has a signature; wrong output may be anything.
bool is_telling(testcase::Kind kind);

// The same after an examination: none as long as the guilty pass of wrong code was not looked for.
std::vector<std::string> told_titles(const store::Finding& finding, const triage::Examined& told);
std::string wrong_code_title(const std::string& compiler, const std::string& title);
// Options that make the programs of a bug right; empty: none are known.
std::vector<std::string> cure_of(const store::Bug& bug);
// What its small programs need, if nothing attributes them.
std::optional<triage::Needs> needs_of(const store::Bug& bug);
// What the store keeps of it.
store::Bug described(const store::Finding& finding, const triage::Examined& told);

// A setup without its random options: "gcc-12 -O2 -m32 ...".
std::string count_label(const testcase::Setup& setup);

} // namespace assay::campaign
