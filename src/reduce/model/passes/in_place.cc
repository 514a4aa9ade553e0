// Values are shown where they are computed. This comes last: while there is more to take away, a value that
// is stored says less to a compiler than one that it sees compared.
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
        offer_each(view, transform::observe_in_place(), view.program()[view.program().entry].body, out);
        if (level == 0) return true;
        // A compiler makes a jump of a comparison; a value that is printed has to be computed.
        Form shown = candidate.form();
        shown.harness = print::Harness::Show;
        for (Edit& edit : out) edit.form = shown;
        return true;
    }
};

} // namespace

const Pass& in_place() {
    static const InPlace pass;
    return pass;
}

} // namespace assay::reduce::model
