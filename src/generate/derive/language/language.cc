#include "generate/derive/language/language.h"

#include "generate/derive/grammar/depth.h"
#include "generate/derive/grammar/overshadowed.h"
#include "generate/derive/language/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::generate::derive {

using base::Error;
using base::Result;

namespace {

// Turns the rules of a grammar into branches, options and nodes. The first error is kept.
class Compiler {
  public:
    Compiler(Language& language, const Depths& depths)
        : language_(language), grammar_(language.grammar), depths_(depths) {}

    Result<void> run() {
        for (const Rule& rule : grammar_.rules) {
            collect_keywords(rule);
            if (rule.lexer && !rule.fragment && !rule.hidden() && rule.mode.empty())
                visible_tokens_.push_back(grammar_.find(rule.name));
        }
        for (size_t i = 0; i < grammar_.rules.size(); ++i) {
            rule_ = static_cast<int>(i);
            compile_rule(grammar_.rules[i]);
            if (!error_.message.empty()) return error_;
        }
        return {};
    }

  private:
    void fail(const Error& error) {
        if (error_.message.empty()) error_ = error;
    }

    void collect_keywords(const Rule& rule) {
        if (!rule.lexer) {
            for (const Alternative& alternative : rule.alternatives) collect_keywords(alternative);
        } else if (rule.alternatives.size() == 1 && rule.alternatives[0].elements.size() == 1 &&
                   rule.alternatives[0].elements[0].kind == ElementKind::Literal) {
            language_.keywords.insert(rule.alternatives[0].elements[0].text);
        }
    }
    void collect_keywords(const Alternative& alternative) {
        for (const Element& element : alternative.elements) {
            if (element.kind == ElementKind::Literal) language_.keywords.insert(element.text);
            for (const Alternative& inner : element.alternatives) collect_keywords(inner);
        }
    }

    void compile_rule(const Rule& rule) {
        LanguageRule result;
        result.name = rule.name;
        result.lexer = rule.lexer;
        slots_ = Slots();
        groups_ = 0;
        if (language_.marked) {
            read_parameters(rule);
            result.parameters = slots_.size();
            if (const auto limit = rule.actions.find("limit"); limit != rule.actions.end())
                result.limit = std::atoi(limit->second.c_str());
        }
        result.branch = compile_branch(rule.alternatives, rule.name);
        result.slots = slots_.size();
        const std::vector<Option>& options = language_.branches[static_cast<size_t>(result.branch)].options;
        result.guarded = std::all_of(options.begin(), options.end(),
                                     [](const Option& option) { return !option.conditions.empty(); });
        language_.rules.push_back(std::move(result));
    }

    void read_parameters(const Rule& rule) {
        auto words = split_words(grammar_, rule.parameters, rule.place);
        if (!words) return fail(words.error());
        for (const Word& word : *words)
            if (word.kind == Word::Kind::Name) slots_.number(word.text);
    }

    int compile_branch(const std::vector<Alternative>& alternatives, const std::string& name) {
        Branch branch;
        std::vector<std::pair<std::string, uint32_t>> names;
        bool any = false;
        for (const Alternative& alternative : alternatives) {
            uint32_t weight = 10;
            branch.options.push_back(compile_option(alternative, weight));
            std::string label =
                alternative.label.empty() ? fmt::format("alt{}", names.size() + 1) : alternative.label;
            for (const auto& known : names)
                if (known.first == label) label += fmt::format("-{}", names.size() + 1);
            if (branch.options.back().depth >= Depths::kNoWayOut) weight = 0;
            any = any || weight > 0;
            names.emplace_back(label, weight);
        }
        if (alternatives.size() > 1 && any) {
            if (alternatives.size() <= choice::kMaxAlternatives)
                branch.site = site(name, names);
            else if (language_.marked)
                fail(grammar_.error(alternatives[0].place, "more than 64 alternatives: split them"));
        }
        language_.branches.push_back(std::move(branch));
        return static_cast<int>(language_.branches.size()) - 1;
    }

