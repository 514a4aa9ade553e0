// All in one file, and checked by the program itself.
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class OneFile final : public ModelPass {
  public:
    std::string_view name() const override { return "one-file"; }

  private:
    bool offer(const Candidate& candidate, const transform::View&, uint32_t level,
               std::vector<Edit>& out) const override {
        if (level > 2) return false;
        const Form now = candidate.form(), plain;
        const Form offered = level == 0   ? plain
                             : level == 1 ? Form{plain.layout, now.harness}
                                          : Form{now.layout, plain.harness};
        if (offered != now) out.push_back({.steps = {}, .form = offered});
        return true;
    }
};

} // namespace

const Pass& one_file() {
    static const OneFile pass;
    return pass;
}

} // namespace assay::reduce::model
