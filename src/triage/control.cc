#include "triage/control.h"

#include "toolchain/probe/trial.h"

#include <fmt/format.h>

namespace assay::triage {

using toolchain::Trial;

base::Result<std::string> environment_fault(sandbox::Sandbox& sandbox, const Failure& failure,
                                            const testcase::TestCase& test) {
    auto control =
        toolchain::try_setup(sandbox, *failure.compiler, failure.setup, test.language, test.standard);
    if (!control) return control.error();
    if (control->works()) return std::string();
    auto weakest = toolchain::try_weakest(sandbox, *failure.compiler, test.language, failure.setup.target);
    if (!weakest) return weakest.error();
    // A compiler that breaks on every program under these options has the bug that was found. One that breaks
    // under any options worked when it was found, so it is not there any more as it was.
    const bool breaks_too = control->end == Trial::End::Breaks && traits(failure.kind).breaks_compiler;
    if (breaks_too && weakest->works()) return std::string();
    return fmt::format("{}: {}{}", failure.setup.name(), control->why,
                       weakest->works() ? "; without these options it works" : "");
}

} // namespace assay::triage