    const choice::Site* site(const std::string& name,
                             const std::vector<std::pair<std::string, uint32_t>>& alternatives) {
        auto owned = std::make_unique<OwnedSite>();
        owned->name = fmt::format("derive.{}.{}", grammar_.name, name);
        for (const auto& [label, weight] : alternatives) owned->alternative_names.push_back(label);
        for (size_t i = 0; i < alternatives.size(); ++i)
            owned->alternatives.push_back({owned->alternative_names[i], alternatives[i].second});
        owned->site = std::make_unique<choice::Site>(owned->name, owned->alternatives);
        language_.sites.push_back(std::move(owned));
        return language_.sites.back()->site.get();
    }

    Option compile_option(const Alternative& alternative, uint32_t& weight) {
        Option option;
        option.depth = depths_.alternative(alternative);
        option.comes_back = depths_.comes_back(alternative, rule_);
        bool leading = true;
        for (const Element& element : alternative.elements) {
            const bool mark = element.kind == ElementKind::Action || element.kind == ElementKind::Predicate;
            if (!mark) {
                leading = false;
                option.nodes.push_back(compile_node(element));
                continue;
            }
            if (!language_.marked) continue;
            auto marks = read_marks(grammar_, element, language_.vocabulary, slots_);
            if (!marks) {
                fail(marks.error());
                return option;
            }
            for (Mark& each : *marks) add_mark(each, option, leading, weight);
        }
        return option;
    }

    void add_mark(const Mark& mark, Option& option, bool& leading, uint32_t& weight) {
        if (mark.kind == MarkKind::Weight) {
            weight = static_cast<uint32_t>(mark.a.constant.id);
            return;
        }
        if (condition(mark.kind) && !leading)
            return fail(grammar_.error(mark.place, "a condition stands at the start of an alternative"));
        const int index = static_cast<int>(language_.marks.size());
        language_.marks.push_back(mark);
        if (mark.shadows && language_.shadow_site == nullptr)
            language_.shadow_site = site("shadow", {{"yes", 20}, {"no", 80}});
        if (leading) option.conditions.push_back(index);
        if (mark.kind == MarkKind::Print || mark.kind == MarkKind::Declare || mark.kind == MarkKind::Use)
            leading = leading && mark.kind == MarkKind::Use;
        if (condition(mark.kind)) return;
        Node node;
        node.kind = NodeKind::Mark;
        node.index = index;
        node.place = mark.place;
        option.nodes.push_back(std::move(node));
    }

    Node compile_node(const Element& element) {
        Node node;
        node.place = element.place;
        node.repeat = element.repeat;
        node.greedy = element.greedy;
        switch (element.kind) {
        case ElementKind::Literal:
            node.kind = NodeKind::Text;
            node.text = element.text;
            break;
        case ElementKind::Set:
            node.kind = NodeKind::Chars;
            node.index = static_cast<int>(language_.char_sets.size());
            language_.char_sets.push_back(characters(element.set));
            break;
        case ElementKind::Rule: compile_reference(element, node); break;
        case ElementKind::Virtual: node.kind = virtual_token(element.text); break;
        case ElementKind::Not: compile_negation(element, node); break;
        case ElementKind::Group:
            node.kind = NodeKind::Group;
            node.index =
                compile_branch(element.alternatives, fmt::format("{}.group{}", rule_name(), ++groups_));
            read_repetition(node);
            break;
        case ElementKind::Action:
        case ElementKind::Predicate: break;
        }
        if (node.repeat != Repeat::One && node.each < 0)
            node.repeat_site = site(fmt::format("{}.more{}", rule_name(), ++groups_),
                                    {{"more", node.repeat == Repeat::Optional ? 50U : 60U},
                                     {"enough", node.repeat == Repeat::Optional ? 50U : 40U}});
        return node;
    }

    static Characters characters(const CharSet& set) {
        Characters result;
        result.all = set.characters();
        result.common = result.all.within(0x20, 0x7E);
        if (result.common.empty()) result.common = result.all;
        result.plain.add(result.common.within('0', '9'));
        result.plain.add(result.common.within('A', 'Z'));
        result.plain.add(result.common.within('a', 'z'));
        if (result.plain.empty()) result.plain = result.common;
        return result;
    }

    const std::string& rule_name() const { return grammar_.rule(rule_).name; }

    static NodeKind virtual_token(const std::string& name) {
        if (name == "NEWLINE") return NodeKind::Line;
        if (name == "INDENT") return NodeKind::Indent;
        if (name == "DEDENT") return NodeKind::Dedent;
        return NodeKind::Nothing;
    }

