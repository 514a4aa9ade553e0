// An if, loop, switch or block gives way to what is in it.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

NodeId body_of(const Node& n) {
    return n.child(is_loop(n.kind) ? program::body_slot(n.kind) : uint8_t{at::Switch::body});
}

struct UnwrapArgs {
    bool to_else = false;
};

class UnwrapStatement final : public TransformOf<UnwrapArgs> {
  public:
    UnwrapStatement()
        : TransformOf(
              {.name = "unwrap-statement",
               .precondition =
                   "an if, a loop, a switch, or a block of one statement that needs no block; breaks and "
                   "continues "
                   "inside must still find a loop or switch; what goes has nothing that is used elsewhere",
               .effect = "the statement becomes one of its branches, its body (behind the declaration of a "
                         "for), the content "
                         "of the switch without labels and breaks, or the one statement",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        if (!view.holds_stmt(site)) return;
        offer({false});
        if (view[site].kind == NodeKind::If) offer({true});
    }

    bool can(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        if (step.to_else && n.kind != NodeKind::If) return false;
        if (n.kind == NodeKind::If) return can_branch(view, step);
        if (is_loop(n.kind)) return can_loop(view, step.site);
        if (n.kind == NodeKind::Switch) return can_switch(view, step.site);
        return n.kind == NodeKind::Block && can_block(view, step.site);
    }

    static bool can_branch(const View& view, const Named& step) {
        const Node& n = view[step.site];
        const NodeId kept = n.child(step.to_else ? at::If::no : at::If::yes);
        const NodeId lost = n.child(step.to_else ? at::If::yes : at::If::no);
        return kept && (!lost || can_discard(view, lost)) && can_replace(view, step.site, kept);
    }

    static bool can_loop(const View& view, NodeId site) {
        const Node& n = view[site];
        const NodeId body = body_of(n);
        if (!jumps_land(view, site, jumps_out(view, body))) return false;
        const NodeId init = n.kind == NodeKind::For ? n.child(at::For::init) : NodeId{};
        if (!init) return can_replace(view, site, body);
        // A block with the first part of the for in it; nothing else of the loop may stay as large as it was.
        const bool loses = n.child(at::For::condition) || n.child(at::For::step);
        const NodeId parent = view.parent(site);
        return loses && (view[init].kind != NodeKind::Declare || view[parent].kind != NodeKind::For);
    }

    static bool can_switch(const View& view, NodeId site) {
        Jumps jumps;
        const Program& p = view.program();
        const NodeId body = view[site].child(at::Switch::body);
        for (const NodeId stmt : p.list(p[body], at::Block::stmts)) {
            if (p[stmt].kind == NodeKind::Break) continue;
            const Jumps more = jumps_out(view, stmt);
            jumps.breaks |= more.breaks;
            jumps.continues |= more.continues;
        }
        return jumps_land(view, site, jumps) && can_replace(view, site, body);
    }

    static bool can_block(const View& view, NodeId site) {
        const auto stmts = view.program().list(view[site], at::Block::stmts);
        const NodeId parent = view.parent(site);
        return parent && view[parent].kind != NodeKind::Switch && stmts.size() == 1 &&
               is_movable(view, stmts[0]) && can_replace(view, site, stmts[0]);
    }

    void perform(Program& p, const Named& step) const override {
        const Node old = p[step.site];
        if (old.kind == NodeKind::If) {
            const NodeId lost = old.child(step.to_else ? at::If::yes : at::If::no);
            if (lost) discard(p, lost);
            become(p, step.site, old.child(step.to_else ? at::If::no : at::If::yes));
        } else if (old.kind == NodeKind::Block) {
            become(p, step.site, p.list(old, at::Block::stmts)[0]);
        } else if (old.kind == NodeKind::Switch) {
            unwrap_switch(p, step.site);
        } else if (old.kind == NodeKind::For && old.child(at::For::init)) {
            const NodeId stmts[] = {old.child(at::For::init), old.child(at::For::body)};
            become(p, step.site, program::Build(p).block(stmts));
        } else {
            become(p, step.site, body_of(old));
        }
    }

    static void unwrap_switch(Program& p, NodeId site) {
        const auto stmts = p.list(p[p[site].child(at::Switch::body)], at::Block::stmts);
        std::vector<NodeId> kept;
        std::ranges::copy_if(stmts, std::back_inserter(kept), [&](NodeId stmt) {
            const NodeKind kind = p[stmt].kind;
            return kind != NodeKind::Case && kind != NodeKind::Default && kind != NodeKind::Break;
        });
        become(p, site, program::Build(p).block(kept));
    }
};

} // namespace

const Transform& unwrap_statement() {
    static const UnwrapStatement transform;
    return transform;
}

} // namespace assay::transform
