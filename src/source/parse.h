// Parsing C that others wrote, by Clang as a library in a process of its own: what Clang dies of, or takes
// too much memory or time for, is refused with that reason. Where Assay was built without Clang, everything
// here says so.
#pragma once

#include "base/result.h"
#include "sandbox/helper.h"
#include "source/parsed.h"

#include <optional>
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
    // With the first of them that Clang accepts.
    static base::Result<Parser> open_any(std::vector<ParseInput> inputs);

    const Unit& unit() const { return unit_; }
    // Is this text in place of the first file still C? Empty: yes; otherwise the first error.
    std::string complaint(const std::string& text);
    // The safe-math wrappers of the first file.
    base::Result<Wrappers> wrappers();
    base::Result<std::vector<Subscript>> subscripts();

    // Ends the process until it is needed again, when the file is parsed once more. For many parsers.
    void rest() { helper_.reset(); }

  private:
    explicit Parser(ParseInput input) : input_(std::move(input)) {}
    base::Result<void> load(Unit& unit);
    base::Result<void> wake();
    base::Result<std::string> ask(const std::string& question);

    ParseInput input_;
    Unit unit_;
    std::optional<sandbox::Helper> helper_;
};

} // namespace assay::source
