// Every decision of this method, by the file that takes it: for policy files, shuffling, and the test that
// every alternative is taken.
#pragma once

#include "choice/site.h"

#include <span>
#include <vector>

namespace assay::generate::grow {

std::span<const choice::Site* const> type_sites();
std::span<const choice::Site* const> global_sites();
std::span<const choice::Site* const> constant_sites();
std::span<const choice::Site* const> number_sites();
std::span<const choice::Site* const> place_sites();
std::span<const choice::Site* const> value_sites();
std::span<const choice::Site* const> statement_sites();
std::span<const choice::Site* const> use_sites();
std::span<const choice::Site* const> loop_sites();
std::span<const choice::Site* const> function_sites();
std::span<const choice::Site* const> method_sites();
std::span<const choice::Site* const> mend_sites();
std::span<const choice::Site* const> edge_sites();
std::span<const choice::Site* const> kit_sites();
std::span<const choice::Site* const> irregular_sites();
std::span<const choice::Site* const> helper_sites();
std::span<const choice::Site* const> lowering_sites();
std::vector<const choice::Site*> idiom_sites();

std::vector<const choice::Site*> all_sites();

} // namespace assay::generate::grow
