// The compilers of a campaign, by the definitions it keeps, so that users need not name assay.toml again.
// What is missing or has changed since is reported on stderr.
#pragma once

#include "campaign/record.h"
#include "cli/command.h"
#include "cli/support/compiler_choice.h"
#include "store/store.h"

namespace assay::cli {

struct CampaignCompilers {
    Toolbox toolbox;
    std::map<std::string, std::string> missing; // compilers of the campaign, and why
    campaign::Config limits;                    // the limits of its tests

    const toolchain::Compiler* named(const std::string& name) const;
    // Why a compiler of the campaign cannot be asked.
    std::string why_missing(const std::string& name) const;
};

enum class Also : uint8_t { Nothing, AllOfThisMachine };

// --compilers and --config override what the campaign keeps.
base::Result<CampaignCompilers> campaign_compilers(const Arguments& arguments, store::Store& store,
                                                   Also also);

} // namespace assay::cli
