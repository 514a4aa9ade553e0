#include "campaign/record.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "base/words.h"
#include "toolchain/families/user_compilers.h"
#include "toolchain/probe/programs.h"
#include "toolchain/targets.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using Object = nlohmann::json;

constexpr const char* kRecordFact = "record";
constexpr const char* kCompilersFact = "compilers";

std::string dumped(const Object& json) { return base::json_text(json); }

// Of the program itself; what it starts is told apart by its version.
std::string hash_of(const std::string& path) {
    const auto text = base::read_file(path);
    return text ? fmt::format("{:016x}", base::hash_text(*text)) : std::string();
}

Object seconds_or_null(const std::optional<std::chrono::seconds>& time) {
    return time ? Object(time->count()) : Object();
}

std::optional<std::chrono::seconds> seconds_in(const Object& json, const char* name) {
    if (!json.contains(name) || !json[name].is_number_integer()) return std::nullopt;
    return std::chrono::seconds(json[name].get<int64_t>());
}

std::string methods_text(const std::map<std::string, uint32_t>& methods) {
    std::string text;
    for (const auto& [name, weight] : methods)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, weight);
    return text;
}

std::string limit_text(const std::optional<std::chrono::seconds>& limit) {
    return limit ? fmt::format("{} s", limit->count()) : "by the size of the program";
}

std::string sets_text(const std::vector<std::string>& sets) {
    return sets.empty() ? "those of each family" : fmt::format("{}", fmt::join(sets, ","));
}

} // namespace

Record record_of(const Config& config, const std::vector<toolchain::Compiler>& compilers) {
    Record record;
    record.assay = ASSAY_VERSION;
    record.seed = config.seed;
    for (const MethodShare& share : config.methods) record.methods[share.name] += share.weight;
    for (const std::vector<std::string>& set : config.options)
        record.options.push_back(base::joined(set, " "));
    for (const toolchain::Compiler& compiler : compilers) record.compilers.push_back(compiler.name);
    std::ranges::sort(record.compilers);
    record.more = {{"setups_per_test", std::to_string(config.setups_per_test)},
                   {"batch.programs", std::to_string(config.batch)},
                   {"batch.percent", std::to_string(config.batch_percent)},
                   {"programs", config.programs}};
    for (const auto& [name, policy] : config.policies) record.more["policy." + name] = policy.to_text();
    for (const generate::external::UserGenerator& generator : config.generators)
        record.more["generator." + generator.name] = base::joined(generator.command, " ");
    record.compile_limit = config.compile_limit;
    record.run_limit = config.run_limit;
    record.file = config.file;
    record.file_text = config.file_text;
    return record;
}

Result<void> save_record(store::Store& store, const Record& record) {
    return store.set_fact(kRecordFact, dumped({{"assay", record.assay},
                                               {"seed", record.seed},
                                               {"methods", record.methods},
                                               {"options", record.options},
                                               {"compilers", record.compilers},
                                               {"more", record.more},
                                               {"compile_limit", seconds_or_null(record.compile_limit)},
                                               {"run_limit", seconds_or_null(record.run_limit)},
                                               {"file", record.file},
                                               {"file_text", record.file_text}}));
}

Result<std::optional<Record>> load_record(store::Store& store) {
    auto fact = store.fact(kRecordFact);
    if (!fact) return fact.error();
    if (!*fact) return std::optional<Record>();
    const Object json = base::parsed_json<Object>(**fact);
    Record record;
    try {
        record.assay = json.at("assay");
        record.seed = json.at("seed");
        record.methods = json.at("methods").get<std::map<std::string, uint32_t>>();
        record.options = json.at("options").get<std::vector<std::string>>();
        record.compilers = json.at("compilers").get<std::vector<std::string>>();
        record.more = json.at("more").get<std::map<std::string, std::string>>();
        record.compile_limit = seconds_in(json, "compile_limit");
        record.run_limit = seconds_in(json, "run_limit");
        record.file = json.at("file");
        record.file_text = json.at("file_text");
    } catch (const nlohmann::json::exception& error) {
        return Error{fmt::format("{}: the record of what it was made with is damaged: {}", store.folder(),
                                 error.what())};
    }
    return std::optional(std::move(record));
}

