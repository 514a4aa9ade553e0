// Family: variants of one program, as `assay prune` writes them, which are checked one after the other. Alone
// a variant says nothing about how long a compiler should take for it; beside the others it does.
#pragma once

#include "cli/given_programs.h"
#include "testcase/oracle.h"
#include "triage/inspect.h"

namespace assay::cli {

class Family {
  public:
    // Does it belong to those that were added?
    bool takes(const Given& given) const;
    // `place`: the caller's own number for it.
    void add(const Given& given, size_t place, const triage::Inspection& inspection);

    struct Slow {
        size_t place = 0;
        std::string name; // of the program
        testcase::Verdict verdict;
    };
    // What the inspections did not tell already.
    std::vector<Slow> slow() const;

  private:
    testcase::TestGroup group_;
    std::vector<std::vector<testcase::Observation>> observed_;
    std::vector<std::vector<testcase::Verdict>> told_;
    std::vector<size_t> places_;
    std::vector<std::string> names_;
};

} // namespace assay::cli
