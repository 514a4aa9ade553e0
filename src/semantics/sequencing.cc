#include "semantics/sequencing.h"

#include <algorithm>
#include <tuple>

namespace assay::semantics {

namespace {

using Access = AccessLog::Access;

bool overlap(const Access& a, const Access& b) {
    return a.serial == b.serial && a.first < b.last && b.first < a.last;
}

auto key(const Access& a) { return std::tie(a.serial, a.write, a.pending, a.first, a.last); }

// The bits that a piece touches, or only those that it writes: sorted, and each at most once.
std::vector<Access> joined(const Access* begin, const Access* end, bool writes_only) {
    std::vector<Access> all;
    for (const Access* it = begin; it != end; ++it)
        if (it->write || !writes_only) all.push_back(*it);
    std::ranges::sort(all, {}, [](const Access& a) { return std::tie(a.serial, a.first); });
    std::vector<Access> out;
    for (const Access& next : all) {
        if (!out.empty() && out.back().serial == next.serial && next.first <= out.back().last)
            out.back().last = std::max(out.back().last, next.last);
        else
            out.push_back(next);
    }
    return out;
}

bool any_overlap(const std::vector<Access>& a, const std::vector<Access>& b) {
    for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
        if (overlap(a[i], b[k])) return true;
        const bool a_first = std::tie(a[i].serial, a[i].last) < std::tie(b[k].serial, b[k].last);
        ++(a_first ? i : k);
    }
    return false;
}

} // namespace

void AccessLog::add(const Access& access) {
    log_.push_back(access);
    if (log_.size() >= piece_ + size_t{shrink_at_}) shrink_piece();
}

// Loops inside a call touch the same bits again and again. The order inside the newest piece does not matter,
// so it can be sorted and neighbours joined.
void AccessLog::shrink_piece() {
    const auto begin = log_.begin() + piece_;
    std::sort(begin, log_.end(), [](const Access& a, const Access& b) { return key(a) < key(b); });
    auto kept = begin;
    for (auto next = begin + 1; next != log_.end(); ++next) {
        const bool same =
            next->serial == kept->serial && next->write == kept->write && next->pending == kept->pending;
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

// Whoever listened before does not care for objects made since then.
void AccessLog::stop_listening(uint32_t from, uint64_t outer_older_than, uint32_t outer_piece) {
    older_than_ = outer_older_than;
    piece_ = outer_piece;
    const auto is_new = [&](const Access& access) { return access.serial >= outer_older_than; };
    log_.erase(std::remove_if(log_.begin() + from, log_.end(), is_new), log_.end());
    if (log_.size() >= piece_ + size_t{shrink_at_}) shrink_piece();
}

bool AccessLog::conflict(uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end) const {
    constexpr uint64_t kFewPairs = 1000;
    if (uint64_t{a_end - a} * (b_end - b) > kFewPairs) return large_conflict(a, a_end, b, b_end);
    for (uint32_t i = a; i < a_end; ++i)
        for (uint32_t k = b; k < b_end; ++k)
            if ((log_[i].write || log_[k].write) && overlap(log_[i], log_[k])) return true;
    return false;
}

bool AccessLog::large_conflict(uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end) const {
    const Access *left = log_.data() + a, *left_end = log_.data() + a_end;
    const Access *right = log_.data() + b, *right_end = log_.data() + b_end;
    return any_overlap(joined(left, left_end, true), joined(right, right_end, false)) ||
           any_overlap(joined(left, left_end, false), joined(right, right_end, true));
}

bool AccessLog::pending_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const {
    const Access probe{serial, first, last, true, true};
    for (size_t i = from; i < log_.size(); ++i)
        if (log_[i].write && log_[i].pending && overlap(log_[i], probe)) return true;
    return false;
}

bool AccessLog::any_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const {
    const Access probe{serial, first, last, true, true};
    for (size_t i = from; i < log_.size(); ++i)
        if (log_[i].write && overlap(log_[i], probe)) return true;
    return false;
}

} // namespace assay::semantics
