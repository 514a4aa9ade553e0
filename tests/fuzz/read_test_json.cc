#include "fuzz/readers.h"

#include "base/check.h"
#include "testcase/test_case.h"

namespace assay::fuzz {

void read_test_json(std::string_view bytes) {
    const auto test = testcase::test_from_json(std::string(bytes));
    if (!test) return;
    const auto again = testcase::test_from_json(testcase::to_json(*test));
    base::check(again.ok() && again->expected == test->expected && again->input == test->input,
                "what is written can be read");
}

} // namespace assay::fuzz
