// A list of steps as a way to a program.
#pragma once

#include "transform/registry.h"

namespace assay::transform {

// What to do with a step that does not fit the program, as happens after earlier ones were cut from its list.
enum class Misfit : uint8_t { Fail, Skip };

// Applies the steps in order. Whether they keep their promises is not looked at again (that would take an
// evaluation for each): evaluate the outcome where it matters. Gives the number of steps applied, or "step 3
// (split-constant at node 17): ...".
base::Result<size_t> replay(Program& program, std::span<const Step> steps, Misfit misfit = Misfit::Fail,
                            std::span<const Transform* const> known = all_transforms());

} // namespace assay::transform
