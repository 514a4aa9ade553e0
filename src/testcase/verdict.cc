#include "testcase/verdict.h"

#include <array>

namespace assay::testcase {
namespace {
constexpr std::array<std::pair<Kind, std::string_view>, 8> kNames = {{
    {Kind::WrongOutput, "wrong-output"},
    {Kind::Disagreement, "disagreement"},
    {Kind::Crash, "crash"},
    {Kind::Hang, "hang"},
    {Kind::Slow, "slow"},
    {Kind::Reject, "reject"},
    {Kind::RunCrash, "run-crash"},
    {Kind::Sanitizer, "sanitizer"},
}};
} // namespace

std::string_view to_text(Kind kind) { return kNames[static_cast<size_t>(kind)].second; }

std::optional<Kind> kind_named(std::string_view text) {
    for (const auto& [kind, name] : kNames)
        if (name == text) return kind;
    return std::nullopt;
}

} // namespace assay::testcase
