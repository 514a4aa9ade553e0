// What marks do: conditions and effects.
#include "generate/derive/engine/derivation.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::generate::derive {

Value Derivation::value(const Operand& operand) const {
    Value result;
    switch (operand.base) {
    case Operand::Base::None: return result;
    case Operand::Base::Slot: result = stack_[base_ + at(operand.index)]; break;
    case Operand::Base::Constant: result = operand.constant; break;
    case Operand::Base::Context: result = contexts_[at(operand.index)].value; break;
    }
    for (int attribute : operand.path) {
        constexpr int kType = 0;
        if (result.kind == Value::Kind::Identifier) {
            result = {Value::Kind::Type, tree_.identifier(result.id).type};
            if (attribute == kType) continue;
        }
        if (result.kind != Value::Kind::Type) return {};
        result = type(result.id).attribute(attribute);
    }
    return result;
}

bool Derivation::compare(const Mark& mark) {
    const Value a = value(mark.a), b = value(mark.b);
    switch (mark.comparison) {
    case Comparison::Equal: return a == b;
    case Comparison::NotEqual: return a != b;
    case Comparison::Less: return a.id < b.id;
    case Comparison::More: return a.id > b.id;
    }
    return false;
}

// Of effects: whether they could be performed now. What depends on something not bound yet is not judged.
bool Derivation::holds(const Mark& mark) {
    switch (mark.kind) {
    case MarkKind::Compare: return compare(mark);
    case MarkKind::Member: {
        const Value a = value(mark.a);
        return (a.kind == Value::Kind::Type && matches(mark.query, a.id)) != mark.negated;
    }
    case MarkKind::Inside: return contexts_[at(mark.name)].on;
    case MarkKind::Outside: return !contexts_[at(mark.name)].on;
    case MarkKind::Exists: return any_candidate(mark);
    case MarkKind::Use:
    case MarkKind::Pick:
    case MarkKind::Call:
    case MarkKind::Plan: {
        const auto unknown = [&](const Operand& operand) { return value(operand).kind == Value::Kind::None; };
        if (mark.query.set < 0 && unknown(mark.query.type)) return true;
        if (mark.query.attribute >= 0 && unknown(mark.query.equals)) return true;
        return any_candidate(mark) || can_create(mark);
    }
    case MarkKind::Any: {
        std::vector<int> types;
        matching_types(mark.query, types);
        return !types.empty();
    }
    case MarkKind::Select:
    case MarkKind::Seek:
    case MarkKind::Invoke: {
        const Value owner = value(mark.owner);
        if (owner.kind == Value::Kind::None) return true;
        const std::vector<int> members = owned(owner, mark.name_kind);
        return std::any_of(members.begin(), members.end(), [&](int id) {
            return matches(mark.query, tree_.identifier(id).type) && affordable(id);
        });
    }
    case MarkKind::Loop: {
        const Value times = value(mark.a);
        if (times.kind != Value::Kind::Number) return true;
        constexpr int64_t body = 40; // tokens, about
        return multiplier_ * times.id <= language_.limits.nest &&
               cost().cost + multiplier_ * times.id * body <= cost().limit;
    }
    default: return true;
    }
}

void Derivation::perform(const Mark& mark) {
    switch (mark.kind) {
    case MarkKind::Compare:
    case MarkKind::Member:
    case MarkKind::Inside:
    case MarkKind::Outside:
    case MarkKind::Exists:
    case MarkKind::Each:
    case MarkKind::Between:
    case MarkKind::Weight:
    case MarkKind::Fill: return; // settled elsewhere
    case MarkKind::Let: return bind(mark.slot, value(mark.a));
    case MarkKind::Any: {
        std::vector<int> types;
        matching_types(mark.query, types);
        if (types.empty()) return fail(mark.place, "there is no such type");
        return bind(mark.slot, {Value::Kind::Type, any_of_types(types)});
    }
    case MarkKind::Declare: return declare(mark);
    case MarkKind::Reveal:
    case MarkKind::Use:
    case MarkKind::Pick:
    case MarkKind::Call:
    case MarkKind::Plan:
    case MarkKind::Make: return perform_name(mark);
    case MarkKind::Select:
    case MarkKind::Seek:
    case MarkKind::Invoke: return select_member(mark);
    case MarkKind::Print: return print(value(mark.a));
    case MarkKind::Record: return declare_record(mark);
    case MarkKind::Extra: return declare_extra(mark);
    case MarkKind::Scope:
    case MarkKind::Slot: return perform_scope(mark);
    case MarkKind::Loop: multiplier_ *= std::max<int64_t>(1, value(mark.a).id); return;
    case MarkKind::Cost: return pay(value(mark.a).id);
    case MarkKind::Context: return set_context(mark.name, true, value(mark.a));
    case MarkKind::Without: return set_context(mark.name, false, {});
    case MarkKind::Line:
    case MarkKind::Indent:
    case MarkKind::Dedent:
    case MarkKind::Tight: return perform_layout(mark.kind);
    }
}

void Derivation::perform_layout(MarkKind kind) {
    if (kind == MarkKind::Line) output_.line();
    if (kind == MarkKind::Indent) output_.indent();
    if (kind == MarkKind::Dedent) output_.dedent();
    if (kind == MarkKind::Tight) output_.tight();
}

