// VariantGroup: tests that must agree, as methods make them of one seed (variants of prune, forms of relax),
// checked one after the other. Only the comparison with the others shows that a compiler is slow for one.
#pragma once

#include "cli/support/given_programs.h"
#include "testcase/oracle.h"
#include "triage/inspect.h"

namespace assay::cli {

class VariantGroup {
  public:
    // Does it belong to the variants added so far?
    bool takes(const Given& given) const;
    // `place`: the caller's own number for it.
    void add(const Given& given, size_t place, const triage::Inspection& inspection);

    struct Slow {
        size_t place = 0;
        std::string name; // of the program
        testcase::Verdict verdict;
    };
    // The slow compilations that the inspections did not report.
    std::vector<Slow> slow() const;

  private:
    testcase::TestGroup group_;
    std::vector<std::vector<testcase::Observation>> observed_;
    std::vector<std::vector<testcase::Verdict>> told_;
    std::vector<size_t> places_;
    std::vector<std::string> names_;
};

} // namespace assay::cli