    void compile_reference(const Element& element, Node& node) {
        node.kind = NodeKind::Rule;
        node.index = element.rule;
        node.depth = depths_.rule(element.rule);
        if (!language_.marked) return;
        auto arguments = read_arguments(grammar_, element, language_.vocabulary, slots_);
        if (!arguments) return fail(arguments.error());
        node.arguments = std::move(*arguments);
        const Rule& rule = grammar_.rule(element.rule);
        const bool some = rule.parameters.find_first_not_of(" \t") != std::string::npos;
        const size_t wanted =
            some ? 1 + static_cast<size_t>(std::count(rule.parameters.begin(), rule.parameters.end(), ','))
                 : 0;
        if (node.arguments.size() != wanted)
            fail(grammar_.error(element.place,
                                fmt::format("rule '{}' takes {} arguments", rule.name, wanted)));
    }

    void compile_negation(const Element& element, Node& node) {
        node.kind = NodeKind::AnyToken;
        node.index = static_cast<int>(language_.token_sets.size());
        std::vector<int> tokens;
        for (int token : visible_tokens_) {
            const bool excluded = std::any_of(
                element.alternatives.begin(), element.alternatives.end(), [&](const Alternative& part) {
                    const Element& symbol = part.elements[0];
                    return symbol.kind == ElementKind::Rule ? symbol.rule == token
                                                            : only_text(token) == symbol.text;
                });
            if (!excluded) tokens.push_back(token);
        }
        if (tokens.empty()) fail(grammar_.error(element.place, "no token is left"));
        language_.token_sets.push_back(std::move(tokens));
    }

    std::string only_text(int token) const {
        const Rule& rule = grammar_.rule(token);
        if (rule.alternatives.size() != 1 || rule.alternatives[0].elements.size() != 1) return {};
        return rule.alternatives[0].elements[0].text;
    }

    // A repeated group may begin with a mark that says how often.
    void read_repetition(Node& node) {
        if (!error_.message.empty() || node.repeat == Repeat::One || !language_.marked) return;
        std::vector<Node>& nodes = language_.branches[static_cast<size_t>(node.index)].options[0].nodes;
        if (nodes.empty() || nodes[0].kind != NodeKind::Mark) return;
        const Mark& mark = language_.marks[static_cast<size_t>(nodes[0].index)];
        if (mark.kind == MarkKind::Fill)
            node.fill = mark.a.constant.id;
        else if (mark.kind == MarkKind::Each)
            node.each = nodes[0].index;
        else
            return;
        nodes.erase(nodes.begin());
    }

    Language& language_;
    const Grammar& grammar_;
    const Depths& depths_;
    Slots slots_;
    int rule_ = 0;
    int groups_ = 0;
    std::vector<int> visible_tokens_;
    Error error_;
};

} // namespace

const std::string& Language::setting(const std::string& key) const {
    static const std::string nothing;
    const auto found = program.find(key);
    return found == program.end() ? nothing : found->second;
}

Result<std::unique_ptr<Language>> make_language(Grammar grammar) {
    auto language = std::make_unique<Language>();
    language->grammar = std::move(grammar);
    const auto target = language->grammar.options.find("language");
    language->marked = target != language->grammar.options.end() && target->second == "Marks";
    auto depths = Depths::of(language->grammar);
    if (!depths) return depths.error();
    if (!language->marked) {
        bar_overshadowed_tokens(language->grammar, *depths);
        depths = Depths::measure(language->grammar);
    }
    language->outermost = language->vocabulary.contexts.number("outermost");
    if (language->marked)
        if (auto read = read_tables(*language); !read) return read.error();
    language->weight = language->vocabulary.attributes.find("weight");
    Compiler compiler(*language, *depths);
    if (auto compiled = compiler.run(); !compiled) return compiled.error();
    for (size_t i = 0; i < language->rules.size() && language->start < 0; ++i)
        if (!language->rules[i].lexer) language->start = static_cast<int>(i);
    if (language->start < 0) return Error{language->grammar.files[0] + ": the grammar has no parser rule"};
    return language;
}

} // namespace assay::generate::derive
