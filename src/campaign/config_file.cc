#include "campaign/config_file.h"

#include "base/duration.h"
#include "base/file.h"
#include "base/suggest.h"
#include "base/toml_text.h"
#include "campaign/plan.h"
#include "toolchain/setups.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;

Error problem(const std::string& path, const toml::source_region& where, const std::string& what) {
    return Error{fmt::format("{}:{}:{}: {}", path, where.begin.line, where.begin.column, what)};
}

class Reader {
  public:
    Reader(const std::string& path, Config& config) : path_(path), config_(config) {}

    Result<void> read(const toml::table& file) {
        for (const auto& [key, node] : file)
            if (auto done = entry(key, node); !done) return done;
        return {};
    }

  private:
    const std::string& path_;
    Config& config_;

    Result<void> entry(const toml::key& key, const toml::node& node) {
        const std::string_view name = key.str();
        if (name == "seed") {
            config_.seed_given = true;
            return number(key, node, 0, INT64_MAX, config_.seed); // all that TOML can say
        }
        if (name == "setups_per_test") return number(key, node, 1, 1000, config_.setups_per_test);
        if (name == "jobs") return number(key, node, 1, 4096, config_.jobs);
        if (name == "methods") return methods(key, node);
        if (name == "batch") return batch(key, node);
        if (name == "policy") return policies(key, node);
        if (name == "options") return options(key, node);
        if (name == "limits") return limits(key, node);
        if (name == "generator") return generators(key, node);
        if (name == "programs") return text(key, node, config_.programs);
        if (name == "compiler" || name == "roots") return {}; // the toolchain's
        return unknown(key, {"seed", "jobs", "setups_per_test", "methods", "policy", "batch", "options",
                             "limits", "programs", "generator", "compiler", "roots"});
    }

    Result<void> unknown(const toml::key& key, const std::vector<std::string_view>& known) {
        return problem(path_, key.source(),
                       fmt::format("unknown name '{}'; {}", key.str(), base::suggest(key.str(), known)));
    }

    template <typename T>
    Result<void> number(const toml::key& key, const toml::node& node, int64_t min, int64_t max, T& into) {
        const std::optional<int64_t> value = node.value_exact<int64_t>();
        if (!value || *value < min || *value > max)
            return problem(path_, key.source(),
                           fmt::format("'{}' must be a number from {} to {}", key.str(), min, max));
        into = static_cast<T>(*value);
        return {};
    }

    Result<void> text(const toml::key& key, const toml::node& node, std::string& into) {
        const std::optional<std::string> value = node.value_exact<std::string>();
        if (!value) return problem(path_, key.source(), fmt::format("'{}' must be a text", key.str()));
        into = *value;
        return {};
    }

    Result<void> section(const toml::key& key, const toml::node& node) {
        if (node.is_table()) return {};
        return problem(path_, key.source(), fmt::format("'{0}' must be a section; write [{0}]", key.str()));
    }

    Result<void> methods(const toml::key& key, const toml::node& node) {
        if (auto is = section(key, node); !is) return is;
        config_.methods.clear();
        for (const auto& [name, weight] : *node.as_table()) {
            MethodShare share{std::string(name.str()), 0};
            if (auto read = number(name, weight, 0, kMaxWeight, share.weight); !read) return read;
            config_.methods.push_back(share);
        }
        if (!any_has_weight(config_.methods))
            return problem(path_, key.source(), "no method has a weight above 0");
        return {};
    }

    Result<void> policies(const toml::key& key, const toml::node& node) {
        if (auto is = section(key, node); !is) return is;
        for (const auto& [name, value] : *node.as_table()) {
            std::string file;
            if (auto is = text(name, value, file); !is) return is;
            const std::string of(name.str());
            std::vector<const choice::Site*> sites;
            if (of == "campaign") {
                for (const auto& part : {plan_sites(), toolchain::setup_sites()})
                    sites.insert(sites.end(), part.begin(), part.end());
            } else if (const auto method = methods_of(config_).make(of)) {
                sites = method->sites();
            } else {
                return problem(path_, name.source(), methods_of(config_).unknown(of));
            }
            const auto folder = std::filesystem::path(path_).parent_path();
            auto policy = choice::load_policy((folder / file).string(), {sites, {}});
            if (!policy) return policy.error();
            config_.policies[of] = std::move(*policy);
        }
        return {};
    }

