#include "generate/derive/grammar/grammar.h"

#include <fmt/format.h>

namespace assay::generate::derive {

bool Rule::hidden() const {
    for (const Alternative& alternative : alternatives)
        for (const LexerCommand& command : alternative.commands)
            if (command.name == "skip" || command.name == "channel" || command.name == "more") return true;
    return false;
}

int Grammar::find(std::string_view rule) const {
    const auto found = by_name.find(rule);
    return found == by_name.end() ? -1 : found->second;
}

std::string Grammar::where(Place place) const {
    return fmt::format("{}:{}:{}", files.at(static_cast<size_t>(place.file)), place.line, place.column);
}

base::Error Grammar::error(Place place, const std::string& what) const {
    return base::Error{where(place) + ": " + what};
}

} // namespace assay::generate::derive
