// Live-code mutation: known code is rewritten in place by any transforms that preserve its meaning.
#pragma once

#include "choice/choices.h"
#include "transform/editor.h"

namespace assay::generate::expand {

// Tries so many steps at random places; fewer apply.
void rewrite(transform::Editor& editor, choice::Choices& choices, uint64_t tries, size_t most_nodes);

} // namespace assay::generate::expand
