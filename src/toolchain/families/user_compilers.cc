// Reads the section [compiler] of assay.toml.
#include "toolchain/families/user_compilers.h"

#include "base/file.h"
#include "base/suggest.h"
#include "base/toml_text.h"
#include "toolchain/families/like_family.h"
#include "toolchain/text.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace assay::toolchain {
namespace {

constexpr const char* kExample = "[compiler.NAME]";

class Reader {
  public:
    explicit Reader(std::string_view file_name) : file_name_(file_name) {}

    base::Result<std::vector<UserCompiler>> read(const toml::table& file) {
        std::vector<UserCompiler> all;
        if (const toml::node* section = file.get("compiler")) {
            if (const toml::table* compilers = section->as_table()) {
                for (const auto& [name, node] : *compilers) read_one(name, node, all);
            } else {
                problem(section->source(), fmt::format("'compiler' must be a section; write {}", kExample));
            }
        }
        if (problems_.empty()) return all;
        return first_problem();
    }

    base::Result<std::vector<std::string>> read_roots(const toml::table& file) {
        std::vector<std::string> all;
        if (const toml::node* list = file.get("roots"))
            all = texts(toml::key("roots", list->source()), *list);
        if (problems_.empty()) return all;
        return first_problem();
    }

  private:
    struct Problem {
        toml::source_index line, column;
        std::string message;
    };
    std::string_view file_name_;
    std::vector<Problem> problems_;

    base::Error first_problem() const {
        // TOML tables are sorted by key; a user reads from the top.
        const auto first =
            std::min_element(problems_.begin(), problems_.end(), [](const auto& a, const auto& b) {
                return std::pair(a.line, a.column) < std::pair(b.line, b.column);
            });
        return base::Error{
            fmt::format("{}:{}:{}: {}", file_name_, first->line, first->column, first->message)};
    }

    void problem(const toml::source_region& where, std::string message) {
        problems_.push_back({where.begin.line, where.begin.column, std::move(message)});
    }

    void read_one(const toml::key& name, const toml::node& node, std::vector<UserCompiler>& all) {
        const toml::table* table = node.as_table();
        if (!table) return problem(name.source(), fmt::format("a compiler is a section; write {}", kExample));
        UserCompiler compiler;
        compiler.name = name.str();
        const size_t before = problems_.size();
        for (const auto& [key, value] : *table) read_key(compiler, key, value);
        if (problems_.size() == before) check_whole(name, compiler); // else it may miss what is only misspelt
        all.push_back(std::move(compiler));
    }

    void read_key(UserCompiler& compiler, const toml::key& key, const toml::node& value) {
        const std::string_view name = key.str();
        if (name == "command")
            compiler.command = words(key, value);
        else if (name == "run")
            compiler.run = words(key, value);
        else if (name == "version")
            compiler.version = words(key, value);
        else if (name == "languages")
            compiler.languages = texts(key, value);
        else if (name == "standards")
            compiler.standards = texts(key, value);
        else if (name == "target")
            compiler.target = text(key, value);
        else if (name == "options")
            compiler.options = option_sets(key, value);
        else if (name == "crash")
            compiler.crash = patterns(key, value);
        else if (name == "broken")
            compiler.broken = patterns(key, value);
        else if (name == "memory")
            compiler.memory = patterns(key, value);
        else if (name == "crash_exit")
            compiler.crash_exit = numbers(key, value);
        else if (name == "reference")
            compiler.reference = flag(key, value);
        else if (name == "like")
            compiler.like = known_family(key, value);
        else if (name == "path")
            compiler.path = text(key, value);
        else
            problem(key.source(),
                    fmt::format("unknown key '{}'; {}", name,
                                base::suggest(name, {"command", "run", "version", "languages", "standards",
                                                     "target", "options", "crash", "crash_exit", "broken",
                                                     "memory", "reference", "like", "path"})));
    }

    void check_whole(const toml::key& name, const UserCompiler& compiler) {
        const auto& where = name.source();
        if (!compiler.like.empty()) {
            if (compiler.path.empty())
                problem(where, fmt::format("compiler '{}' has 'like' and needs 'path'", compiler.name));
            if (!compiler.command.empty())
                problem(where, fmt::format("compiler '{}' has both 'like' and 'command'", compiler.name));
            if (compiler.reference)
                problem(where,
                        fmt::format("compiler '{}' has 'like', so it cannot be a reference: Assay takes "
                                    "the newest installed compiler of each family",
                                    compiler.name));
            return;
        }
        if (compiler.command.empty())
            return problem(where,
                           fmt::format("compiler '{}' needs 'command', or 'like' and 'path'", compiler.name));
        if (compiler.options.empty() || compiler.run.empty() || compiler.languages.empty())
            problem(where, fmt::format("compiler '{}': options, run and languages must not be empty",
                                       compiler.name));
        if (!contains(compiler.command, "{sources}"))
            problem(where, fmt::format("the command of '{}' needs the word \"{{sources}}\"", compiler.name));
        if (!has(joined(compiler.command, " "), "{output}"))
            problem(where, fmt::format("the command of '{}' needs \"{{output}}\"", compiler.name));
    }

