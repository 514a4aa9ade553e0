#include "generate/derive/grammar/file_reader.h"

#include "generate/derive/grammar/atoms.h"

#include <fmt/format.h>

namespace assay::generate::derive {

namespace {

// More than any grammar that people write; what comes after reading takes far longer than reading.
constexpr size_t kMostRules = 10'000, kMostElements = 200'000;
constexpr int kDeepestBlock = 200;

// A recursive descent over the file. The first problem is kept and everything returns at once.
class FileReader {
  public:
    FileReader(std::string_view text, int file, GrammarFile& result)
        : scan_(text, Place{file, 1, 1}), result_(result) {}

    std::optional<Problem> run() {
        if (scan_.looking_at("\xEF\xBB\xBF")) // a byte order mark
            for (int i = 0; i < 3; ++i) scan_.take();
        scan_.skip_space();
        if (read_header())
            while (!problem_ && !scan_.at_end()) read_construct();
        return problem_;
    }

  private:
    bool fail(const std::string& what) { return fail_at(scan_.place(), what); }
    bool fail_at(Place place, const std::string& what) {
        if (!problem_) problem_ = Problem{place, what};
        return false;
    }
    bool expect(std::string_view symbol, const char* where) {
        if (scan_.accept(symbol)) return true;
        return fail("'" + std::string(symbol) + "' expected " + where);
    }
    bool read_block(char open, char close, std::string& inside) {
        const Place start = scan_.place();
        if (scan_.peek() != open) return fail(std::string("'") + open + "' expected");
        if (scan_.block(open, close, inside)) return true;
        return fail_at(start, std::string("this '") + open + "' is never closed");
    }

    bool read_header() {
        if (scan_.accept_word("lexer"))
            result_.kind = GrammarKind::Lexer;
        else if (scan_.accept_word("parser"))
            result_.kind = GrammarKind::Parser;
        if (!scan_.accept_word("grammar")) return fail("'grammar NAME;' expected");
        result_.content.name = scan_.name();
        if (result_.content.name.empty()) return fail("the grammar's name expected");
        return expect(";", "after the grammar's name");
    }

    void read_construct() {
        Grammar& grammar = result_.content;
        const Place place = scan_.place();
        if (scan_.peek() == '@') {
            read_named_action(grammar.actions, &grammar.action_places);
        } else if (starts_block("options")) {
            read_options(&grammar.options);
        } else if (starts_block("tokens")) {
            read_names(grammar.tokens);
        } else if (starts_block("channels")) {
            read_names(grammar.channels);
        } else if (scan_.accept_word("import")) {
            read_imports();
        } else if (scan_.accept_word("mode")) {
            mode_ = scan_.name();
            if (mode_.empty()) fail("the mode's name expected");
            expect(";", "after the mode's name");
        } else if (scan_.at_name()) {
            read_rule(place);
        } else {
            fail("a rule expected");
        }
    }

    // "options" is a word like any other unless a brace follows.
    bool starts_block(std::string_view word) {
        if (!scan_.looking_at(word) || name_character(scan_.peek(word.size()))) return false;
        Scanner ahead = scan_;
        return ahead.accept_word(word) && ahead.peek() == '{' && scan_.accept_word(word);
    }

    bool read_options(std::map<std::string, std::string>* kept) {
        if (!expect("{", "after options")) return false;
        while (!scan_.accept("}")) {
            const std::string key = scan_.name();
            if (key.empty() || !expect("=", "in options")) return fail("NAME = VALUE; expected in options");
            std::string value;
            if (scan_.peek() == '{') {
                if (!read_block('{', '}', value)) return false;
            } else if (scan_.peek() == '\'') {
                if (!read_literal(scan_, value, problem_)) return false;
                scan_.skip_space();
            } else {
                while (name_character(scan_.peek()) || scan_.peek() == '.') value += scan_.take();
                scan_.skip_space();
            }
            if (value.empty() || !expect(";", "after an option"))
                return fail("NAME = VALUE; expected in options");
            if (kept) (*kept)[key] = value;
        }
        return true;
    }

    bool read_names(std::vector<std::string>& names) {
        expect("{", "before the names");
        while (!scan_.accept("}")) {
            const std::string name = scan_.name();
            if (name.empty()) return fail("a name expected");
            names.push_back(name);
            if (!scan_.accept(",") && scan_.peek() != '}') return fail("',' or '}' expected");
        }
        return true;
    }

    void read_imports() {
        do {
            result_.import_places.push_back(scan_.place());
            std::string name = scan_.name();
            if (scan_.accept("=")) name = scan_.name();
            if (name.empty()) fail("a grammar's name expected");
            result_.imports.push_back(name);
        } while (!problem_ && scan_.accept(","));
        expect(";", "after the imports");
    }

