// The two atoms of a grammar with escapes in them: 'literal' and [class of characters]. The scanner stands on
// the opening quote or bracket and afterwards behind the closing one.
#pragma once

#include "generate/derive/grammar/file_reader.h"

namespace assay::generate::derive {

bool read_literal(Scanner& scan, std::string& text, std::optional<Problem>& problem);
bool read_char_class(Scanner& scan, CharSet& set, std::optional<Problem>& problem);

} // namespace assay::generate::derive
