#include "generate/expand/maker.h"

#include "transform/kit/inverse.h"

namespace assay::generate::expand {

void Maker::run(const Transform& transform, NodeId site) {
    step_.kind = transform.about().name;
    step_.site = site;
    step_.fresh = {};
    made = static_cast<uint32_t>(p.nodes.size());
    transform.apply(p, step_);
    ++steps;
    if (record_) record_->push_back(step_);
}

IntShape Maker::shape(TypeId type) const {
    return transform::shape_of(p.types.kind(type), p.platform.target);
}

semantics::ShiftRule Maker::rule() const { return transform::shift_rule(p.platform.standard); }

TypeKind Maker::kind() { return p.types.kind(c.element(kinds)); }

bool Maker::is_volatile() {
    switch (volatility) {
    case Volatility::None: return false;
    case Volatility::Some: return c.percent(15);
    case Volatility::Many: return c.percent(50);
    }
    return false;
}

} // namespace assay::generate::expand