void Derivation::perform_name(const Mark& mark) {
    if (mark.kind == MarkKind::Reveal) {
        const int id = value(mark.a).id;
        const auto place = std::find(pending_.begin(), pending_.end(), id);
        if (place == pending_.end()) return fail(mark.place, "it is not waiting to be revealed");
        *place = -1;
        return tree_.reveal(id);
    }
    int id = -1;
    if (mark.kind == MarkKind::Make) {
        int scope = declare_scope_;
        for (int open : tree_.path())
            if (scope < 0 && tree_.scope(open).slot >= 0) scope = open;
        if (scope < 0) return fail(mark.place, "no open scope has a slot");
        id = create_in(mark.name_kind, value(mark.a).id, scope, mark.place);
    } else {
        id = select(mark);
    }
    if (failed()) return;
    tree_.use(id);
    bind(mark.slot, {Value::Kind::Identifier, id});
    if (mark.kind == MarkKind::Call || mark.kind == MarkKind::Plan) pay(tree_.identifier(id).cost);
    if (mark.kind == MarkKind::Use || mark.kind == MarkKind::Call)
        emit(output_.keep(tree_.identifier(id).name), true);
}

// A global name that the new declaration may take over; -1: none.
int Derivation::hidden_by(const Mark& mark) {
    if (!mark.shadows || tree_.frame() == 0 || declare_scope_ >= 0) return -1;
    std::vector<int> found;
    for (int id : tree_.scope(0).identifiers) {
        const Identifier& outer = tree_.identifier(id);
        if (outer.kind == mark.name_kind && outer.hidden == 0) found.push_back(id);
    }
    if (found.empty() || choices_.pick(*language_.shadow_site) != 0) return -1;
    return found[choices_.below(found.size())];
}

void Derivation::declare(const Mark& mark) {
    const Value of_type = value(mark.a);
    if (of_type.kind != Value::Kind::Type)
        return fail(mark.place, "the type of the declaration has no value");
    Identifier identifier;
    identifier.kind = mark.name_kind;
    identifier.type = of_type.id;
    identifier.scope = declare_scope_ >= 0 ? declare_scope_ : tree_.current();
    identifier.fixed = mark.fixed;
    identifier.hides = hidden_by(mark);
    if (identifier.hides >= 0) {
        identifier.name = tree_.identifier(identifier.hides).name;
        tree_.hide(identifier.hides);
    } else {
        identifier.name = fmt::format("{}{}", language_.kinds[at(mark.name_kind)].prefix,
                                      names_by_kind_[at(mark.name_kind)]++);
    }
    const int id = tree_.add(std::move(identifier));
    const Value owner = value(mark.owner);
    if (owner.kind == Value::Kind::Identifier) tree_.identifier(owner.id).members.push_back(id);
    if (owner.kind == Value::Kind::Type) tree_.identifier(id).record = owner.id;
    pending_.push_back(id);
    bind(mark.slot, {Value::Kind::Identifier, id});
    created_ = id;
    emit(output_.keep(tree_.identifier(id).name), true);
}

void Derivation::declare_record(const Mark& mark) {
    Type record;
    record.name =
        fmt::format("{}{}", language_.kinds[at(mark.name_kind)].prefix, names_by_kind_[at(mark.name_kind)]++);
    record.sets = mark.sets;
    own_types_.push_back(std::move(record));
    const int id = type_count() - 1;
    bind(mark.slot, {Value::Kind::Type, id});
    emit(output_.keep(type(id).name), true);
}

void Derivation::declare_extra(const Mark& mark) {
    Type extra;
    extra.sets = mark.sets;
    extra.attributes.resize(at(mark.query.attribute) + 1);
    extra.attributes[at(mark.query.attribute)] = value(mark.a);
    own_types_.push_back(std::move(extra));
    bind(mark.slot, {Value::Kind::Type, type_count() - 1});
}

void Derivation::perform_scope(const Mark& mark) {
    if (mark.kind == MarkKind::Slot) {
        tree_.scope(tree_.current()).slot = output_.slot();
        return;
    }
    OpenScope scope;
    scope.frame = mark.frame;
    if (mark.frame)
        tree_.open_frame(mark.closed);
    else
        tree_.open();
    if (mark.frame && mark.other_slot >= 0) {
        scope.function = stack_[base_ + at(mark.other_slot)].id;
        frames_.push_back({0, language_.limits.function});
        multiplier_ = 1;
    }
    open_scopes_.push_back(scope);
}

void Derivation::set_context(int context, bool on, Value of) {
    context_log_.emplace_back(context, contexts_[at(context)]);
    contexts_[at(context)] = {on, of};
}

void Derivation::restore_contexts(size_t count) {
    for (; context_log_.size() > count; context_log_.pop_back())
        contexts_[at(context_log_.back().first)] = context_log_.back().second;
}

void Derivation::undo(const Undo& before) {
    multiplier_ = before.multiplier;
    restore_contexts(before.contexts);
    for (; open_scopes_.size() > before.scopes; open_scopes_.pop_back()) {
        tree_.close();
        if (open_scopes_.back().function < 0) continue;
        tree_.identifier(open_scopes_.back().function).cost = frames_.back().cost;
        frames_.pop_back();
    }
    for (size_t i = before.pending; i < pending_.size(); ++i) {
        const int id = pending_[i];
        if (id < 0) continue;
        const Identifier& identifier = tree_.identifier(id);
        if (identifier.record >= 0)
            own_types_[at(identifier.record) - language_.types.size()].members.push_back(id);
        else if (tree_.distance(identifier.scope, tree_.current()) >= 0)
            tree_.reveal(id);
    }
    pending_.resize(before.pending);
}

void Derivation::print(Value printed) {
    switch (printed.kind) {
    case Value::Kind::None: return;
    case Value::Kind::Type: return emit(output_.keep(type(printed.id).name), true);
    case Value::Kind::Identifier: return emit(output_.keep(tree_.identifier(printed.id).name), true);
    case Value::Kind::Number: return emit(output_.keep(std::to_string(printed.id)));
    case Value::Kind::Text: return emit(language_.vocabulary.texts.name(printed.id));
    }
}

} // namespace assay::generate::derive