    std::string text(const toml::key& key, const toml::node& value) {
        if (const auto* string = value.as_string()) return string->get();
        problem(value.source(), fmt::format("'{}' must be a text", key.str()));
        return "";
    }

    std::vector<std::string> texts(const toml::key& key, const toml::node& value) {
        std::vector<std::string> all;
        const toml::array* array = value.as_array();
        if (!array) {
            problem(value.source(), fmt::format("'{}' must be a list of texts", key.str()));
            return all;
        }
        for (const toml::node& element : *array) all.push_back(text(key, element));
        return all;
    }

    // A list of words, or one text with blanks between them.
    std::vector<std::string> words(const toml::key& key, const toml::node& value) {
        return value.is_string() ? words_of(text(key, value)) : texts(key, value);
    }

    std::vector<std::vector<std::string>> option_sets(const toml::key& key, const toml::node& value) {
        std::vector<std::vector<std::string>> sets;
        for (const std::string& set : texts(key, value)) sets.push_back(words_of(set));
        return sets;
    }

    bool flag(const toml::key& key, const toml::node& value) {
        const std::optional<bool> given = value.value_exact<bool>();
        if (!given) problem(value.source(), fmt::format("'{}' must be true or false", key.str()));
        return given.value_or(false);
    }

    std::vector<int> numbers(const toml::key& key, const toml::node& value) {
        std::vector<int> all;
        const toml::array* array = value.as_array();
        if (!array) {
            problem(value.source(), fmt::format("'{}' must be a list of numbers", key.str()));
            return all;
        }
        for (const toml::node& element : *array) {
            const auto number = element.value<int64_t>();
            if (!number || *number < 0 || *number > 255)
                problem(element.source(), fmt::format("'{}' holds exit statuses: 0 to 255", key.str()));
            else
                all.push_back(static_cast<int>(*number));
        }
        return all;
    }

    std::vector<std::regex> patterns(const toml::key& key, const toml::node& value) {
        std::vector<std::regex> all;
        for (const std::string& pattern : texts(key, value)) {
            try {
                all.emplace_back(pattern);
            } catch (const std::regex_error& error) {
                problem(value.source(),
                        fmt::format("'{}' is no regular expression: {}", pattern, error.what()));
            }
        }
        return all;
    }

    std::string known_family(const toml::key& key, const toml::node& value) {
        std::string family = text(key, value);
        const auto known = likable_families();
        if (std::find(known.begin(), known.end(), family) == known.end())
            problem(value.source(),
                    fmt::format("unknown family '{}'; {}", family, base::suggest(family, known)));
        return family;
    }
};

base::Result<toml::table> parsed(std::string_view text, std::string_view file_name) {
    if (const auto why = base::unreadable_toml(text); !why.empty())
        return base::Error{fmt::format("{}: not valid TOML: {}", file_name, why)};
    toml::parse_result file = toml::parse(text, file_name);
    if (file) return std::move(file).table();
    const auto& where = file.error().source().begin;
    return base::Error{
        fmt::format("{}:{}:{}: {}", file_name, where.line, where.column, file.error().description())};
}

} // namespace

base::Result<std::vector<UserCompiler>> read_user_compilers(std::string_view toml_text,
                                                            std::string_view file_name) {
    auto file = parsed(toml_text, file_name);
    if (!file) return file.error();
    return Reader(file_name).read(*file);
}

base::Result<std::vector<std::string>> read_user_roots(std::string_view toml_text,
                                                       std::string_view file_name) {
    auto file = parsed(toml_text, file_name);
    if (!file) return file.error();
    auto folders = Reader(file_name).read_roots(*file);
    if (!folders) return folders;
    const std::filesystem::path file_path = base::absolute_path(std::string(file_name));
    for (std::string& folder : *folders)
        folder = (file_path.parent_path() / folder).lexically_normal().string();
    return folders;
}

base::Result<std::vector<std::unique_ptr<Family>>> load_user_compilers(std::string_view toml_text,
                                                                       std::string_view file_name) {
    auto compilers = read_user_compilers(toml_text, file_name);
    if (!compilers) return compilers.error();
    std::vector<std::unique_ptr<Family>> families;
    for (UserCompiler& compiler : *compilers) families.push_back(family_of(std::move(compiler)));
    return families;
}

std::unique_ptr<Family> family_of(UserCompiler compiler) {
    if (compiler.like.empty()) return user_family(std::move(compiler));
    return like_family(compiler.like, compiler.name, compiler.path);
}

} // namespace assay::toolchain
