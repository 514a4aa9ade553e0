// Values are shown where they are computed. This comes last: while there is more to take away, a value that
// is stored says less to a compiler than one that it sees compared.
#include "program/walk.h"
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class InPlace final : public ModelPass {
  public:
    std::string_view name() const override { return "in-place"; }

  private:
    bool offer(const Candidate& candidate, const View& view, uint32_t level,
               std::vector<Edit>& out) const override {
        if (level > 1 || !print::is_short(candidate.form().harness)) return false;
        const NodeId whole = view.program()[view.program().entry].body;
        offer_each(view, transform::observe_in_place(), whole, out);
        if (level == 0 || candidate.form().harness == print::Harness::Show) return true;
        // A compiler makes a jump of a comparison; a value that is printed has to be computed. So what else
        // makes it smaller is tried once more.
        offer_each(view, transform::observe_subscript(), whole, out);
        for (const NodeId id : view.nodes())
            if (view[id].kind == NodeKind::Observe) offer_parts(view, id, out);
        Form shown = candidate.form();
        shown.harness = print::Harness::Show;
        for (Edit& edit : out) edit.form = shown;
        return true;
    }

    static void offer_parts(const View& view, NodeId observe, std::vector<Edit>& out) {
        program::walk(view.program(), view[observe].child(program::at::Observe::value), [&](NodeId id) {
            offer_each(view, transform::replace_by_child(), id, out);
            offer_each(view, transform::replace_by_value(), id, out);
        });
    }
};

} // namespace

const Pass& in_place() {
    static const InPlace pass;
    return pass;
}

} // namespace assay::reduce::model
