// Shared by the commands about a campaign.
#pragma once

#include "base/result.h"
#include "cli/command.h"
#include "store/store.h"

namespace assay::cli {

inline constexpr Option kCampaignOption{"--campaign", OptionKind::Text, "the campaign's folder",
                                        "./assay-campaign"};
inline constexpr Option kJsonOption{"--json", OptionKind::Flag, "as JSON"};

// "3" or "#3".
base::Result<int64_t> bug_id(const std::string& text);
// The bug that the user means. If it was merged, stderr says into which one.
base::Result<int64_t> bug_meant(store::Store& store, const std::string& text);

} // namespace assay::cli
