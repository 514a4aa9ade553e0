#include "sandbox/on_demand.h"

namespace assay::sandbox {

base::Result<Sandbox*> OnDemand::get() {
    const std::lock_guard lock(mutex_);
    if (stopped_) return base::Error{"the sandbox was stopped"};
    if (!sandbox_) {
        auto opened = Sandbox::open(means_);
        if (!opened) return opened.error();
        sandbox_ = std::move(*opened);
    } else if (sandbox_->broken()) {
        if (auto opened = sandbox_->reopen(); !opened) return opened.error();
    }
    return &*sandbox_;
}

void OnDemand::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (sandbox_) sandbox_->stop();
}

} // namespace assay::sandbox
