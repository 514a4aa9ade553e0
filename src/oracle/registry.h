// All oracles, and one call that asks them all.
#pragma once

#include "testcase/oracle.h"

#include <memory>
#include <vector>

namespace assay::oracle {

std::vector<std::unique_ptr<testcase::Oracle>> oracles();

// What every oracle says, in the registry's order. One observation gets at most one verdict: the first oracle
// that speaks about it is the one that knows best.
std::vector<testcase::Verdict> judge(const testcase::Trial& trial);

} // namespace assay::oracle
