// Program: a typed tree of nodes with the variables, functions and types they name, all in contiguous tables
// of plain values. Copying a program copies a few arrays; ids stay valid in the copy. Nodes that are no
// longer reachable do no harm; compact() drops them.
#pragma once

#include "program/builtins.h"
#include "program/nodes.h"
#include "program/types.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::program {

enum class Storage : uint8_t { Extern, Static, Local, LocalStatic, Param }; // Extern: a global with linkage

struct Var {
    NameId name;
    TypeId type;
    NodeId init;   // expression or InitList; invalid: none (a global is then zero)
    NodeId length; // of a variable-length array
    Storage storage = Storage::Local;
    bool observed = true; // a global whose final value is part of what the program shows
    FuncId owner;         // of locals and parameters
    bool is_global() const { return storage == Storage::Extern || storage == Storage::Static; }
    bool is_static_storage() const { return storage <= Storage::Static || storage == Storage::LocalStatic; }
};

enum FuncFlag : uint8_t {
    kFuncStatic = 1,
    kFuncInline = 2,
    kFuncNoinline = 4,
    kFuncPure = 8,
    kFuncConst = 16
};

struct Func {
    NameId name;
    TypeId type;              // a Function type
    NodeId body;              // a Block
    uint32_t first_param = 0; // in Program::param_vars
    uint32_t param_count = 0;
    uint8_t flags = 0;
};

// Strings in one piece, so that a copy is one copy.
class NamePool {
  public:
    NameId add(std::string_view text);
    bool has(std::string_view text) const;
    std::string_view operator[](NameId id) const;
    uint32_t size() const { return static_cast<uint32_t>(ends_.size()); }

  private:
    std::string text_;
    std::vector<uint32_t> ends_;
};

struct Program {
    Platform platform;
    TypeTable types;
    NamePool names;
    std::vector<Node> nodes;
    std::vector<NodeId> lists;
    std::vector<Var> vars;
    std::vector<VarId> globals; // in order of definition
    std::vector<Func> funcs;    // in order of definition
    std::vector<VarId> param_vars;
    std::vector<NameId> labels;
    FuncId entry; // void (void): what main calls

    Node& operator[](NodeId id) { return nodes[id.index]; }
    const Node& operator[](NodeId id) const { return nodes[id.index]; }
    Var& operator[](VarId id) { return vars[id.index]; }
    const Var& operator[](VarId id) const { return vars[id.index]; }
    Func& operator[](FuncId id) { return funcs[id.index]; }
    const Func& operator[](FuncId id) const { return funcs[id.index]; }
    std::string_view name(VarId id) const { return names[vars[id.index].name]; }
    std::string_view name(FuncId id) const { return names[funcs[id.index].name]; }
    std::string_view name(LabelId id) const { return names[labels[id.index]]; }

    NodeId add(const Node& node) {
        nodes.push_back(node);
        return {static_cast<uint32_t>(nodes.size() - 1)};
    }
    VarId add(const Var& var);
    LabelId add_label(std::string_view name);
    FuncId add(const Func& func, std::span<const VarId> params);

    std::span<const NodeId> list(const Node& node, uint8_t slot) const {
        return {lists.data() + node.slot[slot], node.slot[slot + 1]};
    }
    void set_list(Node& node, uint8_t slot,
                  std::span<const NodeId> children); // always a new piece of `lists`
    std::span<const VarId> params(FuncId func) const {
        return {param_vars.data() + funcs[func.index].first_param, funcs[func.index].param_count};
    }
    TypeId result_type(FuncId func) const { return types[funcs[func.index].type].base; }
};

} // namespace assay::program
