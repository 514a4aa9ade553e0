// Variants of a program: what never ran is taken out, put elsewhere, or changed. The parts (deletion.cc,
// insertion.cc, mutation.cc) add to one draft; variants.cc puts them together and keeps what still compiles.
#pragma once

#include "choice/choices.h"
#include "source/edits.h"
#include "source/parse.h"
#include "source/prune/dead.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::source::prune {

struct Counts {
    uint64_t deleted = 0, inserted = 0, replaced = 0, mutated = 0;
    bool operator==(const Counts&) const = default;
};

struct Variant {
    std::string text;
    Counts counts;
};

// Variables by what is asked for.
struct Names {
    explicit Names(const Unit& unit);
    // The variable that a name means at this place, or kNone.
    uint32_t meaning(const Unit& unit, const std::string& name, uint32_t place, uint32_t function) const;
    // Those of the type whose name means them at this place.
    std::vector<uint32_t> of_type(const Unit& unit, const std::string& type, uint32_t place,
                                  uint32_t function) const;

    std::map<std::string, std::vector<uint32_t>, std::less<>> by_name, by_type;
};

// A variant in the making.
struct Draft {
    const Unit& unit;
    const Life& life;
    const Names& names;
    std::vector<Edit> edits = {};
    std::vector<bool> gone = {};    // by statement
    std::set<uint32_t> needed = {}; // variables that copies name

    bool is_gone(uint32_t variable) const {
        const uint32_t declared = unit.variables[variable].statement;
        return declared != kNone && gone[declared];
    }
    Counts counts = {};
};

// Orion's: every statement that may go is taken by the toss of a coin, one for parents and one for leaves,
// and both coins are bent anew after each toss. A statement that is taken may leave another in its place if
// `replace`.
void prune_dead(Draft& draft, choice::Choices& choices, bool replace);

// Copies of statements from the same or an earlier function come before statements that never ran; their
// names are bound to what is in scope there and has the same type.
void insert_copies(Draft& draft, choice::Choices& choices);
// One such copy as text, for the place of this statement; empty: none was found.
std::string copy_for(Draft& draft, uint32_t place, choice::Choices& choices);

// Operators, numbers, names and conditions that were never evaluated become others of the same type.
void mutate_dead(Draft& draft, choice::Choices& choices);

// Does it call what may not exist (calls that compilers drop when they see that they cannot happen)? Then
// code must not move.
bool calls_the_unknown(const Unit& unit, const Life& life);

struct Made {
    std::vector<Variant> variants;
    std::vector<std::string> complaints; // about drafts that did not compile
};

// Up to `count` of them, all different from each other and from the original. The same choices give the same.
Made make_variants(Parser& parser, const Life& life, uint64_t count, const choice::Choices& choices);

// A number of variants whose mean is the one asked for.
uint64_t draw_count(uint64_t mean, choice::Choices& choices);

std::vector<const choice::Site*> variant_sites();

} // namespace assay::source::prune
