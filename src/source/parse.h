// Parsing C that others wrote, by Clang as a library. Where Assay was built without it, everything here says
// so.
#pragma once

#include "base/result.h"
#include "source/unit.h"
#include "source/wrappers.h"
#include "testcase/test_case.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::source {

// Empty: Assay was built with Clang's libraries. Otherwise what is missing and the command that installs it.
std::string parser_missing();

// The program as the parser sees it: the first file is parsed, the others are what it includes.
struct ParseInput {
    std::vector<testcase::File> files;
    std::vector<std::string> options; // as for a compiler: -std=, -I, -D
};

// A file that was parsed once; variants of it are looked at quickly, because its headers are not read again.
class Parser {
  public:
    // Fails with the first error that Clang finds.
    static base::Result<Parser> open(ParseInput input);
    Parser(Parser&&) noexcept;
    Parser& operator=(Parser&&) noexcept;
    ~Parser();

    const Unit& unit() const;
    // Is this text in place of the first file still C? Empty: yes; otherwise the first error.
    std::string complaint(const std::string& text);
    // The safe-math wrappers of the first file.
    Wrappers wrappers();
    std::vector<Subscript> subscripts();

  private:
    struct Work;
    explicit Parser(std::unique_ptr<Work> work);
    std::unique_ptr<Work> work_;
};

} // namespace assay::source
