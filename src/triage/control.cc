#include "triage/control.h"

#include "toolchain/trial.h"

#include <fmt/format.h>

namespace assay::triage {

using testcase::Kind;
using toolchain::Trial;

base::Result<std::string> environment_fault(sandbox::Sandbox& sandbox, const Failure& failure,
                                            const testcase::TestCase& test) {
    const auto trial = [&](const testcase::Setup& setup) {
        return toolchain::try_setup(sandbox, *failure.compiler, setup, test.language, test.standard);
    };
    auto control = trial(failure.setup);
    if (!control) return control.error();
    // A compiler that breaks on every program has the bug that was found.
    const bool breaks_too =
        control->end == Trial::End::Breaks &&
        (failure.kind == Kind::Crash || failure.kind == Kind::Hang || failure.kind == Kind::Slow);
    if (control->works() || breaks_too) return std::string();
    testcase::Setup plain = failure.setup;
    plain.options = failure.compiler->family->unoptimised();
    const auto& needed = failure.compiler->knows("options." + plain.target);
    plain.options.insert(plain.options.end(), needed.begin(), needed.end());
    auto unoptimised = trial(plain);
    if (!unoptimised) return unoptimised.error();
    return fmt::format("{}: {}{}", failure.setup.name(), control->why,
                       unoptimised->works() ? "; without these options it works" : "");
}

} // namespace assay::triage
