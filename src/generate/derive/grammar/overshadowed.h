// Tokens that no lexer ever gives: another rule that stands before them matches the same texts, and the first
// one wins. (C's DigitSequence is such a one: digits are an IntegerConstant.) A sentence must not have them.
#pragma once

#include "generate/derive/grammar/depth.h"

namespace assay::generate::derive {

// Makes them impossible where parser rules ask for them. A token is judged by its shortest text.
void bar_overshadowed_tokens(Grammar& grammar, const Depths& depths);

} // namespace assay::generate::derive