Result<void> note_compilers(store::Store& store, const std::vector<toolchain::Compiler>& compilers,
                            const Config& config) {
    auto own = toolchain::read_user_compilers(config.file_text, config.file);
    if (!own) return own.error();
    auto known = store.fact(kCompilersFact);
    if (!known) return known.error();
    Object json = base::parsed_json<Object>(known->value_or("{}"));
    if (!json.is_object()) json = Object::object();
    for (const toolchain::Compiler& compiler : compilers) {
        const std::string path = base::absolute_path(compiler.path);
        json[compiler.name] = {{"version", compiler.version},
                               {"banner", compiler.banner},
                               {"family", compiler.family->name()},
                               {"path", path},
                               {"root", compiler.root},
                               {"machine", toolchain::machine_of(compiler)},
                               {"hash", hash_of(toolchain::host_path(compiler.root, path))}};
        if (std::ranges::find(*own, compiler.name, &toolchain::UserCompiler::name) == own->end()) continue;
        json[compiler.name]["file"] = config.file;
        json[compiler.name]["file_text"] = config.file_text;
    }
    return store.set_fact(kCompilersFact, dumped(json));
}

Result<std::map<std::string, RecordedCompiler>> noted_compilers(store::Store& store) {
    auto known = store.fact(kCompilersFact);
    if (!known) return known.error();
    const Object json = base::parsed_json<Object>(known->value_or("{}"));
    std::map<std::string, RecordedCompiler> all;
    if (!json.is_object()) return all;
    for (const auto& [name, about] : json.items()) {
        const auto text = [&, &values = about](const char* key) {
            const auto found = values.find(key);
            return found != values.end() && found->is_string() ? found->template get<std::string>() : "";
        };
        if (about.is_object())
            all[name] = {name,         text("family"), text("path"),      text("version"), text("banner"),
                         text("hash"), text("file"),   text("file_text"), text("root")};
    }
    return all;
}

std::string change_of(const RecordedCompiler& then, const toolchain::Compiler& now) {
    if (then.version != now.version)
        return fmt::format("version {} then, {} now", then.version.empty() ? "unknown" : then.version,
                           now.version.empty() ? "unknown" : now.version);
    if (then.banner != now.banner) return "it says something else of itself now";
    if (!then.hash.empty() && then.hash != hash_of(toolchain::host_path(now.root, now.path)))
        return "its program is another one now";
    return {};
}

Result<Config> recorded_limits(store::Store& store) {
    auto record = load_record(store);
    if (!record) return record.error();
    Config config;
    if (*record) {
        config.compile_limit = (*record)->compile_limit;
        config.run_limit = (*record)->run_limit;
    }
    return config;
}

std::vector<std::string> differences(const Record& then, const Record& now) {
    std::vector<std::string> lines;
    const auto compare = [&](const std::string& what, const std::string& before, const std::string& after) {
        if (before == after) return;
        const bool short_enough = before.size() + after.size() < 300 && before.find('\n') == before.npos &&
                                  after.find('\n') == after.npos;
        lines.push_back(short_enough
                            ? fmt::format("{}: {} before, {} now", what, before.empty() ? "none" : before,
                                          after.empty() ? "none" : after)
                            : what + ": changed");
    };
    compare("version of Assay", then.assay, now.assay);
    compare("compilers", fmt::format("{}", fmt::join(then.compilers, ",")),
            fmt::format("{}", fmt::join(now.compilers, ",")));
    compare("methods", methods_text(then.methods), methods_text(now.methods));
    compare("options", sets_text(then.options), sets_text(now.options));
    std::map<std::string, std::string> all = then.more;
    all.insert(now.more.begin(), now.more.end());
    for (const auto& [name, value] : all) {
        const auto before = then.more.find(name), after = now.more.find(name);
        compare(name, before == then.more.end() ? "" : before->second,
                after == now.more.end() ? "" : after->second);
    }
    if (!now.file_text.empty()) compare("text of " + now.file, then.file_text, now.file_text);
    compare("limits.compile", limit_text(then.compile_limit), limit_text(now.compile_limit));
    compare("limits.run", limit_text(then.run_limit), limit_text(now.run_limit));
    return lines;
}

} // namespace assay::campaign
