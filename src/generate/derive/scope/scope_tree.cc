#include "generate/derive/scope/scope_tree.h"

#include "base/check.h"

#include <algorithm>

namespace assay::generate::derive {

ScopeTree::ScopeTree() : scopes_(1), frames_(1) {}

int ScopeTree::open() {
    Scope scope;
    scope.parent = current_;
    scope.depth = scopes_[at(current_)].depth + 1;
    scope.frame = scopes_[at(current_)].frame;
    for (int up = current_; up >= 0; up = scopes_[at(up)].parent) ++scopes_[at(up)].size;
    scopes_.push_back(std::move(scope));
    current_ = static_cast<int>(scopes_.size()) - 1;
    return current_;
}

int ScopeTree::open_frame(bool closed) {
    const int scope = open();
    frames_.push_back({scopes_[at(scope)].frame, closed});
    scopes_[at(scope)].frame = static_cast<int>(frames_.size()) - 1;
    return scope;
}

void ScopeTree::close() {
    base::check(current_ != 0, "the root scope stays open");
    for (int id : scopes_[at(current_)].identifiers) {
        const Identifier& gone = identifiers_[at(id)];
        // Those of the innermost scope stand last.
        std::vector<int>& usable = usable_[at(gone.type)];
        base::check(!usable.empty() && identifiers_[at(usable.back())].scope == current_,
                    "the identifiers of the innermost scope stand last");
        usable.pop_back();
        if (gone.hides >= 0) --identifiers_[at(gone.hides)].hidden;
    }
    current_ = scopes_[at(current_)].parent;
}

std::vector<int> ScopeTree::path() const {
    std::vector<int> result;
    for (int scope = current_; scope >= 0; scope = scopes_[at(scope)].parent) result.push_back(scope);
    return result;
}

int ScopeTree::distance(int from, int to) const {
    int length = 0;
    for (int scope = to; scope >= 0; scope = scopes_[at(scope)].parent, ++length)
        if (scope == from) return length;
    return -1;
}

int ScopeTree::add(Identifier identifier) {
    identifier.frame = scopes_[at(identifier.scope)].frame;
    identifiers_.push_back(std::move(identifier));
    return identifier_count() - 1;
}

void ScopeTree::reveal(int id) {
    const Identifier& identifier = identifiers_[at(id)];
    if (usable_.size() <= at(identifier.type)) usable_.resize(at(identifier.type) + 1);
    std::vector<int>& usable = usable_[at(identifier.type)];
    const int depth = scopes_[at(identifier.scope)].depth;
    const auto place = std::upper_bound(usable.begin(), usable.end(), depth, [&](int wanted, int other) {
        return wanted < scopes_[at(identifiers_[at(other)].scope)].depth;
    });
    usable.insert(place, id);
    scopes_[at(identifier.scope)].identifiers.push_back(id);
}

void ScopeTree::use(int id) {
    Identifier& identifier = identifiers_[at(id)];
    ++identifier.uses;
    auto& counts = identifier.uses_by_scope;
    auto place = std::lower_bound(counts.begin(), counts.end(), std::pair{current_, 0});
    if (place == counts.end() || place->first != current_) place = counts.insert(place, {current_, 0});
    auto& histogram = identifier.scopes_by_uses;
    if (place->second > 0) --histogram[at(place->second)];
    ++place->second;
    histogram.resize(std::max(histogram.size(), at(place->second) + 1));
    ++histogram[at(place->second)];
}

const std::vector<int>& ScopeTree::of_type(int type) const {
    static const std::vector<int> none;
    return at(type) < usable_.size() ? usable_[at(type)] : none;
}

bool ScopeTree::frame_sees(int from, int other) const {
    for (int frame = from; frame != other; frame = frames_[at(frame)].parent) {
        if (frame < 0) return false;
        if (frames_[at(frame)].closed && other != 0) return false;
    }
    return true;
}

bool ScopeTree::reachable(int id) const {
    const Identifier& identifier = identifiers_[at(id)];
    return identifier.hidden == 0 && frame_sees(frame(), identifier.frame);
}

int ScopeTree::scopes_of(int id) const { return scopes_[at(identifiers_[at(id)].scope)].size; }

int ScopeTree::uses_in(int id, int scope) const {
    const auto& counts = identifiers_[at(id)].uses_by_scope;
    const auto place = std::lower_bound(counts.begin(), counts.end(), std::pair{scope, 0});
    return place == counts.end() || place->first != scope ? 0 : place->second;
}

int ScopeTree::least_uses(int id) const {
    const Identifier& identifier = identifiers_[at(id)];
    if (static_cast<int>(identifier.uses_by_scope.size()) < scopes_of(id)) return 0;
    for (size_t uses = 1; uses < identifier.scopes_by_uses.size(); ++uses)
        if (identifier.scopes_by_uses[uses] > 0) return static_cast<int>(uses);
    return 0;
}

bool ScopeTree::raises_least(int id) const {
    const Identifier& identifier = identifiers_[at(id)];
    const int least = least_uses(id);
    if (uses_in(id, current_) != least) return false;
    // It must be the only scope with so few uses.
    if (least == 0) return static_cast<int>(identifier.uses_by_scope.size()) + 1 == scopes_of(id);
    return identifier.scopes_by_uses[at(least)] == 1;
}

double ScopeTree::isuc() const {
    double sum = 0;
    for (int id = 0; id < identifier_count(); ++id)
        sum += static_cast<double>(identifiers_[at(id)].uses) / scopes_of(id) - least_uses(id);
    return sum;
}

double ScopeTree::issc() const {
    double sum = 0;
    for (const Identifier& identifier : identifiers_)
        for (const auto& [scope, uses] : identifier.uses_by_scope) {
            double term = 1;
            for (int i = 0; i < uses; ++i, term /= 2) sum += term;
        }
    return sum;
}

} // namespace assay::generate::derive
