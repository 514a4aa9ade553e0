// Variables go, with all that is done to them: reads give way to the value they had, writes to what was
// written.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

#include <algorithm>

namespace assay::reduce::model {
namespace {

namespace at = program::at;

class Variables final : public ModelPass {
  public:
    std::string_view name() const override { return "variables"; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level > 0) return false;
        const Program& p = view.program();
        std::vector<Edit> edits(p.vars.size());
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id)
            if (p[*id].kind == NodeKind::VarRef) remove_use(view, *id, edits[p[*id].var().index].steps);
        for (uint32_t i = 0; i < p.vars.size(); ++i)
            if (view.use(VarId{i}).declare || is_part(p, {i})) remove(view, {i}, edits[i], out);
        return true;
    }

    static bool is_part(const Program& p, VarId var) {
        const auto& globals = p.globals;
        if (p[var].is_global()) return std::find(globals.begin(), globals.end(), var) != globals.end();
        if (p[var].storage != program::Storage::Param) return false;
        const auto params = p.params(p[var].owner);
        return std::find(params.begin(), params.end(), var) != params.end();
    }

    static void remove(const View& view, VarId var, Edit& edit, std::vector<Edit>& out) {
        const Program& p = view.program();
        if (p[var].is_global()) {
            edit.steps.push_back(
                unchecked(view, transform::delete_global(), p[p.entry].body, transform::VariableArgs{var}));
        } else if (p[var].storage == program::Storage::Param) {
            edit.steps.push_back(unchecked(view, transform::delete_parameter(), p[p[var].owner].body,
                                           transform::VariableArgs{var}));
        } else {
            const NodeId declare = view.use(var).declare;
            edit.steps.push_back(deletion(view, declare));
        }
        out.push_back(std::move(edit));
    }

    static void remove_use(const View& view, NodeId ref, std::vector<Step>& steps) {
        NodeId whole = ref; // with members and elements
        NodeId user = view.parent(whole);
        while (user &&
               (view[user].kind == NodeKind::Member || view[user].kind == NodeKind::AddrOf ||
                (view[user].kind == NodeKind::Index && view[user].child(at::Index::array) == whole))) {
            whole = user;
            user = view.parent(whole);
        }
        if (!user) return;
        const NodeKind kind = view[user].kind;
        const bool writes =
            kind == NodeKind::Assign || kind == NodeKind::CompoundAssign || kind == NodeKind::IncDec;
        if (!writes || view[user].child(0) != whole) return replace_value(view, whole, steps);
        remove_expr(view, user, steps);
    }
};

} // namespace

const Pass& variables() {
    static const Variables pass;
    return pass;
}

} // namespace assay::reduce::model
