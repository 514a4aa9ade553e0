// The files of a project that can be changed: found by building it with coverage and running its tests.
#pragma once

#include "source/parse.h"
#include "source/prune/dead.h"
#include "source/prune/yard.h"

#include <functional>

namespace assay::source::prune {

struct ProjectSubject {
    std::string path; // inside the project
    Parser parser;
    Life life;
};

// Counts and notes go to `result`.
base::Result<std::vector<ProjectSubject>> find_subjects(const Yard& yard, ProjectResult& result,
                                                        const std::function<void(const std::string&)>& tell);

// Runs the tests of the project itself some more times. Functions of which something ran that was believed to
// be dead are left alone from now on; gives the paths of their files.
base::Result<std::vector<std::string>> look_again(const Yard& yard, std::vector<ProjectSubject>& subjects,
                                                  ProjectResult& result,
                                                  const std::function<void(const std::string&)>& tell);

} // namespace assay::source::prune
