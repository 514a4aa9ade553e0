#include "campaign/config_file.h"

#include "base/duration.h"
#include "base/file.h"
#include "base/suggest.h"

#include <algorithm>
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
        if (name == "seed") return number(key, node, 0, UINT32_MAX, config_.seed);
        if (name == "setups_per_test") return number(key, node, 1, 1000, config_.setups_per_test);
        if (name == "jobs") return number(key, node, 1, 4096, config_.jobs);
        if (name == "methods") return methods(key, node);
        if (name == "batch") return batch(key, node);
        if (name == "options") return options(key, node);
        if (name == "limits") return limits(key, node);
        if (name == "programs") return text(key, node, config_.programs);
        if (name == "compiler") return {}; // the toolchain's
        return unknown(key, {"seed", "jobs", "setups_per_test", "methods", "batch", "options", "limits",
                             "programs", "compiler"});
    }

    Result<void> unknown(const toml::key& key, std::vector<std::string_view> known) {
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
            if (auto read = number(name, weight, 0, 1'000'000, share.weight); !read) return read;
            config_.methods.push_back(share);
        }
        const bool any = std::any_of(config_.methods.begin(), config_.methods.end(),
                                     [](const MethodShare& share) { return share.weight > 0; });
        if (!any) return problem(path_, key.source(), "no method has a weight above 0");
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
    const toml::parse_result parsed = toml::parse(*text, path);
    if (!parsed) return problem(path, parsed.error().source(), std::string(parsed.error().description()));
    return Reader(path, config).read(parsed.table());
}

} // namespace assay::campaign
