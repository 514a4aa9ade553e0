// Fewer values are shown: observations go, globals are no longer compared at the end.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class Shown final : public ModelPass {
  public:
    std::string_view name() const override { return "shown"; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level > 0) return false;
        offer_each(view, transform::hide_global(), view.program()[view.program().entry].body, out);
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id)
            if (view[*id].kind == NodeKind::Observe) out.push_back({.steps = {deletion(view, *id)}});
        return true;
    }
};

} // namespace

const Pass& shown() {
    static const Shown pass;
    return pass;
}

} // namespace assay::reduce::model
