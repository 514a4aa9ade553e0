#include "toolchain/listing.h"

#include "base/json_text.h"
#include "toolchain/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::toolchain {
namespace {

using Json = nlohmann::ordered_json;

std::string to_hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

std::string from_hex(const std::string& text) {
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)); // from_json catches
    return bytes;
}

Json abilities_json(const Abilities& can) {
    Json json;
    json["languages"] = can.languages;
    json["standards"] = can.standards;
    json["targets"] = can.targets;
    json["sanitizers"] = can.sanitizers;
    json["machines"] = can.machines;
    json["lto"] = can.lto;
    json["features"] = can.features;
    json["optimisations"] = can.optimisations;
    json["rare"] = can.rare;
    return json;
}

Json public_json(const Compiler& compiler) {
    Json json;
    json["name"] = compiler.name;
    json["aliases"] = compiler.aliases;
    json["family"] = compiler.family ? std::string(compiler.family->name()) : "";
    json["version"] = compiler.version;
    json["root"] = compiler.root;
    json["path"] = compiler.path;
    json["cxx_path"] = compiler.cxx_path;
    json["banner"] = compiler.banner;
    json["abilities"] = abilities_json(compiler.abilities);
    json["left_out"] = compiler.left_out;
    return json;
}

// Compilers say what they like; JSON holds UTF-8 alone.
std::string dumped(const Json& json, int indent = -1) { return base::json_text(json, indent); }

Compiler compiler_of(const Json& json, const Family& family) {
    Compiler compiler;
    compiler.family = &family;
    json.at("name").get_to(compiler.name);
    json.at("aliases").get_to(compiler.aliases);
    json.at("version").get_to(compiler.version);
    json.at("root").get_to(compiler.root);
    json.at("path").get_to(compiler.path);
    json.at("cxx_path").get_to(compiler.cxx_path);
    json.at("banner").get_to(compiler.banner);
    const Json& can = json.at("abilities");
    can.at("languages").get_to(compiler.abilities.languages);
    can.at("standards").get_to(compiler.abilities.standards);
    can.at("targets").get_to(compiler.abilities.targets);
    can.at("sanitizers").get_to(compiler.abilities.sanitizers);
    can.at("machines").get_to(compiler.abilities.machines);
    can.at("lto").get_to(compiler.abilities.lto);
    can.at("features").get_to(compiler.abilities.features);
    can.at("optimisations").get_to(compiler.abilities.optimisations);
    can.at("rare").get_to(compiler.abilities.rare);
    json.at("left_out").get_to(compiler.left_out);
    json.at("learned").get_to(compiler.learned);
    for (const auto& aid : json.at("aids"))
        compiler.aids.push_back(
            {aid.at("name").get<std::string>(), from_hex(aid.at("content").get<std::string>())});
    return compiler;
}

std::string shown(const Compiler& compiler) {
    const Abilities& can = compiler.abilities;
    std::string text = fmt::format("{:<28} {:<10} {:<10} {}\n", compiler.name, compiler.version.substr(0, 10),
                                   compiler.family->name(), joined(can.languages, " "));
    const auto line = [&](std::string_view what, const std::vector<std::string>& list) {
        if (!list.empty()) text += fmt::format("    {:<12} {}\n", what, joined(list, " "));
    };
    line("also called", compiler.aliases);
    if (!compiler.root.empty()) text += fmt::format("    {:<12} {}\n", "lives in", compiler.root);
    line("standards", can.standards);
    line("targets", can.targets);
    line("sanitizers", can.sanitizers);
    if (!can.machines.empty()) text += fmt::format("    {:<12} {}\n", "machines", joined(can.machines, ", "));
    if (can.lto) text += "    whole program optimisation\n";
    if (!can.optimisations.empty())
        text += fmt::format("    {} options to draw from, {} of rare pipelines\n", can.optimisations.size(),
                            can.rare.size());
    for (const std::string& what : compiler.left_out) text += fmt::format("    left out     {}\n", what);
    return text;
}

} // namespace

std::string to_json(const Compiler& compiler) {
    Json json = public_json(compiler);
    json["learned"] = compiler.learned;
    json["aids"] = Json::array();
    for (const Aid& aid : compiler.aids)
        json["aids"].push_back({{"name", aid.name}, {"content", to_hex(aid.content)}});
    return dumped(json);
}

base::Result<Compiler> from_json(const std::string& text, const Family& family) {
    try {
        return compiler_of(base::parsed_json<Json>(text), family);
    } catch (const std::exception& error) {
        return base::Error{fmt::format("a compiler as JSON: {}", error.what())};
    }
}

std::string listing(const Found& found) {
    std::string text;
    for (const Compiler& compiler : found.compilers) text += shown(compiler);
    if (found.compilers.empty()) text += "no compiler was found; 'assay doctor' says how to install some\n";
    if (!found.by_name.empty())
        text += fmt::format("\nused if named with --compilers: {}\n", joined(found.by_name, " "));
    if (!found.unused.empty()) text += "\ncannot be used:\n";
    for (const Unused& unused : found.unused) text += fmt::format("    {}\n", unused.why);
    return text;
}

std::string listing_json(const Found& found) {
    Json all = Json::array();
    for (const Compiler& compiler : found.compilers) all.push_back(public_json(compiler));
    return dumped(all, 1) + "\n";
}

} // namespace assay::toolchain
