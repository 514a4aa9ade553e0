#include "generate/derive/grammar/reader.h"

#include "base/file.h"
#include "base/suggest.h"
#include "generate/derive/grammar/file_reader.h"

#include <algorithm>
#include <set>

namespace assay::generate::derive {

using base::Error;
using base::Result;

namespace {

// Puts the files of a grammar together. What the importing grammar defines wins over what it imports.
class Assembler {
  public:
    Assembler(const std::vector<GrammarText>& texts, const GrammarFinder& finder)
        : texts_(texts), finder_(finder) {}

    Result<Grammar> run() {
        if (texts_.empty()) return Error{"no grammar is given"};
        for (const GrammarText& text : texts_)
            if (auto added = add(text); !added) return added.error();
        for (Rule& rule : all_.rules)
            for (Alternative& alternative : rule.alternatives)
                if (auto resolved = resolve(rule, alternative); !resolved) return resolved.error();
        if (all_.rules.empty()) return Error{texts_[0].file + ": the grammar has no rules"};
        return std::move(all_);
    }

  private:
    Result<void> add(const GrammarText& text) {
        GrammarFile file;
        const int index = static_cast<int>(all_.files.size());
        all_.files.push_back(text.file);
        if (auto problem = read_grammar_file(text.text, index, file); problem)
            return all_.error(problem->place, problem->what);
        if (!known_.insert(file.content.name).second) return {};
        merge(file.content);
        for (size_t i = 0; i < file.imports.size(); ++i)
            if (auto found = add_named(file.imports[i], file.import_places[i]); !found) return found;
        if (const auto vocabulary = file.content.options.find("tokenVocab");
            vocabulary != file.content.options.end())
            return add_named(vocabulary->second, Place{index, 1, 1});
        return {};
    }

    Result<void> add_named(const std::string& name, Place place) {
        if (known_.contains(name)) return {};
        std::optional<GrammarText> text;
        for (const GrammarText& given : texts_) {
            const size_t slash = given.file.rfind('/');
            const std::string base = slash == std::string::npos ? given.file : given.file.substr(slash + 1);
            if (base == name + ".g4") text = given;
        }
        if (!text) text = finder_(name);
        if (!text) return all_.error(place, "the grammar '" + name + "' that it needs was not found");
        return add(*text);
    }

    void merge(Grammar& part) {
        if (all_.name.empty()) all_.name = part.name;
        all_.options.insert(part.options.begin(), part.options.end());
        all_.actions.merge(part.actions);
        all_.action_places.merge(part.action_places);
        all_.tokens.insert(all_.tokens.end(), part.tokens.begin(), part.tokens.end());
        all_.channels.insert(all_.channels.end(), part.channels.begin(), part.channels.end());
        for (Rule& rule : part.rules)
            if (all_.by_name.emplace(rule.name, static_cast<int>(all_.rules.size())).second)
                all_.rules.push_back(std::move(rule));
    }

    Result<void> resolve(const Rule& rule, Alternative& alternative) {
        for (Element& element : alternative.elements) {
            if (element.kind == ElementKind::Rule)
                if (auto resolved = resolve(rule, element); !resolved) return resolved;
            for (Alternative& inner : element.alternatives)
                if (auto resolved = resolve(rule, inner); !resolved) return resolved;
        }
        return {};
    }

    Result<void> resolve(const Rule& rule, Element& element) {
        element.rule = all_.find(element.text);
        if (element.rule >= 0) {
            if (rule.lexer && !all_.rule(element.rule).lexer)
                return all_.error(element.place,
                                  "a lexer rule cannot use the parser rule '" + element.text + "'");
            return {};
        }
        const bool token =
            std::find(all_.tokens.begin(), all_.tokens.end(), element.text) != all_.tokens.end();
        if (token || element.text == "EOF") {
            element.kind = ElementKind::Virtual;
            return {};
        }
        std::vector<std::string_view> names;
        for (const Rule& known : all_.rules) names.push_back(known.name);
        return all_.error(element.place,
                          "there is no rule '" + element.text + "': " + base::suggest(element.text, names));
    }

    const std::vector<GrammarText>& texts_;
    const GrammarFinder& finder_;
    Grammar all_;
    std::set<std::string> known_;
};

} // namespace

Result<Grammar> read_grammar(const std::vector<GrammarText>& texts, const GrammarFinder& finder) {
    return Assembler(texts, finder).run();
}

Result<Grammar> read_grammar_files(const std::vector<std::string>& paths) {
    std::vector<GrammarText> texts;
    for (const std::string& path : paths) {
        auto text = base::read_file(path);
        if (!text) return text.error();
        texts.push_back({path, std::move(*text)});
    }
    return read_grammar(texts, [&](const std::string& name) -> std::optional<GrammarText> {
        for (const std::string& path : paths) {
            const size_t slash = path.rfind('/');
            const std::string beside =
                (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + name + ".g4";
            if (auto text = base::read_file(beside)) return GrammarText{beside, std::move(*text)};
        }
        return std::nullopt;
    });
}

} // namespace assay::generate::derive