    bool read_named_action(std::map<std::string, std::string>& actions,
                           std::map<std::string, Place>* places = nullptr) {
        scan_.accept("@");
        std::string name = scan_.name();
        if (scan_.accept("::")) name += "::" + scan_.name();
        if (name.empty()) return fail("the action's name expected");
        if (places) (*places)[name] = scan_.place();
        return read_block('{', '}', actions[name]);
    }

    void read_rule(Place place) {
        Rule rule;
        rule.place = place;
        rule.name = scan_.name();
        while (rule.name == "fragment" || rule.name == "public" || rule.name == "private" ||
               rule.name == "protected") {
            if (rule.name == "fragment") rule.fragment = true;
            rule.place = scan_.place();
            rule.name = scan_.name();
        }
        if (rule.name.empty()) return void(fail("a rule's name expected"));
        rule.lexer = rule.name[0] >= 'A' && rule.name[0] <= 'Z';
        if (rule.lexer) rule.mode = mode_;
        lexer_rule_ = rule.lexer;
        if (!read_prequel(rule) || !expect(":", "after the rule's name")) return;
        rule.alternatives = read_alternatives();
        if (problem_ || !expect(";", "at the end of the rule") || !read_handlers()) return;
        const auto [known, fresh] =
            result_.content.by_name.emplace(rule.name, static_cast<int>(result_.content.rules.size()));
        if (!fresh) return void(fail_at(rule.place, "rule '" + rule.name + "' is defined twice"));
        if (result_.content.rules.size() == kMostRules)
            return void(fail_at(rule.place, fmt::format("more than {} rules", kMostRules)));
        result_.content.rules.push_back(std::move(rule));
    }

    bool read_prequel(Rule& rule) {
        std::string skipped;
        if (scan_.peek() == '[' && !read_block('[', ']', rule.parameters)) return false;
        while (scan_.peek() != ':' && !problem_) {
            if (scan_.accept_word("returns") || scan_.accept_word("locals")) {
                read_block('[', ']', skipped);
            } else if (scan_.accept_word("throws")) {
                do {
                    if (scan_.name().empty()) fail("an exception's name expected");
                } while (!problem_ && (scan_.accept(",") || scan_.accept(".")));
            } else if (starts_block("options")) {
                read_options(nullptr);
            } else if (scan_.peek() == '@') {
                read_named_action(rule.actions);
            } else {
                return fail("':' expected after the rule's name");
            }
        }
        return !problem_;
    }

    bool read_handlers() {
        std::string skipped;
        while (scan_.accept_word("catch"))
            if (!read_block('[', ']', skipped) || !read_block('{', '}', skipped)) return false;
        return !scan_.accept_word("finally") || read_block('{', '}', skipped);
    }

    std::vector<Alternative> read_alternatives() {
        std::vector<Alternative> all;
        do {
            all.push_back(read_alternative());
        } while (!problem_ && scan_.accept("|"));
        return all;
    }

    Alternative read_alternative() {
        Alternative result;
        result.place = scan_.place();
        skip_element_options();
        while (!problem_ && !scan_.at_end()) {
            const char c = scan_.peek();
            if (c == '|' || c == ';' || c == ')') break;
            if (scan_.accept("#")) {
                result.label = scan_.name();
                if (result.label.empty()) fail("the alternative's label expected");
                break;
            }
            if (scan_.accept("->")) {
                read_commands(result.commands);
                break;
            }
            result.elements.push_back(read_element());
        }
        return result;
    }

    void read_commands(std::vector<LexerCommand>& commands) {
        do {
            LexerCommand command{scan_.name(), {}};
            if (command.name.empty()) fail("a lexer command expected");
            if (scan_.accept("(")) {
                while (name_character(scan_.peek())) command.argument += scan_.take();
                scan_.skip_space();
                expect(")", "after the lexer command");
            }
            commands.push_back(command);
        } while (!problem_ && scan_.accept(","));
    }

    Element read_element() {
        Element element;
        element.place = scan_.place();
        if (++elements_ > kMostElements) {
            fail(fmt::format("more than {} elements", kMostElements));
            return element;
        }
        if (scan_.peek() == '{') {
            read_block('{', '}', element.text);
            element.kind = scan_.accept("?") ? ElementKind::Predicate : ElementKind::Action;
            skip_element_options();
            return element;
        }
        read_label(element);
        if (scan_.peek() == '(')
            read_group(element);
        else
            read_atom(element);
        if (!problem_) read_suffix(element);
        return element;
    }

