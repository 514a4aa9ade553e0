// Replay: does a bug still fail, and with which of the compilers here? Asks the compiler that failed, and
// every other one that takes the program, with the options that failed.
#pragma once

#include "campaign/config.h"
#include "sandbox/sandbox.h"
#include "store/store.h"
#include "toolchain/toolset.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace assay::campaign {

struct ReplayTools {
    const toolchain::Toolset& tools;
    const Config& limits;
    std::vector<std::string> named; // compilers that the user asks about; empty: the one that failed
    std::map<std::string, std::string> missing; // compilers of the campaign that are not here, and why
};

// What one setup does now.
struct Replayed {
    testcase::Setup setup;
    triage::Behaviour answer = triage::Behaviour::CannotTell;
    std::string why = {}; // it cannot be told
};

struct BugReplay {
    int64_t id = 0;
    std::string title;
    testcase::Setup failed; // as the hunt saw it
    // Of the compilers in question: one that fails decides, and one that cannot be asked is never right.
    triage::Behaviour answer = triage::Behaviour::CannotTell;
    std::vector<Replayed> setups;
};

// `on_step` hears what comes next: "is its program valid?", a setup.
base::Result<BugReplay> replay(store::Store& store, int64_t id, const ReplayTools& with,
                               sandbox::Sandbox& sandbox,
                               const std::function<void(const std::string&)>& on_step);

} // namespace assay::campaign
