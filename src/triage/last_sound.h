// The last of the programs that a reduction went through which stands the whole examination. Candidates are
// asked less, to be quick. A step into undefined behaviour that only the examination sees is followed by
// others, and what was before it is sound.
#pragma once

#include "reduce/state.h"

#include <functional>

namespace assay::triage {

// Of `count` programs, of which the first is the one that was found. What cannot be asked is believed.
size_t last_sound(size_t count, const std::function<reduce::Answer(size_t place)>& stands);

} // namespace assay::triage
