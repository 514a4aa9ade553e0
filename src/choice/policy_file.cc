// Reads policy files. The only file that knows of TOML.
#include "base/file.h"
#include "base/suggest.h"
#include "base/toml_text.h"
#include "choice/policy.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace assay::choice {
namespace {

class PolicyReader {
  public:
    PolicyReader(std::string_view file_name, const Catalogue& known) : file_name_(file_name), known_(known) {}

    base::Result<Policy> read(const toml::table& file) {
        for (const auto& [key, node] : file) {
            if (key == "site")
                read_sites(key, node);
            else if (key == "knob")
                read_knobs(key, node, "");
            else if (key == "shuffle")
                read_shuffle(key, node);
            else
                problem(key.source(), fmt::format("unknown section '{}'; {}", key.str(),
                                                  base::suggest(key.str(), {"site", "knob", "shuffle"})));
        }
        if (problems_.empty()) return std::move(policy_);
        // TOML tables are sorted by key; a user reads from the top.
        auto first = std::min_element(problems_.begin(), problems_.end(), [](const auto& a, const auto& b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
        return base::Error{
            fmt::format("{}:{}:{}: {}", file_name_, first->line, first->column, first->message)};
    }

  private:
    struct Problem {
        toml::source_index line;
        toml::source_index column;
        std::string message;
    };

    void problem(const toml::source_region& where, std::string message) {
        problems_.push_back({where.begin.line, where.begin.column, std::move(message)});
    }

    const toml::table* table(const toml::key& key, const toml::node& node, std::string_view example) {
        if (!node.is_table())
            problem(key.source(), fmt::format("'{}' must be a section; write {}", key.str(), example));
        return node.as_table();
    }

    void read_sites(const toml::key& key, const toml::node& node) {
        const toml::table* sites = table(key, node, "[site.\"NAME\"]");
        if (!sites) return;
        for (const auto& [name, content] : *sites)
            if (const toml::table* site = table(name, content, "[site.\"NAME\"]"))
                read_site(name, std::string(name.str()), *site);
    }

    // [site.grow.statement] means the same as [site."grow.statement"], so a section of sections is no site
    // yet.
    void read_site(const toml::key& key, const std::string& name, const toml::table& content) {
        bool is_site = content.empty();
        for (const auto& [inner, node] : content) {
            if (const toml::table* section = node.as_table())
                read_site(inner, fmt::format("{}.{}", name, inner.str()), *section);
            else
                is_site = true;
        }
        if (!is_site) return;
        auto site = std::find_if(known_.sites.begin(), known_.sites.end(),
                                 [&](const Site* candidate) { return candidate->name() == name; });
        if (site == known_.sites.end())
            problem(key.source(), fmt::format("unknown site '{}'; {}", name, suggest(name, known_.sites)));
        else
            read_weights(key, **site, content);
    }

    void read_weights(const toml::key& key, const Site& site, const toml::table& content) {
        std::size_t problems_before = problems_.size();
        for (const auto& [alternative, node] : content)
            if (!node.is_table()) read_weight(site, alternative, node);
        if (problems_.size() > problems_before) return;
        for (const Alternative& alternative : site.alternatives()) {
            const toml::node* set = content.get(alternative.name);
            if ((set ? set->value_or(std::int64_t{1}) : alternative.weight) > 0) return;
        }
        problem(key.source(),
                fmt::format(
                    "site '{}' is left without an alternative of a weight above 0; give one to at least one",
                    site.name()));
    }

    void read_weight(const Site& site, const toml::key& alternative, const toml::node& node) {
        auto all = site.alternatives();
        bool exists =
            std::any_of(all.begin(), all.end(), [&](auto& a) { return a.name == alternative.str(); });
        if (!exists) {
            std::vector<std::string_view> names;
            for (const Alternative& known : all) names.push_back(known.name);
            problem(alternative.source(),
                    fmt::format("site '{}' has no alternative '{}'; {}", site.name(), alternative.str(),
                                base::suggest(alternative.str(), names)));
            return;
        }
        std::optional<std::int64_t> weight = whole_number(node, 0, kMaxWeight);
        if (weight)
            policy_.set_weight(site, alternative.str(), static_cast<std::uint32_t>(*weight));
        else
            problem(node.source(), fmt::format("the weight of '{}' must be a whole number from 0 to {}",
                                               alternative.str(), kMaxWeight));
    }

    // Here too, grow.depth = 5 means the same as "grow.depth" = 5.
    void read_knobs(const toml::key& key, const toml::node& node, const std::string& prefix) {
        const toml::table* knobs = table(key, node, "[knob]");
        if (!knobs) return;
        for (const auto& [name, value] : *knobs) {
            std::string full_name = fmt::format("{}{}", prefix, name.str());
            if (value.is_table())
                read_knobs(name, value, full_name + ".");
            else
                read_knob(name, full_name, value);
        }
    }

    void read_knob(const toml::key& key, const std::string& name, const toml::node& node) {
        auto found = std::find_if(known_.knobs.begin(), known_.knobs.end(),
                                  [&](const Knob* candidate) { return candidate->name() == name; });
        if (found == known_.knobs.end()) {
            problem(key.source(), fmt::format("unknown knob '{}'; {}", name, suggest(name, known_.knobs)));
            return;
        }
        const Knob& knob = **found;
        std::optional<std::int64_t> value = whole_number(node, knob.min(), knob.max());
        if (value)
            policy_.set_knob(knob, *value);
        else
            problem(node.source(), fmt::format("knob '{}' must be a whole number from {} to {}", name,
                                               knob.min(), knob.max()));
    }

    void read_shuffle(const toml::key& key, const toml::node& node) {
        const toml::table* content = table(key, node, "[shuffle]");
        if (!content) return;
        for (const auto& [name, value] : *content) {
            std::optional<std::int64_t> seed =
                whole_number(value, 0, std::numeric_limits<std::int64_t>::max());
            if (name != "seed")
                problem(name.source(),
                        fmt::format("unknown entry '{}'; [shuffle] has 'seed' alone", name.str()));
            else if (!seed)
                problem(value.source(), "the seed of a shuffle must be a whole number from 0 on");
            else
                policy_.shuffle(static_cast<std::uint64_t>(*seed));
        }
        if (content->empty()) problem(key.source(), "[shuffle] needs a line 'seed = NUMBER'");
    }

    static std::optional<std::int64_t> whole_number(const toml::node& node, std::int64_t min,
                                                    std::int64_t max) {
        if (!node.is_integer()) return std::nullopt;
        std::int64_t value = node.as_integer()->get();
        return min <= value && value <= max ? std::optional(value) : std::nullopt;
    }

    template <typename Named>
    static std::string suggest(std::string_view unknown, std::span<const Named* const> known) {
        std::vector<std::string_view> names;
        for (const Named* named : known) names.push_back(named->name());
        return base::suggest(unknown, names);
    }

    std::string_view file_name_;
    const Catalogue& known_;
    Policy policy_;
    std::vector<Problem> problems_;
};

} // namespace

base::Result<Policy> parse_policy(std::string_view text, std::string_view file_name, const Catalogue& known) {
    if (const auto why = base::unreadable_toml(text); !why.empty())
        return base::Error{fmt::format("{}: not valid TOML: {}", file_name, why)};
    toml::parse_result parsed = toml::parse(text, file_name);
    if (parsed) return PolicyReader(file_name, known).read(parsed.table());
    const toml::source_position& where = parsed.error().source().begin;
    return base::Error{fmt::format("{}:{}:{}: not valid TOML: {}", file_name, where.line, where.column,
                                   parsed.error().description())};
}

base::Result<Policy> load_policy(const std::string& path, const Catalogue& known) {
    base::Result<std::string> text = base::read_file(path);
    if (!text) return text.error();
    return parse_policy(*text, path, known);
}

} // namespace assay::choice
