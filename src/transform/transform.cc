#include "transform/transform.h"

#include "base/check.h"
#include "program/sexpr.h"

#include <algorithm>

namespace assay::transform {
namespace {

// The checker limits the depth of trees; a step adds a few levels.
constexpr uint32_t kDeepestSite = program::kMaxNesting - 100;

Fresh fresh_of(const Program& p) {
    return {static_cast<uint32_t>(p.nodes.size()), static_cast<uint32_t>(p.vars.size()),
            static_cast<uint32_t>(p.labels.size())};
}

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

Step step_at(NodeId site, std::initializer_list<UInt128> args) {
    Step step;
    step.site = site;
    step.args = args;
    return step;
}

void Transform::propose(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const {
    if (!view.holds(site)) return;
    std::vector<Step> steps;
    suggest(view, site, word, steps);
    for (Step& step : steps) {
        step.kind = about_.name;
        step.fresh = fresh_of(view.program());
        if (applies(view, step)) out.push_back(std::move(step));
    }
}

bool Transform::fits(const View& view, const Step& step) const {
    if (step.kind != about_.name || step.args.size() != about_.arg_count || !view.holds(step.site))
        return false;
    if (!about_.flags.shrinks && view.depth(step.site) + view.height(step.site) > kDeepestSite) return false;
    return can(view, step);
}

bool Transform::applies(const View& view, const Step& step) const {
    return fits(view, step) && is_safe(view, step);
}

void Transform::apply(Program& program, Step& step) const {
    fill_up(program, step.fresh);
    step.fresh = fresh_of(program);
    perform(program, step);
}

} // namespace assay::transform
