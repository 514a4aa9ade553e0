// Scopes, and jumps into them.
#include "program/checker.h"
#include "program/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::program {

void Checker::enter() {
    scope_starts_.push_back(hidden_.size());
    blocking_starts_.push_back(blocking_.size());
}

void Checker::leave() {
    for (size_t i = hidden_.size(); i > scope_starts_.back(); --i)
        visible_[p_.names[hidden_[i - 1].name]] = hidden_[i - 1].before;
    hidden_.resize(scope_starts_.back());
    scope_starts_.pop_back();
    blocking_.resize(blocking_starts_.back());
    blocking_starts_.pop_back();
}

VarId Checker::visible(std::string_view name) const {
    const auto found = visible_.find(name);
    return found == visible_.end() ? VarId() : found->second;
}

void Checker::bind(NodeId at, VarId var) {
    const std::string_view name = p_.name(var);
    for (size_t i = scope_starts_.back(); i < hidden_.size(); ++i)
        if (p_.names[hidden_[i].name] == name)
            fail(at, fmt::format("'{}' is declared twice in one scope", name));
    VarId& slot = visible_[name];
    hidden_.push_back({p_[var].name, slot});
    slot = var;
}

// A jump may not enter the scope of a variable-length array, and in C++ not that of an initialised automatic
// variable.
bool Checker::blocks_jumps(const Var& var) const {
    return var.storage == Storage::Local && (cxx_ ? var.init.valid() : var.length.valid());
}

void Checker::note_jump(NodeId at, LabelId to) { jumps_.push_back({at, to, blocking_}); }

void Checker::note_label(NodeId at, LabelId label) {
    const std::string_view problem = name_problem(p_.name(label), NamePlace::Inner);
    if (!problem.empty()) fail(at, fmt::format("the name '{}' {}", p_.name(label), problem));
    if (!label_places_.try_emplace(label.index, Place{at, label, blocking_}).second)
        fail(at, "the label is there twice");
    for (const auto& [index, place] : label_places_)
        if (index != label.index && p_.name(LabelId{index}) == p_.name(label))
            fail(at, "another label has this name");
}

void Checker::check_jumps() {
    for (const Place& jump : jumps_) {
        const auto target = label_places_.find(jump.label.index);
        if (target == label_places_.end())
            fail(jump.at, fmt::format("the label '{}' is not in this function", p_.name(jump.label)));
        for (const VarId var : target->second.passed)
            if (std::ranges::find(jump.passed, var) == jump.passed.end())
                fail(jump.at, fmt::format("it jumps into the scope of '{}'", p_.name(var)));
    }
}

} // namespace assay::program
