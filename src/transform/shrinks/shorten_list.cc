// An initialiser names fewer elements: the others are zero.
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

struct ShortenListArgs {
    uint32_t count = 0; // how many stay
};

class ShortenList final : public TransformOf<ShortenListArgs> {
  public:
    ShortenList()
        : TransformOf({.name = "shorten-list",
                       .precondition = "an initialiser with more than one element",
                       .effect = "its last elements go: {1, 2, 0, 0} becomes {1, 2}",
                       .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const auto count = elements(view, site);
        if (count < 2) return;
        offer({1});
        if (count > 3) offer({count / 2});
        if (count > 2) offer({count - 1});
    }

    bool can(const View& view, const Named& step) const override {
        return step.count > 0 && step.count < elements(view, step.site);
    }

    void perform(Program& p, const Named& step) const override {
        p[step.site].slot[at::InitList::elements + 1] = step.count;
    }

    static uint32_t elements(const View& view, NodeId site) {
        if (view[site].kind != NodeKind::InitList) return 0;
        return static_cast<uint32_t>(view.program().list(view[site], at::InitList::elements).size());
    }
};

} // namespace

const Transform& shorten_list() {
    static const ShortenList transform;
    return transform;
}

} // namespace assay::transform
