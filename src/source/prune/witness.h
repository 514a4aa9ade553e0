// The witness: the program with an alarm in front of everything that is believed to be dead. What coverage
// gets wrong (functions that return twice, other processes) rings and lives again.
#pragma once

#include "source/laboratory.h"
#include "source/prune/dead.h"

namespace assay::source::prune {

// The text with a call assay_alarm(k) for the k-th of the roots and, after those, of the dead arms if `arms`.
std::string with_alarms(const Unit& unit, const Life& life, bool arms);

// Revives what rang. An Error: the program behaves differently with alarms in it, so it cannot be used.
base::Result<void> question_witness(Laboratory& laboratory, const Unit& unit,
                                    const std::vector<Behaviour>& expected, Life& life);

} // namespace assay::source::prune
