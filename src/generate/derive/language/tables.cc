#include "base/suggest.h"
#include "generate/derive/language/language.h"
#include "generate/derive/language/words.h"

namespace assay::generate::derive {

using base::Result;

namespace {

class TableReader {
  public:
    TableReader(Language& language, WordReader& words) : language_(language), words_(words) {}

    // type NAME : SET SET ..., ATTRIBUTE = VALUE, ... ;
    void types() {
        while (!words_.at_end() && !words_.failed()) {
            Type type;
            type.name = words_.name("a type");
            if (language_.vocabulary.types.find(type.name) >= 0) words_.fail("this type was given before");
            words_.expect(":");
            while (words_.peek().kind == Word::Kind::Name)
                type.sets |= uint64_t{1} << set(words_.next().text);
            language_.vocabulary.types.number(type.name);
            while (words_.accept(",")) attribute(type);
            words_.expect(";");
            language_.types.push_back(std::move(type));
        }
    }

    // NAME NAME ...: sets that only types of the program will belong to
    void sets() {
        while (!words_.at_end() && !words_.failed()) set(words_.name("a set of types"));
    }

    // KIND 'prefix' [fresh RULE in SET] ;
    void kinds() {
        while (!words_.at_end() && !words_.failed()) {
            NameKind kind;
            language_.vocabulary.kinds.number(words_.name("a kind of names"));
            if (words_.peek().kind != Word::Kind::Text) words_.fail("the prefix of its names expected");
            kind.prefix = words_.next().text;
            if (words_.accept("fresh")) {
                const std::string rule = words_.name("a rule");
                kind.fresh_rule = language_.grammar.find(rule);
                if (kind.fresh_rule < 0) words_.fail("there is no rule '" + rule + "'");
                words_.expect("in");
                kind.fresh_set = language_.vocabulary.sets.find(words_.name("a set of types"));
                if (kind.fresh_set < 0) words_.fail("unknown set of types");
            }
            words_.expect(";");
            language_.kinds.push_back(kind);
        }
    }

    void limits() {
        Limits& limits = language_.limits;
        while (!words_.at_end() && !words_.failed()) {
            const std::string name = words_.name("a limit");
            words_.expect("=");
            const int32_t value = words_.number();
            if (name == "steps")
                limits.steps = value;
            else if (name == "function")
                limits.function = value;
            else if (name == "nest")
                limits.nest = value;
            else if (name == "depth")
                limits.depth = value;
            else
                words_.fail("unknown limit '" + name +
                            "': " + base::suggest(name, {"steps", "function", "nest", "depth"}));
            words_.expect(";");
        }
    }

    void program() {
        while (!words_.at_end() && !words_.failed()) {
            const std::string name = words_.name("a setting of the program");
            words_.expect("=");
            if (words_.peek().kind != Word::Kind::Text) words_.fail("a text in quotes expected");
            std::string& text = language_.program[name];
            while (words_.peek().kind == Word::Kind::Text && !words_.failed()) text += words_.next().text;
            words_.expect(";");
        }
    }

  private:
    int set(const std::string& name) {
        const int number = language_.vocabulary.sets.number(name);
        if (number >= 64) words_.fail("there are more than 64 sets of types");
        return number % 64;
    }

    void attribute(Type& type) {
        const int number = language_.vocabulary.attributes.number(words_.name("an attribute"));
        words_.expect("=");
        Value value;
        if (words_.peek().kind == Word::Kind::Number) {
            value = {Value::Kind::Number, words_.number()};
        } else if (words_.peek().kind == Word::Kind::Text) {
            value = {Value::Kind::Text, language_.vocabulary.texts.number(words_.next().text)};
        } else {
            const int other = language_.vocabulary.types.find(words_.name("a type, number or text"));
            if (other < 0) words_.fail("unknown type: it must be given before it is mentioned");
            value = {Value::Kind::Type, other};
        }
        type.attributes.resize(std::max(type.attributes.size(), static_cast<size_t>(number) + 1));
        type.attributes[static_cast<size_t>(number)] = value;
    }

    Language& language_;
    WordReader& words_;
};

} // namespace

Result<void> read_tables(Language& language) {
    language.vocabulary.attributes.number("type"); // of an identifier; number 0
    const std::vector<std::pair<const char*, void (TableReader::*)()>> tables{
        {"types", &TableReader::types},   {"sets", &TableReader::sets},       {"kinds", &TableReader::kinds},
        {"limits", &TableReader::limits}, {"program", &TableReader::program},
    };
    for (const auto& [name, read] : tables) {
        const auto action = language.grammar.actions.find(name);
        if (action == language.grammar.actions.end()) continue;
        const auto place = language.grammar.action_places.find(name);
        auto words = split_words(language.grammar, action->second, place->second);
        if (!words) return words.error();
        WordReader cursor(language.grammar, std::move(*words));
        TableReader reader(language, cursor);
        (reader.*read)();
        if (cursor.failed()) return cursor.error();
    }
    return {};
}

} // namespace assay::generate::derive
