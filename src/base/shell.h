// Text for a shell: the one place where words are quoted. Assay itself never runs shell text; what it writes
// for people to run must mean what it says, whatever names and titles hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

// In single quotes.
std::string shell_quoted(std::string_view word);
// In quotes only where a shell would otherwise take it apart.
std::string shell_word(std::string_view word);
std::string shell_line(const std::vector<std::string>& words); // with blanks between

// For a comment, a title or a heading: control characters become blanks, so that no part of it can end the
// line and become a command.
std::string one_line(std::string_view text);

} // namespace assay::base
