// Explains the verdicts on a program that the user brought: one triage per failing compiler.
#pragma once

#include "cli/support/given_programs.h"
#include "triage/examine.h"
#include "triage/inspect.h"

#include <nlohmann/json_fwd.hpp>

namespace assay::cli {

struct Explained {
    testcase::Setup setup;
    triage::Diagnosis triaged;
};

base::Result<std::vector<Explained>> explain(sandbox::Sandbox& sandbox, const triage::Inspection& inspection,
                                             const toolchain::Toolset& tools,
                                             const toolchain::TestLimits& limits);

std::string as_text(const Explained& explained);
nlohmann::ordered_json as_json(const Explained& explained);

} // namespace assay::cli
