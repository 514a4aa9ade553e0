// Most oracles look at one observation at a time, and differ in what they look for.
#pragma once

#include "testcase/oracle.h"

#include <memory>
#include <optional>
#include <string>

namespace assay::oracle {

struct Complaint {
    std::string title, detail;
};

using LookAt = std::optional<Complaint> (*)(const testcase::TestCase& test,
                                            const testcase::Observation& seen);

std::unique_ptr<testcase::Oracle> each_observation(std::string_view name, std::string_view summary,
                                                   testcase::Kind kind, LookAt look);

// The beginning of a text that may be long, on one line.
std::string excerpt(std::string_view text, size_t limit = 200);

// "exit status 3", "signal 11 (Segmentation fault)", "did not end in time".
std::string how_it_ended(const testcase::Execution& execution);

} // namespace assay::oracle
