// Which types and identifiers a mark speaks of, and which of them is taken.
#include "generate/derive/engine/derivation.h"

#include <algorithm>

namespace assay::generate::derive {

const Type& Derivation::type(int id) const {
    const size_t given = language_.types.size();
    return at(id) < given ? language_.types[at(id)] : own_types_[at(id) - given];
}

bool Derivation::affordable(int identifier) const {
    const int64_t steps = tree_.identifier(identifier).cost;
    return steps == 0 || cost().cost + multiplier_ * steps <= cost().limit;
}

bool Derivation::has_member(const Type& owner, int kind, int member_type) const {
    return std::any_of(owner.members.begin(), owner.members.end(), [&](int id) {
        const Identifier& member = tree_.identifier(id);
        return member.kind == kind && member.type == member_type && affordable(id);
    });
}

bool Derivation::matches(const Query& query, int id) const {
    const Type& candidate = type(id);
    if (query.set >= 0 && (candidate.sets >> query.set & 1) == 0) return false;
    if (query.set < 0) {
        const Value wanted = value(query.type);
        if (wanted.kind != Value::Kind::Type || wanted.id != id) return false;
    }
    if (query.attribute >= 0 && candidate.attribute(query.attribute) != value(query.equals)) return false;
    return query.member_kind < 0 || has_member(candidate, query.member_kind, value(query.member_type).id);
}

void Derivation::matching_types(const Query& query, std::vector<int>& types) const {
    if (query.set < 0) {
        const Value wanted = value(query.type);
        if (wanted.kind == Value::Kind::Type && matches(query, wanted.id)) types.push_back(wanted.id);
        return;
    }
    for (int id = 0; id < type_count(); ++id)
        if (matches(query, id)) types.push_back(id);
}

int Derivation::any_of_types(const std::vector<int>& types) {
    const auto weight = [&](int id) {
        const Value given = language_.weight < 0 ? Value{} : type(id).attribute(language_.weight);
        return given.kind == Value::Kind::Number ? static_cast<uint64_t>(given.id) : 1;
    };
    uint64_t sum = 0;
    for (int id : types) sum += weight(id);
    uint64_t drawn = choices_.below(sum);
    for (int id : types) {
        if (drawn < weight(id)) return id;
        drawn -= weight(id);
    }
    return types.back();
}

bool Derivation::suitable(const Mark& mark, int id) const {
    const Identifier& identifier = tree_.identifier(id);
    if (identifier.kind != mark.name_kind || !tree_.reachable(id)) return false;
    if (mark.local && identifier.frame != tree_.frame()) return false;
    if (mark.changeable && identifier.fixed) return false;
    if (value(mark.besides) == Value{Value::Kind::Identifier, id}) return false;
    const bool called =
        mark.kind == MarkKind::Call || mark.kind == MarkKind::Plan || mark.kind == MarkKind::Exists;
    if (called && !affordable(id)) return false;
    return mark.outliving.base == Operand::Base::None || scope_fits(mark, identifier.scope);
}

void Derivation::candidates(const Mark& mark, std::vector<int>& found) const {
    std::vector<int> types;
    matching_types(mark.query, types);
    for (int id : types)
        for (int identifier : tree_.of_type(id))
            if (suitable(mark, identifier)) found.push_back(identifier);
}

bool Derivation::any_candidate(const Mark& mark) const {
    std::vector<int> types;
    matching_types(mark.query, types);
    return std::any_of(types.begin(), types.end(), [&](int id) {
        const std::vector<int>& all = tree_.of_type(id);
        return std::any_of(all.begin(), all.end(),
                           [&](int identifier) { return suitable(mark, identifier); });
    });
}

int Derivation::select(const Mark& mark) {
    const bool creatable = can_create(mark);
    if (request_.strategy == Strategy::New && creatable) return create(mark);
    std::vector<int> found;
    candidates(mark, found);
    if (found.empty()) {
        if (creatable) return create(mark);
        fail(mark.place, "there is nothing to use here and no way to make it");
        return -1;
    }
    keep_favourites(request_.strategy, tree_, found);
    return found.size() == 1 ? found[0] : found[choices_.below(found.size())];
}

std::vector<int> Derivation::owned(Value owner, int kind) const {
    const std::vector<int>* members = nullptr;
    if (owner.kind == Value::Kind::Identifier) members = &tree_.identifier(owner.id).members;
    if (owner.kind == Value::Kind::Type) members = &type(owner.id).members;
    std::vector<int> result;
    if (members == nullptr) return result;
    for (int id : *members)
        if (tree_.identifier(id).kind == kind) result.push_back(id);
    return result;
}

void Derivation::select_member(const Mark& mark) {
    std::vector<int> found;
    int cheapest = -1;
    for (int id : owned(value(mark.owner), mark.name_kind)) {
        if (!matches(mark.query, tree_.identifier(id).type)) continue;
        if (affordable(id)) found.push_back(id);
        if (cheapest < 0 || tree_.identifier(id).cost < tree_.identifier(cheapest).cost) cheapest = id;
    }
    if (cheapest < 0) return fail(mark.place, "there is no such member");
    if (found.empty()) found.push_back(cheapest); // it was affordable a few tokens ago
    const int chosen = found.size() == 1 ? found[0] : found[choices_.below(found.size())];
    tree_.use(chosen);
    bind(mark.slot, {Value::Kind::Identifier, chosen});
    if (mark.kind == MarkKind::Invoke) pay(tree_.identifier(chosen).cost);
    if (mark.kind != MarkKind::Seek) emit(output_.keep(tree_.identifier(chosen).name), true);
}

bool Derivation::scope_fits(const Mark& mark, int scope) const {
    if (mark.local && tree_.scope(scope).frame != tree_.frame()) return false;
    if (mark.outliving.base == Operand::Base::None) return true;
    const Value other = value(mark.outliving);
    if (other.kind != Value::Kind::Identifier) return true;
    return tree_.distance(scope, tree_.identifier(other.id).scope) >= 0;
}

bool Derivation::can_create(const Mark& mark) const {
    const NameKind& kind = language_.kinds[at(mark.name_kind)];
    if (declare_scope_ >= 0) return false; // one declaration is not put into the middle of another
    if (kind.fresh_rule < 0 || mark.kind == MarkKind::Exists || mark.kind == MarkKind::Each) return false;
    const std::vector<int> path = tree_.path();
    if (std::none_of(path.begin(), path.end(), [&](int scope) {
            return tree_.scope(scope).slot >= 0 && scope_fits(mark, scope) && tree_.sees(scope);
        }))
        return false;
    std::vector<int> types;
    matching_types(mark.query, types);
    return std::any_of(types.begin(), types.end(),
                       [&](int id) { return (type(id).sets >> kind.fresh_set & 1) != 0; });
}

int Derivation::create(const Mark& mark) {
    const NameKind& kind = language_.kinds[at(mark.name_kind)];
    std::vector<int> scopes;
    for (int scope : tree_.path())
        if (tree_.scope(scope).slot >= 0 && scope_fits(mark, scope) && tree_.sees(scope))
            scopes.push_back(scope);
    std::vector<int> all, types;
    matching_types(mark.query, all);
    for (int id : all)
        if ((type(id).sets >> kind.fresh_set & 1) != 0) types.push_back(id);
    const int scope = scopes[choices_.below(scopes.size())];
    return create_in(mark.name_kind, any_of_types(types), scope, mark.place);
}

int Derivation::create_in(int kind, int of_type, int scope, Place place) {
    const int outer_scope = std::exchange(declare_scope_, scope);
    const int outer_buffer = output_.redirect(tree_.scope(scope).slot);
    created_ = -1;
    const size_t contexts = context_log_.size();
    set_context(language_.outermost, tree_.scope(scope).frame == 0, {});
    const Value argument{Value::Kind::Type, of_type};
    derive_rule(language_.kinds[at(kind)].fresh_rule, &argument, 1);
    restore_contexts(contexts);
    output_.redirect(outer_buffer);
    declare_scope_ = outer_scope;
    if (created_ < 0) fail(place, "the rule for new names declares none");
    return created_;
}

} // namespace assay::generate::derive
