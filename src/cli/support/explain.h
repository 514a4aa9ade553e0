// What triage tells of the compilers that fail on a program that the user brought, for people and as JSON.
#pragma once

#include "triage/inspect.h"

#include <nlohmann/json_fwd.hpp>

namespace assay::cli {

std::string as_text(const triage::Examined& explained);
nlohmann::ordered_json as_json(const triage::Examined& explained);

} // namespace assay::cli
