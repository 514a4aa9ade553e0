// The grammars in grammars/, as texts inside the program. The build writes the other half.
#pragma once

#include <string_view>
#include <vector>

namespace assay::testcase {

struct EmbeddedGrammar {
    std::string_view name; // "c"
    std::string_view text;
};

const std::vector<EmbeddedGrammar>& embedded_grammars();

} // namespace assay::testcase
