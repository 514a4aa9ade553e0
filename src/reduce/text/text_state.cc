#include "reduce/text/text_state.h"

#include "base/hash.h"

#include <algorithm>

namespace assay::reduce::text {

TextState::TextState(std::string text)
    : text_(std::make_shared<const std::string>(std::move(text))), hash_(base::hash_text(*text_)) {}

StatePtr TextEdits::apply(const State& base, std::span<const uint32_t> chosen) const {
    const auto& state = static_cast<const TextState&>(base);
    std::vector<uint32_t> applied(chosen.begin(), chosen.end());
    if (state.root_ == root_) applied.insert(applied.end(), state.applied_.begin(), state.applied_.end());
    std::ranges::sort(applied);

    std::vector<const Change*> changes;
    for (const uint32_t number : applied)
        for (const Change& change : edits_[number]) changes.push_back(&change);
    // Of two that overlap, the one that begins first and takes more is made.
    std::ranges::stable_sort(changes, [](const Change* a, const Change* b) {
        return a->from != b->from ? a->from < b->from : a->to > b->to;
    });
    std::string text;
    uint32_t at = 0;
    for (const Change* change : changes) {
        if (change->from < at) continue;
        text.append(*root_, at, change->from - at);
        text += change->with;
        at = change->to;
    }
    text.append(*root_, at);
    auto made = std::make_shared<TextState>(std::move(text));
    made->root_ = root_;
    made->applied_ = std::move(applied);
    return made;
}

} // namespace assay::reduce::text
