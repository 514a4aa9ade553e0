// A global has a value from the start that it was given while the program ran.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

struct SettleArgs {
    VarId var;
    UInt128 value = 0;
};

class SettleGlobal final : public Trial<SettleArgs> {
  public:
    SettleGlobal()
        : Trial({.name = "settle-global",
                 .precondition = "a global integer that is written by statements of their own, and a value "
                                 "that it was read with",
                 .effect = "it is initialised with the value, and the statements that write it are emptied",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        std::vector<VarId> offered;
        for (const NodeId id : view.nodes()) {
            const NodeProfile* seen = view.profile(id);
            if (p[id].kind != NodeKind::VarRef || seen == nullptr || seen->smallest > seen->largest) continue;
            const VarId var = p[id].var();
            if (!p[var].is_global() || std::ranges::find(offered, var) != offered.end()) continue;
            offered.push_back(var);
            offer({var, static_cast<UInt128>(Int128{seen->smallest})});
        }
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (std::ranges::find(p.globals, var) == p.globals.end()) return false;
        const TypeKind kind = p.types.kind(p[var].type);
        return program::is_integer(kind) && is_value_of(p, kind, step.value);
    }

    static bool writes(const Program& p, const Node& stmt, VarId var) {
        if (stmt.kind != NodeKind::ExprStmt) return false;
        const Node& expr = p[stmt.child(at::ExprStmt::expr)];
        if (expr.kind != NodeKind::Assign && expr.kind != NodeKind::CompoundAssign &&
            expr.kind != NodeKind::IncDec)
            return false;
        const Node& target = p[expr.child(0)];
        return target.kind == NodeKind::VarRef && target.var() == var;
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
        std::vector<NodeId> found;
        program::walk(p, [&](NodeId id) {
            if (writes(p, p[id], var)) found.push_back(id);
        });
        if (found.empty()) return false;
        for (const NodeId id : found) p[id] = Node{};
        const TypeId type = p.types.unqualified(p[var].type);
        p[var].init = program::Build(p).integer(type, static_cast<Int128>(step.value));
        return true;
    }
};

} // namespace

const Transform& settle_global() {
    static const SettleGlobal transform;
    return transform;
}

} // namespace assay::transform
