// Parsed: what Clang keeps of a file. It lives in a program of its own (clang/), because there are files that
// Clang dies of, and because its libraries take longer to load than most commands take to run.
#pragma once

#include "source/unit.h"
#include "source/wrappers.h"
#include "testcase/test_case.h"

#include <string>
#include <vector>

namespace assay::source {

// The program as the parser sees it: the first file is parsed, the others are what it includes.
struct ParseInput {
    std::vector<testcase::File> files;
    std::vector<std::string> options = {}; // as for a compiler: -std=, -I, -D
    // No: it is looked at once, for its wrappers and subscripts, and of its unit only has_main is made.
    // Making ready for further looks takes longer than one of them.
    bool for_variants = true;
};

class Parsed {
  public:
    virtual ~Parsed() = default;
    virtual const Unit& unit() const = 0;
    virtual std::string complaint(const std::string& text) = 0;
    virtual Wrappers wrappers() = 0;
    virtual std::vector<Subscript> subscripts() = 0;
};

// Null if the file cannot be parsed: the error is the first that Clang finds. Who calls owns the result.
Parsed* open_parsed(ParseInput& input, std::string& error);

} // namespace assay::source
