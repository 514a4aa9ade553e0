#include "transform/transform.h"

#include "program/sexpr.h"

#include <algorithm>

namespace assay::transform {
namespace {

// The checker limits the depth of trees; a step adds a few levels.
constexpr uint32_t kDeepestSite = program::kMaxNesting - 100;

// Rows that nothing refers to, up to those that the step may fill.
void fill_up(Program& p, const Fresh& fresh) {
    if (p.nodes.size() < fresh.nodes) p.nodes.resize(fresh.nodes);
    if (p.labels.size() < fresh.labels) p.labels.resize(fresh.labels, p.names.add("unused"));
    if (p.vars.size() >= fresh.vars) return;
    program::Var unused;
    unused.name = p.names.add("unused");
    unused.type = program::type::Int;
    unused.owner = p.entry;
    p.vars.resize(fresh.vars, unused);
}

} // namespace

Fresh Transform::fresh_of(const Program& p) {
    return {static_cast<uint32_t>(p.nodes.size()), static_cast<uint32_t>(p.vars.size()),
            static_cast<uint32_t>(p.labels.size())};
}

Step Transform::step_at(const View& view, NodeId site) const {
    Step step;
    step.kind = about_.name;
    step.site = site;
    step.fresh = fresh_of(view.program());
    return step;
}

bool Transform::takes(const View& view, NodeId site) const {
    if (!view.holds(site)) return false;
    if (!about_.flags.shrinks && view.depth(site) + view.height(site) > kDeepestSite) return false;
    switch (about_.sites) {
    case Sites::All: return true;
    case Sites::Program: return view.is_whole_program(site);
    case Sites::Bodies: return !view.parent(site) && view.holds_stmt(site);
    case Sites::Blocks: return view[site].kind == NodeKind::Block;
    case Sites::Integers: return view[site].kind == NodeKind::IntConst;
    }
    return false;
}

bool Transform::fits(const View& view, const Step& step) const {
    return step.kind == about_.name && step.args.size() == arg_count_ && takes(view, step.site) &&
           can_take(view, step);
}

bool Transform::applies(const View& view, const Step& step) const {
    return fits(view, step) && is_step_safe(view, step);
}

void Transform::apply(Program& program, Step& step) const {
    fill_up(program, step.fresh);
    step.fresh = fresh_of(program);
    perform_step(program, step);
}

} // namespace assay::transform
