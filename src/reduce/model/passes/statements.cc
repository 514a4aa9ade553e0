// Statements go, outer ones before those inside them. In a level the last ones come first, so that what uses
// a variable is gone before its declaration.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class Statements final : public ModelPass {
  public:
    std::string_view name() const override { return "statements"; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        const Levels levels(view);
        if (level >= levels.deepest_statement()) return false;
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id)
            if (view.holds_stmt(*id) && levels[*id] == level + 1)
                out.push_back({.steps = {deletion(view, *id)}});
        return true;
    }
};

} // namespace

const Pass& statements() {
    static const Statements pass;
    return pass;
}

} // namespace assay::reduce::model
