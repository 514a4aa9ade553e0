// A for loop is spelled out as a while loop.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ForToWhile final : public TransformOf<> {
  public:
    ForToWhile()
        : TransformOf(
              {.name = "for-to-while",
               .precondition = "a for loop without continue of its own or compound literals in its head",
               .effect = "for (a; b; c) s becomes { a; while (b) { s c; } }",
               .flags = {.preserves = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::For || jumps_out(view, n.child(at::For::body)).continues) return false;
        // As the body of another for it would share that one's scope in C++.
        const NodeId init = n.child(at::For::init), parent = view.parent(step.site);
        const bool declares = init && p[init].kind == NodeKind::Declare;
        return !declares || p[parent].kind != NodeKind::For || !program::is_cxx(p.platform.standard);
    }

    // A compound literal lives as long as the loop does; in the body of the while it would not.
    bool is_safe(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        const NodeId condition = n.child(at::For::condition), advance = n.child(at::For::step);
        return (!condition || !has_compound_literal(view.program(), condition)) &&
               (!advance || !has_compound_literal(view.program(), advance));
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const Node old = p[step.site];
        std::vector<NodeId> inner{old.child(at::For::body)}, outer;
        if (const NodeId advance = old.child(at::For::step)) inner.push_back(build.expr(advance));
        if (const NodeId init = old.child(at::For::init)) outer.push_back(init);
        const NodeId condition =
            old.child(at::For::condition) ? old.child(at::For::condition) : build.integer(1);
        outer.push_back(build.while_(condition, build.block(inner)));
        become(p, step.site, build.block(outer));
    }
};

} // namespace

const Transform& for_to_while() {
    static const ForToWhile transform;
    return transform;
}

} // namespace assay::transform
