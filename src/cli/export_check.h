// The script of a bundle must accept the program of the bundle. Finds out how the compiler is called, which
// build is right and which sanitizer takes the program, by running what would be written.
#pragma once

#include "cli/campaign_compilers.h"
#include "report/bundle.h"

namespace assay::cli {

// The case with tools that work. An Error says why there are none and what to do.
base::Result<report::Case> with_working_script(report::Case one, const std::string& target,
                                               const CampaignCompilers& tools);

// The same without running anything, as far as can be told.
report::Case with_unchecked_script(report::Case one, const std::string& target,
                                   const CampaignCompilers& tools);

} // namespace assay::cli
