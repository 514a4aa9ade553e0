#include "source/prune/variant.h"
#include "source/without_values.h"

#include <set>

namespace assay::source::prune {
namespace {

using choice::Choices;
using choice::Option;
using choice::SiteOf;

enum class Manner : uint8_t { Prune, Replace, Insert, Mutate, All };

constexpr SiteOf kManner{"prune.manner",
                         Option{Manner::Prune, "prune", 5},
                         Option{Manner::Replace, "replace", 2},
                         Option{Manner::Insert, "insert", 2},
                         Option{Manner::Mutate, "mutate", 2},
                         Option{Manner::All, "all", 3}};

// Whatever moves code comes after what is deleted, so that nothing is put where nothing is left.
Draft draft_one(const Unit& unit, const Life& life, const Names& names, Manner manner, Choices& c) {
    Draft draft{unit, life, names};
    const bool moves = manner == Manner::Replace || manner == Manner::All;
    Choices deletion = c.fork("delete"), insertion = c.fork("insert"), mutation = c.fork("mutate");
    prune_dead(draft, deletion, moves);
    if (manner == Manner::Insert || manner == Manner::All) insert_copies(draft, insertion);
    if (manner == Manner::Mutate || manner == Manner::All) mutate_dead(draft, mutation);
    return draft;
}

} // namespace

Made make_variants(Parser& parser, const Life& life, uint64_t count, const Choices& choices) {
    constexpr uint64_t kTries = 6;
    const Unit& unit = parser.unit();
    const Names names(unit);
    const bool only_prune = calls_the_unknown(unit, life);
    Made made;
    std::set<std::string> seen{unit.text};
    for (uint64_t number = 0; number < count; ++number) {
        Choices own = choices.fork("variant", number);
        const Manner wanted = own.pick(kManner);
        for (uint64_t attempt = 0; attempt < kTries; ++attempt) {
            // What was put in is what most often does not fit, so the last attempts go without.
            const Manner manner = only_prune || attempt >= kTries / 2 ? Manner::Prune : wanted;
            Choices c = own.fork("attempt", attempt);
            Draft draft = draft_one(unit, life, names, manner, c);
            std::string text = with_edits(unit.text, std::move(draft.edits));
            if (!seen.insert(text).second) continue;
            std::string complaint = parser.complaint(without_values(text));
            if (!complaint.empty()) complaint = parser.complaint(text); // about what stands for the numbers?
            if (!complaint.empty()) {
                made.complaints.push_back(std::move(complaint));
                continue;
            }
            made.variants.push_back({std::move(text), draft.counts});
            break;
        }
    }
    return made;
}

uint64_t draw_count(uint64_t mean, Choices& choices) {
    return mean == 0 ? 0 : choices.range<uint64_t>(1, 2 * mean - 1);
}

std::vector<const choice::Site*> variant_sites() { return {&kManner}; }

} // namespace assay::source::prune
