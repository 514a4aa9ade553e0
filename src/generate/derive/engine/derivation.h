// Derivation: one program out of a language, top down from its start rule. Alternatives are drawn at their
// sites among those whose conditions hold; when a rule is nested too often or the program is large enough,
// only alternatives that lead out of the recursion are left. Marks keep the scope tree, select identifiers by
// the strategy, and count steps, so that loops and calls stay within the language's limits.
#pragma once

#include "choice/choices.h"
#include "generate/derive/engine/output.h"
#include "generate/derive/language/language.h"
#include "generate/derive/scope/strategy.h"

#include <optional>

namespace assay::generate::derive {

struct Request {
    Strategy strategy = Strategy::Random;
    int size = 500; // tokens, about
};

class Derivation {
  public:
    Derivation(const Language& language, choice::Choices& choices, Request request);

    // Fails where the grammar leaves no alternative or comes to no end.
    base::Result<std::string> run();

    const ScopeTree& tree() const { return tree_; }
    // Steps that a run takes at most, in tokens executed.
    int64_t steps() const { return frames_[0].cost; }

  private:
    struct Cost {
        int64_t cost = 0;
        int64_t limit = 0;
    };
    struct ContextValue {
        bool on = false;
        Value value;
    };
    // What an alternative changed, to be undone at its end.
    struct Undo {
        int64_t multiplier = 1;
        size_t contexts = 0;
        size_t scopes = 0;
        size_t pending = 0;
    };
    struct OpenScope {
        int function = -1; // an identifier whose cost the frame is
        bool frame = false;
    };

    void fail(Place place, const std::string& what);
    bool failed() const { return !error_.message.empty(); }

    // derivation.cc: rules, branches, nodes
    void derive_rule(int rule, const Value* arguments, size_t count);
    void derive_branch(int branch);
    void derive_option(const Option& option);
    void derive_node(const Node& node);
    void derive_once(const Node& node);
    void derive_reference(const Node& node);
    void derive_each(const Node& node);
    void derive_characters(const Node& node);
    void derive_token(int rule, Place place);
    int choose(const Branch& branch);
    int choose_among_many(const std::vector<int>& feasible);
    bool feasible(const Option& option);
    bool rule_feasible(const Node& node);
    bool group_feasible(const Node& node);
    bool once_more(const Node& node, int rounds);
    bool exhausted() const { return tokens_ >= size_ || cost().cost >= cost().limit; }
    bool steering() const;
    void emit(std::string_view text, bool name = false);

    // marks.cc: conditions and effects
    bool holds(const Mark& mark);
    bool compare(const Mark& mark);
    void perform(const Mark& mark);
    void perform_name(const Mark& mark);
    void perform_scope(const Mark& mark);
    void perform_layout(MarkKind kind);
    void declare(const Mark& mark);
    int hidden_by(const Mark& mark);
    void declare_record(const Mark& mark);
    void declare_extra(const Mark& mark);
    void set_context(int context, bool on, Value value);
    void restore_contexts(size_t count);
    void undo(const Undo& before);
    Value value(const Operand& operand) const;
    void print(Value value);
    void bind(int slot, Value bound) { stack_[base_ + static_cast<size_t>(slot)] = bound; }

    // selection.cc: types and identifiers
    const Type& type(int id) const;
    int type_count() const { return static_cast<int>(language_.types.size() + own_types_.size()); }
    bool matches(const Query& query, int type) const;
    void matching_types(const Query& query, std::vector<int>& types) const;
    int any_of_types(const std::vector<int>& types); // by their weights
    bool has_member(const Type& type, int kind, int member_type) const;
    bool suitable(const Mark& mark, int identifier) const;
    void candidates(const Mark& mark, std::vector<int>& found) const;
    bool any_candidate(const Mark& mark) const;
    std::vector<int> owned(Value owner, int kind) const;
    void select_member(const Mark& mark);
    int select(const Mark& mark);
    bool affordable(int identifier) const;
    void pay(int64_t steps) { frames_.back().cost += steps * multiplier_; }
    const Cost& cost() const { return frames_.back(); }

    bool scope_fits(const Mark& mark, int scope) const;
    bool can_create(const Mark& mark) const;
    int create(const Mark& mark);
    int create_in(int kind, int type, int scope, Place place);

    const Language& language_;
    choice::Choices& choices_;
    Request request_;
    base::Error error_;
    Output output_;
    ScopeTree tree_;
    std::vector<Type> own_types_; // that the program declares
    std::vector<int> nesting_;    // by rule
    int rule_ = -1;
    int depth_ = 0;
    int probing_ = 0; // rules looked into whether they are possible
    int tokens_ = 0;
    int size_ = 0;             // when there are enough of them, here
    std::vector<Value> stack_; // slots of the rules being derived
    size_t base_ = 0;
    int round_ = 0;       // of the innermost each
    bool lexing_ = false; // inside a token
    std::string lexeme_;

    std::vector<Cost> frames_;
    int64_t multiplier_ = 1;
    std::vector<ContextValue> contexts_;
    std::vector<std::pair<int, ContextValue>> context_log_;
    std::vector<OpenScope> open_scopes_;
    std::vector<int> pending_; // declared, not yet usable
    int declare_scope_ = -1;   // of a declaration put in front
    int created_ = -1;
    std::vector<int> names_by_kind_; // how many
};

} // namespace assay::generate::derive
