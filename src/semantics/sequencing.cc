#include "semantics/sequencing.h"

#include <algorithm>
#include <tuple>

namespace assay::semantics {

namespace {

bool overlap(const AccessLog::Access& a, const AccessLog::Access& b) {
    return a.serial == b.serial && a.first < b.last && b.first < a.last;
}

auto key(const AccessLog::Access& a) { return std::tie(a.serial, a.write, a.pending, a.first, a.last); }

} // namespace

void AccessLog::add(const Access& access) {
    log_.push_back(access);
    if (log_.size() >= piece_ + size_t{shrink_at_}) shrink_piece();
}

// Loops inside a call touch the same bits again and again. The order inside the newest piece does not matter, so it can be sorted
// and neighbours joined.
void AccessLog::shrink_piece() {
    const auto begin = log_.begin() + piece_;
    std::sort(begin, log_.end(), [](const Access& a, const Access& b) { return key(a) < key(b); });
    auto kept = begin;
    for (auto next = begin + 1; next != log_.end(); ++next) {
        const bool same = next->serial == kept->serial && next->write == kept->write && next->pending == kept->pending;
        if (same && next->first <= kept->last)
            kept->last = std::max(kept->last, next->last);
        else
            *++kept = *next;
    }
    log_.erase(kept + 1, log_.end());
    shrink_at_ = std::max<uint32_t>(256, 2 * static_cast<uint32_t>(log_.size() - piece_));
}

void AccessLog::settle(uint32_t from) {
    for (size_t i = from; i < log_.size(); ++i) log_[i].pending = false;
}

bool AccessLog::conflict(uint32_t a, uint32_t b, uint32_t end) const {
    for (uint32_t i = a; i < b; ++i)
        for (uint32_t k = b; k < end; ++k)
            if ((log_[i].write || log_[k].write) && overlap(log_[i], log_[k])) return true;
    return false;
}

bool AccessLog::pending_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const {
    const Access probe{serial, first, last, true, true};
    for (size_t i = from; i < log_.size(); ++i)
        if (log_[i].write && log_[i].pending && overlap(log_[i], probe)) return true;
    return false;
}

} // namespace assay::semantics
