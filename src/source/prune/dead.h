// Which statements never ran, and which of them may go.
#pragma once

#include "source/coverage.h"
#include "source/unit.h"

#include <vector>

namespace assay::source::prune {

struct Life {
    std::vector<bool> dead;      // by statement: it and all below it never ran
    std::vector<bool> removable; // and nothing that stays needs it
    std::vector<bool> dead_arms; // by expression: arms of && || ?: that were never evaluated
    uint64_t dead_count() const;
};

// A statement is dead if every coverage says so; where one is silent, it lives.
Life life_of(const Unit& unit, const std::vector<Coverage>& coverages);

// The statement lives after all, and so does everything below it and around it.
void revive(const Unit& unit, Life& life, uint32_t statement);

// The outermost dead statements.
std::vector<uint32_t> dead_roots(const Unit& unit, const Life& life);

} // namespace assay::source::prune
