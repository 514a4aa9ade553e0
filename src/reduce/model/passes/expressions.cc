// Expressions give way to what they yielded, to constants, to operands; outer ones before those inside them.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class Expressions final : public ModelPass {
  public:
    Expressions(std::string_view name, std::initializer_list<const Transform*> transforms)
        : name_(name), transforms_(transforms) {}
    std::string_view name() const override { return name_; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        const Levels levels(view);
        if (level > levels.deepest_expression()) return false;
        for (const NodeId id : view.nodes()) {
            if (!view.holds_expr(id) || levels[id] != level) continue;
            for (const Transform* transform : transforms_)
                if (transform != &transform::replace_by_constant() || is_varied(view, id))
                    offer_each(view, *transform, id, out);
        }
        return true;
    }

    // Where an expression always has one value, that value was offered already.
    static bool is_varied(const View& view, NodeId id) {
        const semantics::NodeProfile* seen = view.profile(id);
        return seen == nullptr || seen->smallest != seen->largest;
    }

    const std::string_view name_;
    const std::vector<const Transform*> transforms_;
};

} // namespace

const Pass& values() {
    static const Expressions pass("values", {&transform::replace_by_value()});
    return pass;
}

const Pass& opaque_values() {
    static const Expressions pass("opaque-values", {&transform::replace_by_global()});
    return pass;
}

const Pass& places() {
    static const Expressions pass("places", {&transform::replace_by_variable()});
    return pass;
}

const Pass& operands() {
    static const Expressions pass("operands",
                                  {&transform::replace_by_child(), &transform::replace_by_constant()});
    return pass;
}

} // namespace assay::reduce::model
