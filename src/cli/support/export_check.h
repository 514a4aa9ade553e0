// The script of a bundle must accept the program of the bundle. By running the script, this finds how the
// compiler is called, which build is right and which sanitizer accepts the program.
#pragma once

#include "cli/support/campaign_compilers.h"
#include "report/bundle.h"

namespace assay::cli {

// The case with working tools. An Error says why there are none and what to do.
base::Result<report::Case> with_working_script(report::Case one, const std::string& target,
                                               const CampaignCompilers& tools);

// The same without running anything, so the tools are only a guess.
report::Case with_unchecked_script(report::Case one, const std::string& target,
                                   const CampaignCompilers& tools);

} // namespace assay::cli
