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
    Entry{Kind::WrongOutput, "wrong-output", {.wrong_code = true}},
    // What setups that differ have in common is that nobody knows more, so one of them tells as much as all.
    Entry{Kind::Disagreement, "disagreement", {.names_defect = true}},
    Entry{Kind::Crash, "crash", {.breaks_compiler = true, .needs_validity = false, .names_defect = true}},
    Entry{Kind::Hang,
          "hang",
          {.breaks_compiler = true, .needs_validity = false, .about_time = true, .names_defect = true}},
    Entry{Kind::Slow,
          "slow",
          {.breaks_compiler = true, .needs_validity = false, .about_time = true, .names_defect = true}},
    Entry{Kind::Reject, "reject", {.names_defect = true}},
    Entry{Kind::RunCrash, "run-crash", {.wrong_code = true, .about_time = true}},
    Entry{Kind::Sanitizer, "sanitizer", {.names_defect = true}},
};

const Entry& entry_of(Kind kind) { return kKinds[static_cast<size_t>(kind)]; }

} // namespace

const Traits& traits(Kind kind) { return entry_of(kind).traits; }

std::string_view to_text(Kind kind) { return entry_of(kind).name; }

std::optional<Kind> kind_named(std::string_view text) {
    for (const Entry& entry : kKinds)
        if (entry.name == text) return entry.kind;
    return std::nullopt;
}

} // namespace assay::testcase
