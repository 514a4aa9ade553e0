#include "transform/replay.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::transform {

base::Result<size_t> replay(Program& program, std::span<const Step> steps, Misfit misfit,
                            std::span<const Transform* const> known) {
    size_t applied = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
        Step step = steps[i];
        const auto where = [&] {
            return fmt::format("step {} ({} at node {})", i + 1, step.kind, step.site.index);
        };
        const auto transform =
            std::ranges::find_if(known, [&](const Transform* t) { return t->about().name == step.kind; });
        if (transform == known.end()) return base::Error{where() + ": there is no such transform"};
        if (!(*transform)->fits(View(program), step)) {
            if (misfit == Misfit::Skip) continue;
            return base::Error{where() + ": it does not fit the program"};
        }
        (*transform)->apply(program, step);
        ++applied;
    }
    return applied;
}

} // namespace assay::transform
