// The record of what is known about a bug. Triage makes it, the store keeps it as one JSON text, reports show
// it. Campaigns of earlier versions of Assay are read as well.
#pragma once

#include "testcase/setup.h"
#include "testcase/test_case.h"
#include "triage/history.h"
#include "triage/needs.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::triage {

enum class State : uint8_t {
    New,         // not yet triaged
    Waiting,     // untriaged wrong code, maybe several bugs
    Confirmed,   // fails in more than half of the repetitions, and its program is valid
    Doubtful,    // fails in half of the repetitions or fewer
    Invalid,     // its program is not valid
    Unsettled,   // nothing tells whether it is a bug
    Environment, // what runs the programs is at fault
    Ignored,     // by the user
};
std::string_view to_text(State state); // as in `bugs --json`: "confirmed"
std::optional<State> state_named(std::string_view text);
bool is_untriaged(State state);
bool counts(State state); // as a bug

// Who says that the program is valid.
enum class Validity : uint8_t { Unknown, Ladder, Certified };
std::string_view to_text(Validity validity); // as in `bugs --json`: "certified"
std::optional<Validity> validity_named(std::string_view text);

struct Reliability {
    uint64_t failed = 0, tried = 0; // repetitions
    bool holds() const { return failed * 2 > tried; }
    bool operator==(const Reliability&) const = default;
};
std::string to_text(const Reliability& reliability); // "10/10"; empty: never tried
Reliability reliability_named(const std::string& text);

struct Culprit {
    std::optional<std::string> pass;     // empty: unattributed
    std::string how;                     // for people: what was switched off, or why nothing was found
    std::vector<std::string> workaround; // options that fix the program
    bool operator==(const Culprit&) const = default;
};

struct Diagnosis {
    Reliability reliability;
    Validity validity = Validity::Unknown;
    std::string validity_how;         // for people
    bool invalid = false;             // the ladder found undefined behaviour: not a bug
    std::string environment;          // why it is at fault, not the compiler; or empty
    bool unsettled = false;           // cannot be decided; validity_how says why
    Culprit culprit;                  // of wrong code
    bool attributed = false;          // bisection has run, even in vain
    std::optional<Needs> needs;       // of a small unattributed program
    std::string likeness;             // why it is or is not a duplicate of a known unattributed bug
    std::vector<std::string> options; // the fewest that still fail
    std::vector<std::string> levels;  // plain levels of the family that fail on their own
    Versions versions;
    std::string range; // of versions: "first bad: gcc-12; last good: gcc-11"
    History history;
    uint64_t tools_us = 0;               // CPU time of compilers and programs in this triage
    std::string title;                   // distinguishes this bug from others, as far as known
    std::optional<std::string> expected; // on standard output, if known
    std::string detail;                  // what was seen and what was expected

    State state() const; // that follows from it
    bool operator==(const Diagnosis&) const = default;
};
std::string to_json(const Diagnosis& diagnosis);
Diagnosis diagnosis_from_json(const std::string& json); // what is damaged in it counts as unknown

// One improvement of a reduction.
struct ReductionStep {
    std::string pass;
    uint64_t lines = 0, tokens = 0, tests = 0;
};

// A reduced program, and how it came about.
struct ReducedProgram {
    std::optional<testcase::TestCase> test; // empty: damaged in the store
    testcase::Setup setup;                  // that fails
    uint64_t number = 0, member = 0;        // of the test it was made of
    bool by_model = false;                  // every candidate was evaluated
    uint64_t tests = 0;
    double seconds = 0;
    std::vector<ReductionStep> steps;
    std::optional<Diagnosis> diagnosis; // of the reduced program; empty: cut off
};
std::string to_json(const ReducedProgram& program);
ReducedProgram program_from_json(const std::string& json);

} // namespace assay::triage