    Result<void> batch(const toml::key& key, const toml::node& node) {
        if (auto is = section(key, node); !is) return is;
        for (const auto& [name, value] : *node.as_table()) {
            Result<void> read;
            if (name.str() == "programs")
                read = number(name, value, 1, 100, config_.batch);
            else if (name.str() == "percent")
                read = number(name, value, 0, 100, config_.batch_percent);
            else
                read = unknown(name, {"programs", "percent"});
            if (!read) return read;
        }
        return {};
    }

    Result<void> limits(const toml::key& key, const toml::node& node) {
        if (auto is = section(key, node); !is) return is;
        for (const auto& [name, value] : *node.as_table()) {
            auto* limit = name.str() == "compile" ? &config_.compile_limit
                          : name.str() == "run"   ? &config_.run_limit
                                                  : nullptr;
            if (limit == nullptr) return unknown(name, {"compile", "run"});
            const std::optional<std::string> text = value.value_exact<std::string>();
            auto time = base::parse_duration(text.value_or(""));
            if (!time) return problem(path_, name.source(), time.error().message);
            *limit = *time;
        }
        return {};
    }

    Result<void> generators(const toml::key& key, const toml::node& node) {
        if (auto is = section(key, node); !is) return is;
        for (const auto& [name, table] : *node.as_table()) {
            if (!table.is_table())
                return problem(path_, name.source(), "a generator is a section; write [generator.NAME]");
            generate::external::UserGenerator generator;
            generator.name = name.str();
            for (const auto& [field, value] : *table.as_table())
                if (auto read = generator_field(field, value, generator); !read) return read;
            if (generator.command.empty())
                return problem(path_, name.source(),
                               R"(a generator needs a command: command = ["mygen", "{seed}"])");
            config_.generators.push_back(std::move(generator));
        }
        return {};
    }

    Result<void> generator_field(const toml::key& key, const toml::node& node,
                                 generate::external::UserGenerator& generator) {
        const std::string_view name = key.str();
        if (name == "command") return words(key, node, generator.command);
        if (name == "sources") return words(key, node, generator.sources);
        if (name == "language") return text(key, node, generator.language);
        if (name == "standard") return text(key, node, generator.standard);
        if (name == "no_ub") {
            const std::optional<bool> value = node.value_exact<bool>();
            if (!value) return problem(path_, key.source(), "'no_ub' must be true or false");
            generator.no_ub = *value;
            return {};
        }
        if (name == "limit") {
            auto time = base::parse_duration(node.value_exact<std::string>().value_or(""));
            if (!time) return problem(path_, key.source(), time.error().message);
            generator.limit = *time;
            return {};
        }
        return unknown(key, {"command", "sources", "language", "standard", "no_ub", "limit"});
    }

    Result<void> words(const toml::key& key, const toml::node& node, std::vector<std::string>& into) {
        into.clear();
        if (node.is_array())
            for (const toml::node& item : *node.as_array())
                if (const auto word = item.value_exact<std::string>()) into.push_back(*word);
        if (into.empty() || into.size() != node.as_array()->size())
            return problem(path_, key.source(), fmt::format("'{}' must be a list of texts", key.str()));
        return {};
    }

    Result<void> options(const toml::key& key, const toml::node& node) {
        const auto wrong = [&] {
            return problem(path_, key.source(), R"('options' must be a list of texts: ["-O2", "-O3 -m32"])");
        };
        if (!node.is_array()) return wrong();
        config_.options.clear();
        for (const toml::node& item : *node.as_array()) {
            const std::optional<std::string> text = item.value_exact<std::string>();
            if (!text) return wrong();
            std::vector<std::string> set;
            for (size_t begin = 0; begin < text->size();) {
                const size_t end = std::min(text->find(' ', begin), text->size());
                if (end > begin) set.push_back(text->substr(begin, end - begin));
                begin = end + 1;
            }
            config_.options.push_back(std::move(set));
        }
        return {};
    }
};

} // namespace

Result<void> read_config(const std::string& path, Config& config) {
    auto text = base::read_file(path);
    if (!text) return text.error();
    if (const auto why = base::unreadable_toml(*text); !why.empty())
        return Error{fmt::format("{}: not valid TOML: {}", path, why)};
    const toml::parse_result parsed = toml::parse(*text, path);
    if (!parsed) return problem(path, parsed.error().source(), std::string(parsed.error().description()));
    config.file = path;
    config.file_text = *text;
    return Reader(path, config).read(parsed.table());
}

} // namespace assay::campaign
