#include "testcase/verdict.h"

#include <array>

namespace assay::testcase {
namespace {

struct Entry {
    Kind kind;
    std::string_view name;
    Traits traits;
};

constexpr std::array kKinds{
    Entry{Kind::WrongOutput, "wrong-output", {.wrong_code = true, .compares_runs = true}},
    // What setups that differ have in common is that nobody knows more, so one of them tells as much as all.
    Entry{Kind::Disagreement, "disagreement", {.names_defect = true, .compares_runs = true}},
    Entry{Kind::Crash,
          "crash",
          {.breaks_compiler = true,
           .needs_validity = false,
           .names_defect = true,
           .compilers_words = true,
           .in_compilation = true}},
    Entry{Kind::Hang,
          "hang",
          {.breaks_compiler = true,
           .needs_validity = false,
           .about_time = true,
           .names_defect = true,
           .in_compilation = true,
           .takes_limit = true}},
    Entry{Kind::Slow,
          "slow",
          {.breaks_compiler = true,
           .needs_validity = false,
           .about_time = true,
           .names_defect = true,
           .in_compilation = true,
           .takes_limit = true,
           .shows_alone = false}},
    Entry{Kind::Reject, "reject", {.names_defect = true, .compilers_words = true, .in_compilation = true}},
    Entry{Kind::RunCrash, "run-crash", {.wrong_code = true, .about_time = true, .compares_runs = true}},
    Entry{Kind::Sanitizer, "sanitizer", {.names_defect = true}},
};

const Entry& entry_of(Kind kind) { return kKinds[static_cast<size_t>(kind)]; }

} // namespace

const Traits& traits(Kind kind) { return entry_of(kind).traits; }

const std::vector<Kind>& all_kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds;
        for (const Entry& entry : kKinds) kinds.push_back(entry.kind);
        return kinds;
    }();
    return all;
}

std::string_view to_text(Kind kind) { return entry_of(kind).name; }

std::optional<Kind> kind_named(std::string_view text) {
    for (const Entry& entry : kKinds)
        if (entry.name == text) return entry.kind;
    return std::nullopt;
}

} // namespace assay::testcase