    void read_label(Element& element) {
        if (!scan_.at_name()) return;
        Scanner ahead = scan_;
        const std::string label = ahead.name();
        if (!ahead.accept("+=") && !ahead.accept("=")) return;
        element.label = label;
        scan_ = ahead;
    }

    void read_group(Element& element) {
        if (++depth_ > kDeepestBlock)
            return void(fail(fmt::format("blocks are nested deeper than {}", kDeepestBlock)));
        scan_.accept("(");
        element.kind = ElementKind::Group;
        std::map<std::string, std::string> skipped;
        bool prequel = false;
        while (!problem_ && (starts_block("options") || scan_.peek() == '@')) {
            prequel = true;
            if (scan_.peek() == '@')
                read_named_action(skipped);
            else
                read_options(nullptr);
        }
        if (prequel) expect(":", "after the block's options");
        element.alternatives = read_alternatives();
        if (!problem_) expect(")", "at the end of the block");
        --depth_;
    }

    void read_suffix(Element& element) {
        if (scan_.accept("?"))
            element.repeat = Repeat::Optional;
        else if (scan_.accept("*"))
            element.repeat = Repeat::Star;
        else if (scan_.accept("+"))
            element.repeat = Repeat::Plus;
        else
            return;
        element.greedy = !scan_.accept("?");
    }

    void read_atom(Element& element) {
        if (scan_.peek() == '\'' || (lexer_rule_ && scan_.peek() == '[')) {
            read_characters(element);
        } else if (scan_.accept(".")) {
            wildcard(element);
        } else if (scan_.accept("~")) {
            read_negation(element);
        } else if (scan_.at_name()) {
            element.kind = ElementKind::Rule;
            element.text = scan_.name();
            if (!lexer_rule_ && scan_.peek() == '[') read_block('[', ']', element.argument);
        } else {
            fail("an element of a rule expected");
        }
        skip_element_options();
    }

    void wildcard(Element& element) {
        element.kind = lexer_rule_ ? ElementKind::Set : ElementKind::Not;
        if (lexer_rule_) element.set = CharSet().negated();
    }

    // 'text', 'a'..'z', [a-z].
    void read_characters(Element& element) {
        if (scan_.peek() == '[') {
            element.kind = ElementKind::Set;
            if (!read_char_class(scan_, element.set, problem_)) return;
            return scan_.skip_space();
        }
        if (!read_literal(scan_, element.text, problem_)) return;
        scan_.skip_space();
        if (!scan_.accept("..")) return;
        std::string last;
        if (!read_literal(scan_, last, problem_)) return;
        scan_.skip_space();
        const std::u32string low = from_utf8(element.text), high = from_utf8(last);
        if (low.size() != 1 || high.size() != 1 || low[0] > high[0])
            return void(fail_at(element.place, "a range needs two characters in order"));
        element.kind = ElementKind::Set;
        element.text.clear();
        element.set.add(low[0], high[0]);
    }

    void read_negation(Element& element) {
        if (scan_.peek() == '~') return void(fail("'~' twice"));
        Element inner;
        inner.place = scan_.place();
        if (scan_.peek() == '(')
            read_group(inner);
        else
            read_atom(inner);
        if (problem_) return;
        std::vector<Alternative> parts;
        if (inner.kind == ElementKind::Group)
            parts = std::move(inner.alternatives);
        else
            parts.push_back(Alternative{{inner}, {}, {}, inner.place});
        for (const Alternative& part : parts) {
            if (part.elements.size() != 1) return void(fail_at(part.place, "~ takes single symbols"));
            const Element& symbol = part.elements[0];
            if (!lexer_rule_) continue;
            const std::u32string text = from_utf8(symbol.text);
            if (symbol.kind == ElementKind::Set)
                element.set.add(symbol.set);
            else if (symbol.kind == ElementKind::Literal && text.size() == 1)
                element.set.add(text[0], text[0]);
            else
                return void(fail_at(symbol.place, "~ takes characters and sets of them here"));
        }
        element.kind = lexer_rule_ ? ElementKind::Set : ElementKind::Not;
        if (lexer_rule_)
            element.set = element.set.negated();
        else
            element.alternatives = std::move(parts);
    }

    void skip_element_options() {
        if (scan_.peek() != '<') return;
        std::string skipped;
        read_block('<', '>', skipped);
    }

    Scanner scan_;
    GrammarFile& result_;
    std::optional<Problem> problem_;
    std::string mode_;
    bool lexer_rule_ = false;
    size_t elements_ = 0;
    int depth_ = 0; // of blocks and negations
};

} // namespace

std::optional<Problem> read_grammar_file(std::string_view text, int file, GrammarFile& result) {
    return FileReader(text, file, result).run();
}

} // namespace assay::generate::derive
