// The types of a whole program, derived anew for another platform.
#include "program/typing.h"
#include "program/walk.h"

#include <fmt/format.h>

namespace assay::program {
namespace {

using base::Error;
using base::Result;

Result<void> retype_tree(Program& p, NodeId id) {
    const Node node = p[id];
    std::optional<Error> failed;
    if (node.kind == NodeKind::Declare) {
        const Var var = p[node.var()];
        for (const NodeId child : {var.length, var.init})
            if (child && !failed)
                if (auto result = retype_tree(p, child); !result) failed = result.error();
    }
    for_each_child(p, node, [&](NodeId child) {
        if (failed) return;
        if (auto result = retype_tree(p, child); !result) failed = result.error();
    });
    if (failed) return *failed;
    if (is_statement(node.kind)) return {};
    Result<TypeId> type = derive_type(p, p[id]);
    if (!type) return Error{fmt::format("node {}: {}", id.index, type.error().message)};
    p[id].type = *type;
    return {};
}

} // namespace

base::Result<void> retype(Program& program, const Platform& platform) {
    program.platform = platform;
    for (size_t i = 0; i < program.globals.size(); ++i) {
        const NodeId init = program[program.globals[i]].init;
        if (!init) continue;
        if (auto result = retype_tree(program, init); !result) return result;
    }
    for (size_t i = 0; i < program.funcs.size(); ++i) {
        if (!program.funcs[i].body) continue;
        if (auto result = retype_tree(program, program.funcs[i].body); !result) return result;
    }
    return {};
}

} // namespace assay::program
