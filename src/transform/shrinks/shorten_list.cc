// An initialiser names fewer elements: the others are zero.
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ShortenList final : public Transform {
  public:
    ShortenList()
        : Transform({.name = "shorten-list",
                     .precondition = "an initialiser with more than one element",
                     .effect = "its last elements go: {1, 2, 0, 0} becomes {1, 2}",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // how many stay

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        const size_t count = elements(view, site);
        if (count < 2) return;
        out.push_back(step_at(site, {1}));
        if (count > 3) out.push_back(step_at(site, {count / 2}));
        if (count > 2) out.push_back(step_at(site, {count - 1}));
    }

    bool can(const View& view, const Step& step) const override {
        return step.args[0] > 0 && step.args[0] < elements(view, step.site);
    }

    void perform(Program& p, const Step& step) const override {
        p[step.site].slot[at::InitList::elements + 1] = static_cast<uint32_t>(step.args[0]);
    }

    static size_t elements(const View& view, NodeId site) {
        if (view[site].kind != NodeKind::InitList) return 0;
        return view.program().list(view[site], at::InitList::elements).size();
    }
};

} // namespace

const Transform& shorten_list() {
    static const ShortenList transform;
    return transform;
}

} // namespace assay::transform
