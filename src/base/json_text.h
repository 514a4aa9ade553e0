// JSON in and out. As text, whatever bytes its strings hold: compilers, programs and campaigns of others
// print what they like, and JSON is UTF-8 alone. From text, whatever that is: what is nested without end
// would overflow the stack wherever it is copied or written.
#pragma once

#include "base/nesting.h"
#include "base/printable.h"

#include <nlohmann/json.hpp>

namespace assay::base {

// The same with every byte that is not UTF-8 as \xNN.
template <typename Json> Json as_utf8_json(const Json& json) {
    if (json.is_string()) return as_utf8(json.template get_ref<const std::string&>());
    Json made = json;
    if (json.is_array())
        for (auto& element : made) element = as_utf8_json(element);
    if (json.is_object()) {
        made = Json::object();
        for (const auto& [name, value] : json.items()) made[as_utf8(name)] = as_utf8_json(value);
    }
    return made;
}

template <typename Json> std::string json_text(const Json& json, int indent = -1) {
    constexpr int kNotUtf8 = 316; // an error of the library
    try {
        return json.dump(indent);
    } catch (const typename Json::type_error& error) {
        if (error.id != kNotUtf8) throw;
        return as_utf8_json(json).dump(indent);
    }
}

// A number with a fraction or an exponent that no integer holds; the library would convert it all the same.
template <typename Json> bool has_wild_number(const Json& json) {
    constexpr double kMost = 1U << 31; // seconds, and nothing else that Assay writes, have fractions
    if (json.is_number_float()) {
        const auto number = json.template get<double>();
        return !(number >= 0 && number < kMost);
    }
    if (!json.is_structured()) return false;
    for (const auto& element : json)
        if (has_wild_number(element)) return true;
    return false;
}

// Discarded (is_discarded()) if it is not JSON, nested deeper than anything that Assay writes, or has numbers
// that are no values of ours.
template <typename Json = nlohmann::json> Json parsed_json(std::string_view text) {
    constexpr int kDeepest = 100;
    if (is_nested_deeper(text, kDeepest)) return Json(Json::value_t::discarded);
    Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() || has_wild_number(json) ? Json(Json::value_t::discarded) : json;
}

} // namespace assay::base
