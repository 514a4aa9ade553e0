// Bundles: a bug as files ready to hand to others. Nothing is sent anywhere.
#pragma once

#include "report/case.h"

namespace assay::report {

struct BundleFile {
    std::string name;
    std::string text;
    bool runs = false; // it is a script
};

struct Tracker {
    std::string_view name;
    std::string_view summary;
    std::vector<BundleFile> (*write)(const Case& one);
    std::string_view family = ""; // the compiler family it is for; empty: any
};

// "report", "gcc", "llvm", "dejagnu", "lit", "script".
const std::vector<Tracker>& trackers();

// The tracker's own files, and what every bundle has: the program, an interestingness script, the program as
// found, and how it was reduced.
std::vector<BundleFile> bundle(const Tracker& tracker, const Case& one);

// Shared by the trackers.
bool breaks_compiler(const Case& one);       // false: it makes wrong code
std::string plain_title(const Case& one);    // "wrong code at -O2 and -O3"
std::string facts_markdown(const Case& one); // versions, pass, options, validity
std::string observed_text(const Case& one);  // a session on a terminal
std::string interesting_script(const Case& one);
std::string levels_text(const std::vector<std::string>& levels); // "-O1, -O2 and -O3"

// An Error if the tracker is for another compiler family; names the one to use.
base::Result<void> takes(const Tracker& tracker, const Case& one);

std::vector<BundleFile> plain_bundle(const Case& one); // for the maintainers of any compiler
std::vector<BundleFile> gcc_bundle(const Case& one);
std::vector<BundleFile> llvm_bundle(const Case& one);
std::vector<BundleFile> dejagnu_bundle(const Case& one);
std::vector<BundleFile> lit_bundle(const Case& one);
std::vector<BundleFile> script_bundle(const Case& one);

} // namespace assay::report
