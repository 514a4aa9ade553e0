#include "source/prune/variant.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::source::prune {
namespace {

constexpr uint32_t kLongest = 3000; // bytes of a copy

// Can it stand elsewhere: does it leave nothing behind and need nothing but names?
bool is_movable(const Unit& unit, uint32_t index) {
    const Statement& root = unit.statements[index];
    switch (root.kind) {
    case StatementKind::Expression:
    case StatementKind::If:
    case StatementKind::While:
    case StatementKind::Do:
    case StatementKind::For:
    case StatementKind::Switch:
    case StatementKind::Compound:
    case StatementKind::Return: break;
    case StatementKind::Declaration:
    case StatementKind::Case:
    case StatementKind::Label:
    case StatementKind::Goto:
    case StatementKind::Break:
    case StatementKind::Continue:
    case StatementKind::Null:
    case StatementKind::Asm:
    case StatementKind::Other: return false;
    }
    if (!root.in_text || root.gives_value || root.parent == kNone) return false;
    if (root.span.end - root.span.begin > kLongest) return false;
    for (uint32_t i = index; i < root.last; ++i) {
        const Statement& one = unit.statements[i];
        if (one.fixed || one.variable_array) return false;
        if (one.kind == StatementKind::Label || one.kind == StatementKind::Goto) return false;
        const bool leaves = one.kind == StatementKind::Break || one.kind == StatementKind::Continue ||
                            one.kind == StatementKind::Case;
        if (leaves && !(one.target != kNone && unit.is_below(one.target, index))) return false;
    }
    return true;
}

bool returns(const Unit& unit, uint32_t index) {
    for (uint32_t i = index; i < unit.statements[index].last; ++i)
        if (unit.statements[i].kind == StatementKind::Return) return true;
    return false;
}

bool calls_builtins(const Unit& unit, uint32_t index) {
    return std::any_of(unit.calls.begin(), unit.calls.end(), [&](const Call& call) {
        return call.name.starts_with("__") && unit.is_below(call.statement, index);
    });
}

// Another variable for each one that is not what its name means at the place.
class Binding {
  public:
    Binding(Draft& draft, uint32_t source, uint32_t place)
        : draft_(draft), unit_(draft.unit), names_(draft.names), source_(source),
          place_(unit_.statements[place].span.begin), function_(unit_.statements[place].function) {}

    // Empty: some name has no stand-in.
    std::string text(choice::Choices& choices) {
        const Span span = unit_.statements[source_].span;
        std::vector<Edit> edits;
        for (const Use& use : unit_.uses) {
            if (!unit_.is_below(use.statement, source_)) continue;
            const Variable& variable = unit_.variables[use.variable];
            if (variable.statement != kNone && unit_.is_below(variable.statement, source_)) continue;
            const uint32_t chosen = stand_in(use.variable, choices);
            if (chosen == kNone) return {};
            if (chosen == use.variable) continue;
            if (use.span.empty()) return {};
            edits.push_back(
                {{use.span.begin - span.begin, use.span.end - span.begin}, unit_.variables[chosen].name});
        }
        for (const auto& [wanted, chosen] : chosen_) draft_.needed.insert(chosen);
        return on_one_line(with_edits(unit_.text_of(span), edits));
    }

  private:
    Draft& draft_;
    const Unit& unit_;
    const Names& names_;
    uint32_t source_, place_, function_;
    std::map<uint32_t, uint32_t> chosen_;

    uint32_t stand_in(uint32_t variable, choice::Choices& choices) {
        const auto known = chosen_.find(variable);
        if (known != chosen_.end()) return known->second;
        const Variable& wanted = unit_.variables[variable];
        uint32_t chosen = kNone;
        if (names_.meaning(unit_, wanted.name, place_, function_) == variable && !draft_.is_gone(variable)) {
            chosen = variable;
        } else {
            std::vector<uint32_t> fitting = names_.of_type(unit_, wanted.type, place_, function_);
            std::erase_if(fitting, [&](uint32_t one) { return draft_.is_gone(one); });
            if (!fitting.empty()) chosen = choices.element(fitting);
        }
        chosen_[variable] = chosen;
        return chosen;
    }
};

} // namespace

bool calls_the_unknown(const Unit& unit, const Life& life) {
    std::set<std::string> unsure, sure;
    for (const Call& call : unit.calls) {
        const bool exists =
            call.here || call.library || call.statement == kNone || !life.dead[call.statement];
        (exists ? sure : unsure).insert(call.name);
    }
    return !std::includes(sure.begin(), sure.end(), unsure.begin(), unsure.end());
}

std::string copy_for(Draft& draft, uint32_t place, choice::Choices& choices) {
    const Unit& unit = draft.unit;
    constexpr int kTries = 6;
    for (int i = 0; i < kTries; ++i) {
        const uint32_t source = static_cast<uint32_t>(choices.below(unit.statements.size()));
        const uint32_t there = unit.statements[place].function;
        // Later functions may use what is not declared yet at this place.
        if (unit.statements[source].function > there || !is_movable(unit, source)) continue;
        if (returns(unit, source) &&
            unit.functions[unit.statements[source].function].result != unit.functions[there].result)
            continue;
        if (calls_builtins(unit, source)) continue;
        std::string text = Binding(draft, source, place).text(choices);
        if (!text.empty()) return text;
    }
    return {};
}

void insert_copies(Draft& draft, choice::Choices& choices) {
    const Unit& unit = draft.unit;
    const uint64_t percent = 5 + choices.below(40);
    for (uint32_t i = 0; i < unit.statements.size(); ++i) {
        const Statement& one = unit.statements[i];
        // Before a label, what comes from above would run it, but who jumps to the label would not: that is
        // no place of the statement's own.
        if (!draft.life.dead[i] || draft.gone[i] || !one.in_text || one.parent == kNone ||
            one.kind == StatementKind::Label || one.kind == StatementKind::Case ||
            unit.statements[one.parent].kind != StatementKind::Compound)
            continue;
        if (!choices.percent(percent)) continue;
        std::string text = copy_for(draft, i, choices);
        if (text.empty()) continue;
        draft.edits.push_back({{one.span.begin, one.span.begin}, text + " "});
        ++draft.counts.inserted;
    }
}

} // namespace assay::source::prune
