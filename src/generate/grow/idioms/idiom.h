// Idioms: shapes that optimisers look for, made of operands of the surrounding program, each time a little
// different. One file per family, and one line in registry.cc.
#pragma once

#include "generate/grow/kit.h"

#include <span>

namespace assay::generate::grow {

NodeId idiom_number(World& w, int depth);
NodeId idiom_statement(World& w);

namespace idioms {

// A family has variants, which are the alternatives of its site.
struct NumberIdiom {
    std::string_view name;
    uint32_t weight;
    Expr (*make)(World& w, int depth);
    const choice::Site* variants;
};
struct StatementIdiom {
    std::string_view name;
    uint32_t weight;
    NodeId (*make)(World& w); // full expressions of its own; returns a statement that may stand anywhere
    const choice::Site* variants;
};

// Numbers
extern const NumberIdiom kRotate, kByteSwap, kExtension, kBits, kMinMax, kSaturation, kDivision, kProduct,
    kMasks, kRanges, kPopulation, kOrder;
// Statements
extern const StatementIdiom kPieces, kMemory, kDiamonds, kWalks, kReductions, kStencils, kRecords, kTables,
    kInvariants, kLanes, kFloatLanes, kInduction, kOverflow, kDigits, kAggregates;

// near_miss.cc
void miss_narrowly(World& w, NodeId made);
const choice::Site* near_miss_site();

} // namespace idioms
} // namespace assay::generate::grow
