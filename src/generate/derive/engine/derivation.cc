#include "generate/derive/engine/derivation.h"

#include "generate/derive/grammar/depth.h"

#include <algorithm>

namespace assay::generate::derive {

namespace {
constexpr int kDeep = 300;    // rules inside each other: from here on there is only the way out
constexpr int kDeepest = 600; // more is no program but a grammar that comes to no end
constexpr int kMostRounds = 60;
} // namespace

Derivation::Derivation(const Language& language, choice::Choices& choices, Request request)
    : language_(language), choices_(choices), request_(request), output_(!language.marked),
      nesting_(language.rules.size()), size_(request.size), frames_{{0, language.limits.steps}},
      contexts_(at(language.vocabulary.contexts.size())), names_by_kind_(language.kinds.size()) {}

void Derivation::fail(Place place, const std::string& what) {
    if (!failed()) error_ = language_.grammar.error(place, what);
}

base::Result<std::string> Derivation::run() {
    derive_rule(language_.start, nullptr, 0);
    if (failed()) return error_;
    return output_.text();
}

void Derivation::emit(std::string_view text, bool name) {
    if (lexing_) {
        lexeme_ += text;
        return;
    }
    ++tokens_;
    pay(1);
    if (name)
        output_.name(text);
    else
        output_.token(text);
}

bool Derivation::steering() const {
    const LanguageRule& rule = language_.rules[at(rule_)];
    const int limit = rule.limit != 0 ? rule.limit : language_.limits.depth;
    return nesting_[at(rule_)] > limit || depth_ > kDeep || exhausted();
}

void Derivation::derive_rule(int rule, const Value* arguments, size_t count) {
    if (depth_ > kDeepest || tokens_ > 30 * request_.size + 5000)
        return fail(language_.grammar.rule(rule).place,
                    "the derivation of '" + language_.rules[at(rule)].name + "' comes to no end");
    const size_t base = stack_.size();
    stack_.insert(stack_.end(), arguments, arguments + count);
    stack_.resize(base + at(language_.rules[at(rule)].slots));
    const size_t outer_base = std::exchange(base_, base);
    const int outer_rule = std::exchange(rule_, rule);
    ++nesting_[at(rule)];
    ++depth_;
    derive_branch(language_.rules[at(rule)].branch);
    --depth_;
    --nesting_[at(rule)];
    rule_ = outer_rule;
    base_ = outer_base;
    stack_.resize(base);
}

void Derivation::derive_branch(int index) {
    const Branch& branch = language_.branches[at(index)];
    const int chosen = choose(branch);
    if (failed()) return;
    derive_option(branch.options[at(chosen)]);
}

bool Derivation::feasible(const Option& option) {
    if (option.depth >= Depths::kNoWayOut) return false;
    if (!std::all_of(option.conditions.begin(), option.conditions.end(),
                     [&](int mark) { return holds(language_.marks[at(mark)]); }))
        return false;
    // What it begins with must be possible too.
    for (const Node& node : option.nodes) {
        if (node.kind == NodeKind::Mark || !language_.marked) continue;
        return node.kind != NodeKind::Rule || node.repeat != Repeat::One || rule_feasible(node);
    }
    return true;
}

bool Derivation::rule_feasible(const Node& node) {
    const LanguageRule& rule = language_.rules[at(node.index)];
    constexpr int deepest = 4; // a rule may begin with itself
    if (!rule.guarded || probing_ >= deepest) return true;
    const size_t base = stack_.size();
    for (const Operand& operand : node.arguments) {
        const Value argument = value(operand);
        if (argument.kind == Value::Kind::None) { // depends on something that comes before
            stack_.resize(base);
            return true;
        }
        stack_.push_back(argument);
    }
    stack_.resize(base + at(rule.slots));
    const size_t outer = std::exchange(base_, base);
    ++probing_;
    const std::vector<Option>& options = language_.branches[at(rule.branch)].options;
    const bool any =
        std::any_of(options.begin(), options.end(), [&](const Option& option) { return feasible(option); });
    --probing_;
    base_ = outer;
    stack_.resize(base);
    return any;
}

int Derivation::choose(const Branch& branch) {
    const int count = static_cast<int>(branch.options.size());
    std::vector<int> open;
    for (int i = 0; i < count; ++i)
        if (feasible(branch.options[at(i)])) open.push_back(i);
    if (open.empty()) {
        fail(language_.grammar.rule(rule_).place,
             "no alternative of '" + language_.rules[at(rule_)].name + "' can be taken");
        return 0;
    }
    if (steering()) {
        std::vector<int> out;
        for (int i : open)
            if (!branch.options[at(i)].comes_back) out.push_back(i);
        if (out.empty()) {
            int least = Depths::kNoWayOut;
            for (int i : open) least = std::min(least, branch.options[at(i)].depth);
            for (int i : open)
                if (branch.options[at(i)].depth == least) out.push_back(i);
        }
        open = std::move(out);
    }
    if (branch.site == nullptr) return choose_among_many(open);
    choice::Mask mask;
    for (int i : open) mask |= choice::Mask::one(at(i));
    if (const auto picked = choices_.try_pick(*branch.site, mask)) return static_cast<int>(*picked);
    return open[0];
}

int Derivation::choose_among_many(const std::vector<int>& open) {
    return open.size() == 1 ? open[0] : open[choices_.below(open.size())];
}

void Derivation::derive_option(const Option& option) {
    const Undo before{multiplier_, context_log_.size(), open_scopes_.size(), pending_.size()};
    for (size_t i = 0; i < option.nodes.size() && !failed(); ++i) {
        const Node& node = option.nodes[i];
        if (node.kind == NodeKind::Mark && language_.marks[at(node.index)].kind == MarkKind::Between) {
            if (round_ == 0) ++i;
            continue;
        }
        derive_node(node);
    }
    undo(before);
}

bool Derivation::group_feasible(const Node& node) {
    if (node.kind == NodeKind::Chars) return !language_.char_sets[at(node.index)].all.empty();
    if (node.kind == NodeKind::Rule) return node.depth < Depths::kNoWayOut && rule_feasible(node);
    if (node.kind != NodeKind::Group) return true;
    const Branch& branch = language_.branches[at(node.index)];
    return std::any_of(branch.options.begin(), branch.options.end(),
                       [&](const Option& option) { return feasible(option); });
}

bool Derivation::once_more(const Node& node, int rounds) {
    if (node.repeat == Repeat::Plus && rounds == 0) return true;
    if (rounds >= kMostRounds || depth_ > kDeep || exhausted() || !group_feasible(node)) return false;
    if (node.fill != 0 && tokens_ < request_.size * node.fill / 100) return true;
    return choices_.try_pick(*node.repeat_site, node.repeat_site->all()).value_or(1) == 0;
}

void Derivation::derive_node(const Node& node) {
    switch (node.repeat) {
    case Repeat::One: return derive_once(node);
    case Repeat::Optional:
        if (once_more(node, 0)) derive_once(node);
        return;
    case Repeat::Star:
    case Repeat::Plus: break;
    }
    if (node.each >= 0) return derive_each(node);
    // What follows a group that fills its share finds some room left.
    constexpr int overrun = 10;
    const int outer = size_;
    if (node.fill != 0) size_ = request_.size * (node.fill + overrun) / 100;
    for (int rounds = 0; !failed() && once_more(node, rounds); ++rounds) derive_once(node);
    size_ = outer;
}

void Derivation::derive_each(const Node& node) {
    const Mark& mark = language_.marks[at(node.each)];
    std::vector<int> items;
    if (mark.owner.base != Operand::Base::None) {
        items = owned(value(mark.owner), mark.name_kind);
    } else {
        candidates(mark, items);
        std::sort(items.begin(), items.end());
    }
    const int outer = round_;
    for (size_t i = 0; i < items.size() && !failed(); ++i) {
        round_ = static_cast<int>(i);
        bind(mark.slot, {Value::Kind::Identifier, items[i]});
        derive_branch(node.index);
    }
    round_ = outer;
}

void Derivation::derive_once(const Node& node) {
    switch (node.kind) {
    case NodeKind::Text: return emit(node.text);
    case NodeKind::Chars: return derive_characters(node);
    case NodeKind::Rule: return derive_reference(node);
    case NodeKind::Group: return derive_branch(node.index);
    case NodeKind::AnyToken: {
        const std::vector<int>& tokens = language_.token_sets[at(node.index)];
        return derive_token(tokens[choices_.below(tokens.size())], node.place);
    }
    case NodeKind::Mark: return perform(language_.marks[at(node.index)]);
    case NodeKind::Line: return output_.line();
    case NodeKind::Indent: return output_.indent();
    case NodeKind::Dedent: return output_.dedent();
    case NodeKind::Nothing: return;
    }
}

void Derivation::derive_reference(const Node& node) {
    if (language_.rules[at(node.index)].lexer && !lexing_) return derive_token(node.index, node.place);
    std::vector<Value> arguments;
    for (const Operand& operand : node.arguments) {
        arguments.push_back(value(operand));
        if (arguments.back().kind == Value::Kind::None)
            return fail(node.place,
                        "an argument of '" + language_.rules[at(node.index)].name + "' has no value");
    }
    derive_rule(node.index, arguments.data(), arguments.size());
}

void Derivation::derive_token(int rule, Place place) {
    lexing_ = true;
    constexpr int attempts = 20;
    for (int attempt = 0; attempt < attempts && !failed(); ++attempt) {
        lexeme_.clear();
        derive_rule(rule, nullptr, 0);
        // An identifier that looks like a keyword would be one.
        const bool own = language_.marked || !language_.keywords.contains(lexeme_) ||
                         language_.grammar.rule(rule).alternatives[0].elements[0].text == lexeme_;
        if (own) break;
        if (attempt + 1 == attempts) fail(place, "every text of this token is a keyword");
    }
    lexing_ = false;
    if (!lexeme_.empty()) emit(output_.keep(std::move(lexeme_)));
    lexeme_ = std::string();
}

void Derivation::derive_characters(const Node& node) {
    const Characters& characters = language_.char_sets[at(node.index)];
    const CharSet* set = &characters.common;
    if (!node.greedy)
        set = &characters.plain; // what ends the loop must not begin inside it
    else if (!language_.marked && choices_.chance(1, 16))
        set = &characters.all;
    append_utf8(lexeme_, set->at(choices_.below(set->count())));
}

} // namespace assay::generate::derive
