#include "testcase/language.h"

#include "base/check.h"
#include "testcase/embedded_grammars.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace assay::testcase {
namespace {

using base::Error;
using base::Result;

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin) words.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

// A cursor over NAME = 'text' 'text' ...; with comments between.
class SettingsReader {
  public:
    explicit SettingsReader(std::string_view text) : text_(text) {}

    std::map<std::string, std::string> read() {
        std::map<std::string, std::string> all;
        while (true) {
            const std::string name = word();
            if (name.empty() || !accept('=')) return all;
            std::string value;
            while (accept('\'')) value += literal();
            if (!accept(';')) return all;
            all[name] = value;
        }
    }

  private:
    std::string_view text_;
    size_t at_ = 0;

    void skip() {
        while (at_ < text_.size()) {
            if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
                ++at_;
            else if (text_.substr(at_).starts_with("//"))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (text_.substr(at_).starts_with("/*"))
                at_ = std::min(text_.find("*/", at_), text_.size() - 2) + 2;
            else
                return;
        }
    }
    bool accept(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string word() {
        skip();
        const size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
            ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }
    std::string literal() {
        std::string value;
        for (; at_ < text_.size() && text_[at_] != '\''; ++at_) {
            if (text_[at_] != '\\' || at_ + 1 == text_.size()) {
                value += text_[at_];
                continue;
            }
            const char escaped = text_[++at_];
            value += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
        }
        ++at_;
        return value;
    }
};

// That of models alone. What it has in common with C comes from there.
Language cxx_beside(const Language& c) {
    Language cxx;
    cxx.name = "c++";
    cxx.extensions = {".cpp", ".cc", ".cxx", ".C"};
    cxx.data_model = true;
    cxx.standards = {"c++11", "c++14", "c++17", "c++20", "c++23"};
    cxx.known_file = "known.cc";
    cxx.known = c.known;
    return cxx;
}

std::vector<Language> all_languages() {
    std::vector<Language> all;
    for (const EmbeddedGrammar& grammar : embedded_grammars()) {
        std::map<std::string, std::string> settings = program_settings(grammar.text);
        settings.try_emplace("language", grammar.name);
        auto language = language_from(settings);
        base::check(language.ok(), "grammars/ describes its languages right");
        all.push_back(std::move(*language));
    }
    const auto c = std::ranges::find(all, "c", &Language::name);
    base::check(c != all.end(), "there is a grammar of C");
    all.push_back(cxx_beside(*c));
    std::ranges::sort(all, {}, &Language::name);
    return all;
}

} // namespace

std::map<std::string, std::string> program_settings(std::string_view grammar) {
    constexpr std::string_view kProgram = "\n@program";
    const size_t at = grammar.find(kProgram);
    const size_t open = at == std::string_view::npos ? at : grammar.find('{', at);
    if (open == std::string_view::npos) return {};
    return SettingsReader(grammar.substr(open + 1)).read();
}

Result<Language> language_from(const std::map<std::string, std::string>& settings) {
    const auto text = [&](const char* name) -> std::string {
        const auto found = settings.find(name);
        return found == settings.end() ? "" : found->second;
    };
    Language language;
    language.name = text("language");
    language.extensions = words_of(text("extensions"));
    if (language.extensions.empty())
        if (const std::string file = text("file"); file.rfind('.') != std::string::npos)
            language.extensions = {file.substr(file.rfind('.'))};
    if (const std::string weight = text("weight"); !weight.empty()) {
        const auto [end, error] =
            std::from_chars(weight.data(), weight.data() + weight.size(), language.weight);
        if (error != std::errc() || end != weight.data() + weight.size() || language.weight > 10'000)
            return Error{"weight = '" + weight + "': a weight is a number from 0 to 10000"};
    }
    language.data_model = text("data_model") == "yes";
    language.standards = words_of(text("standards"));
    language.known_file = text("known_file");
    language.known = text("known");
    if (language.known_file.empty() && !language.extensions.empty())
        language.known_file = "known" + language.extensions.front();
    return language;
}

const std::vector<Language>& languages() {
    static const std::vector<Language> all = all_languages();
    return all;
}

const Language* language_named(std::string_view name) {
    const auto found = std::ranges::find(languages(), name, &Language::name);
    return found == languages().end() ? nullptr : &*found;
}

const Language* language_of_file(std::string_view name) {
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    const std::string extension(name.substr(dot));
    const auto found = std::ranges::find_if(languages(), [&](const Language& language) {
        return std::ranges::find(language.extensions, extension) != language.extensions.end();
    });
    return found == languages().end() ? nullptr : &*found;
}

std::string extension_of(std::string_view language) {
    const Language* known = language_named(language);
    if (known != nullptr && !known->extensions.empty()) return known->extensions.front();
    return "." + std::string(language);
}

bool is_c_family(std::string_view language) { return language == "c" || language == "c++"; }

} // namespace assay::testcase
