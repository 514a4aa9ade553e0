#include "print/sugar_table.h"

#include "print/types.h"
#include "program/typing.h"

namespace assay::print {

namespace at = program::at;
using program::FuncId;
using program::Node;
using program::VarId;

SugarTable::SugarTable(const program::Program& p, const Sugar& sugar) : empty_(sugar.empty()) {
    if (empty_) return;
    holder_ = unused_name(p, "Shared");
    parameter_name_ = unused_name(p, "N");
    for (const Sugar::LibraryArray& array : sugar.arrays) {
        Sugar::LibraryArray form = array;
        // A jump may pass by the declaration of a local, but not by a constructor.
        if (!p[array.var].is_global() && !p[array.var].init) form.form = ArrayForm::Array;
        form.checked &= form.form != ArrayForm::Valarray;
        arrays_[array.var.index] = form;
    }
    for (const VarId var : sugar.constants)
        if (!arrays_.contains(var.index)) constants_.insert(var.index);
    for (const VarId var : sugar.members)
        if (!arrays_.contains(var.index) && !is_constant(var))
            members_[var.index] = holder_ + "::" + std::string(p.name(var));
    for (const Sugar::Reference& reference : sugar.references)
        references_[{reference.func.index, reference.var.index}] =
            unused_name(p, "r_" + std::string(p.name(reference.var)));
    for (const FuncId func : sugar.lambdas) lambdas_.insert(func.index);
    for (const Sugar::Parameter& parameter : sugar.templates)
        if (!is_lambda(parameter.func)) parameters_.emplace(parameter.func.index, &p[parameter.constant]);
    for (const program::NodeId id : sugar.getters) {
        const Node& member = p[id];
        getters_.insert(&member);
        const program::TypeId record = p[member.child(at::Member::object)].type;
        read_by_.insert({p.types[record].count, member.slot[at::Member::field]});
    }
    for (const program::NodeId id : sugar.ranges) ranges_.insert(&p[id]);
}

const Sugar::LibraryArray* SugarTable::array(VarId var) const {
    const auto found = arrays_.find(var.index);
    return found == arrays_.end() ? nullptr : &found->second;
}

std::string_view SugarTable::member_name(VarId var) const {
    const auto found = members_.find(var.index);
    return found == members_.end() ? std::string_view() : found->second;
}

std::string_view SugarTable::reference(FuncId func, VarId var) const {
    const auto found = references_.find({func.index, var.index});
    return found == references_.end() ? std::string_view() : found->second;
}

std::vector<VarId> SugarTable::references(FuncId func) const {
    std::vector<VarId> all;
    for (auto at = references_.lower_bound({func.index, 0});
         at != references_.end() && at->first.first == func.index; ++at)
        all.push_back({at->first.second});
    return all;
}

const Node* SugarTable::parameter(FuncId func) const {
    const auto found = parameters_.find(func.index);
    return found == parameters_.end() ? nullptr : found->second;
}

std::vector<std::string_view> SugarTable::headers() const {
    std::set<std::string_view> found;
    for (const auto& [var, array] : arrays_)
        found.insert(array.form == ArrayForm::Array    ? "array"
                     : array.form == ArrayForm::Vector ? "vector"
                                                       : "valarray");
    return {found.begin(), found.end()};
}

} // namespace assay::print
