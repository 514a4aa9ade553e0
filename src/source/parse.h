// Parsing C that others wrote, by Clang as a library. Where Assay was built without it, everything here says
// so.
#pragma once

#include "base/result.h"
#include "source/parsed.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::source {

// Empty: Assay was built with Clang's libraries. Otherwise what is missing and the command that installs it.
std::string parser_missing();

// A file that was parsed once; variants of it are looked at quickly, because its headers are not read again.
class Parser {
  public:
    // Fails with the first error that Clang finds.
    static base::Result<Parser> open(ParseInput input);

    const Unit& unit() const { return parsed_->unit(); }
    // Is this text in place of the first file still C? Empty: yes; otherwise the first error.
    std::string complaint(const std::string& text) { return parsed_->complaint(text); }
    // The safe-math wrappers of the first file.
    Wrappers wrappers() { return parsed_->wrappers(); }
    std::vector<Subscript> subscripts() { return parsed_->subscripts(); }

  private:
    explicit Parser(std::unique_ptr<Parsed> parsed) : parsed_(std::move(parsed)) {}
    std::unique_ptr<Parsed> parsed_;
};

} // namespace assay::source
