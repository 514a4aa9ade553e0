// What one compiler makes of a failing program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace assay::triage {

enum class Behaviour : uint8_t {
    Fails,
    Right,
    CannotTell // it does not compile, or fails in another way
};
std::string_view to_text(Behaviour behaviour); // "fails", "right", "cannot tell"
std::optional<Behaviour> behaviour_named(std::string_view text);

// By the name of the compiler.
using Versions = std::map<std::string, Behaviour>;
std::string to_json(const Versions& versions);
Versions versions_from_json(const std::string& json); // of anything else: none

} // namespace assay::triage
