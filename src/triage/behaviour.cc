#include "triage/behaviour.h"

#include "base/json_text.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace assay::triage {
namespace {

constexpr std::string_view kNames[] = {"fails", "right", "cannot tell"};

} // namespace

std::string_view to_text(Behaviour behaviour) { return kNames[static_cast<size_t>(behaviour)]; }

std::optional<Behaviour> behaviour_named(std::string_view text) {
    const auto found = std::ranges::find(kNames, text);
    if (found == std::end(kNames)) return std::nullopt;
    return static_cast<Behaviour>(found - std::begin(kNames));
}

std::string to_json(const Versions& versions) {
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [compiler, behaviour] : versions) json[compiler] = to_text(behaviour);
    return base::json_text(json);
}

Versions versions_from_json(const std::string& text) {
    const auto json = base::parsed_json(text);
    Versions versions;
    if (!json.is_object()) return versions;
    for (const auto& [compiler, answer] : json.items())
        if (answer.is_string())
            versions[compiler] = behaviour_named(answer.get<std::string>()).value_or(Behaviour::CannotTell);
    return versions;
}

} // namespace assay::triage
