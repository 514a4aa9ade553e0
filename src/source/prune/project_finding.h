// A variant of a project that fails, as a folder that stands by itself: its patch, what was said, what is
// known about it (finding.json), and a script that shows it again.
#pragma once

#include "source/prune/project.h"

namespace assay::source::prune {

// A setup in one word: it stands in names of folders.
std::string one_word(std::string setup);

struct FailedVariant {
    const ProjectFinding& finding;
    const std::string& compiler; // with its full path
    const std::vector<std::string>& options;
    const std::string& said;
    const std::string& patch;
};

// The folder.
base::Result<std::string> write_finding(const Project& project, const FailedVariant& failed);

} // namespace assay::source::prune
