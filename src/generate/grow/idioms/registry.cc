#include "generate/grow/idioms/idiom.h"
#include "generate/grow/sites.h"

#include <array>

namespace assay::generate::grow {

using choice::Alternative;
using namespace idioms;

namespace {

constexpr choice::Coin kNearMiss{"grow.idiom.near-miss", 12};

const std::array kNumbers{&kRotate,   &kByteSwap, &kExtension, &kBits,   &kMinMax,     &kSaturation,
                          &kDivision, &kProduct,  &kMasks,     &kRanges, &kPopulation, &kOrder};
const std::array kStatements{&kPieces,    &kMemory,   &kDiamonds, &kWalks,      &kReductions,
                             &kStencils,  &kRecords,  &kTables,   &kInvariants, &kLanes,
                             &kInduction, &kOverflow, &kDigits,   &kAggregates, &kFloatLanes};

template <size_t N, typename Idiom>
std::array<Alternative, N> alternatives(const std::array<const Idiom*, N>& families) {
    std::array<Alternative, N> made;
    for (size_t i = 0; i < N; ++i) made[i] = {families[i]->name, families[i]->weight};
    return made;
}

const choice::Site& number_site() {
    static const auto all = alternatives(kNumbers);
    static const choice::Site site("grow.idiom.number", all);
    return site;
}

const choice::Site& statement_site() {
    static const auto all = alternatives(kStatements);
    static const choice::Site site("grow.idiom.statement", all);
    return site;
}

} // namespace

NodeId idiom_number(World& w, int depth) {
    const size_t which = w.c.pick(number_site());
    const bool was = std::exchange(w.pure, true);
    const NodeId made = kNumbers[which]->make(w, depth).node();
    w.pure = was;
    if (w.c.pick(kNearMiss)) miss_narrowly(w, made);
    return made;
}

NodeId idiom_statement(World& w) {
    const size_t which = w.c.pick(statement_site());
    return kStatements[which]->make(w);
}

std::vector<const choice::Site*> idiom_sites() {
    std::vector<const choice::Site*> all{&number_site(), &statement_site(), &kNearMiss, near_miss_site()};
    for (const NumberIdiom* each : kNumbers) all.push_back(each->variants);
    for (const StatementIdiom* each : kStatements) all.push_back(each->variants);
    return all;
}

} // namespace assay::generate::grow
