// Functions go, with all calls: a call gives way to its result.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

#include <algorithm>

namespace assay::reduce::model {
namespace {

class Functions final : public ModelPass {
  public:
    std::string_view name() const override { return "functions"; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level > 0) return false;
        const Program& p = view.program();
        std::vector<Edit> edits(p.funcs.size());
        for (const NodeId id : view.nodes())
            if (p[id].kind == NodeKind::Call) remove_expr(view, id, edits[p[id].func().index].steps);
        std::vector<uint32_t> order;
        for (uint32_t i = 0; i < p.funcs.size(); ++i)
            if (FuncId{i} != p.entry) order.push_back(i);
        std::ranges::stable_sort(order, std::greater(),
                                 [&](uint32_t i) { return view.size(p.funcs[i].body); });
        for (const uint32_t i : order) {
            edits[i].steps.push_back(unchecked(view, transform::delete_function(), p.funcs[i].body));
            out.push_back(std::move(edits[i]));
        }
        return true;
    }
};

} // namespace

const Pass& functions() {
    static const Functions pass;
    return pass;
}

} // namespace assay::reduce::model
