#include "program/program.h"

#include "base/check.h"

#include <cstring>

namespace assay::program {

NameId NamePool::add(std::string_view text) {
    text_ += text;
    ends_.push_back(static_cast<uint32_t>(text_.size()));
    return {size() - 1};
}

bool NamePool::has(std::string_view text) const {
    // They stand one behind another, and what is not there is rarely a part of that.
    if (::memmem(text_.data(), text_.size(), text.data(), text.size()) == nullptr) return false;
    for (uint32_t i = 0; i < size(); ++i)
        if ((*this)[NameId{i}] == text) return true;
    return false;
}

std::string_view NamePool::operator[](NameId id) const {
    const uint32_t begin = id.index == 0 ? 0 : ends_[id.index - 1];
    return std::string_view(text_).substr(begin, ends_[id.index] - begin);
}

VarId Program::add(const Var& var) {
    vars.push_back(var);
    const VarId id{static_cast<uint32_t>(vars.size() - 1)};
    if (var.is_global()) globals.push_back(id);
    return id;
}

LabelId Program::add_label(std::string_view name) {
    labels.push_back(names.add(name));
    return {static_cast<uint32_t>(labels.size() - 1)};
}

FuncId Program::add(const Func& func, std::span<const VarId> params) {
    funcs.push_back(func);
    funcs.back().first_param = static_cast<uint32_t>(param_vars.size());
    funcs.back().param_count = static_cast<uint32_t>(params.size());
    param_vars.insert(param_vars.end(), params.begin(), params.end());
    return {static_cast<uint32_t>(funcs.size() - 1)};
}

void Program::set_list(Node& node, uint8_t slot, std::span<const NodeId> children) {
    // `children` may point into `lists` itself, which insert may move.
    const std::vector<NodeId> copy(children.begin(), children.end());
    node.slot[slot] = static_cast<uint32_t>(lists.size());
    node.slot[slot + 1] = static_cast<uint32_t>(copy.size());
    lists.insert(lists.end(), copy.begin(), copy.end());
}

} // namespace assay::program
