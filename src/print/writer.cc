#include "print/writer.h"

#include <utility>

namespace assay::print {

// A break that leaves only a stub of a line is taken when nothing else is left.
constexpr size_t kShortestLine = 32;

size_t Writer::best_place() const {
    size_t best = places_.size();
    for (size_t i = 0; i < places_.size(); ++i) {
        const size_t column = places_[i].at - line_start_ + ahead_;
        if (column > kMaxColumns + 1) break; // the space before does not count
        if (column >= kShortestLine && (best == places_.size() || places_[i].rank <= places_[best].rank))
            best = i;
    }
    if (best < places_.size()) return best;
    // The last that fits, or the first at all.
    for (size_t i = places_.size(); i-- > 0;)
        if (places_[i].at - line_start_ + ahead_ <= kMaxColumns + 1) return i;
    return 0;
}

bool Writer::wrap() {
    if (places_.empty()) return false;
    const size_t best = best_place();
    const size_t at = places_[best].at;
    const size_t spaces =
        static_cast<size_t>(indent_ + 2) * 4;            // deeper than a body, so that the two look different
    if (at - line_start_ <= spaces + 1 && ahead_ == 0) { // would not make anything shorter
        places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        return !places_.empty();
    }
    text_.replace(at - 1, 1, spaces + 1, ' ');
    text_[at - 1] = '\n';
    line_start_ = at;
    ahead_ = 0;
    places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    for (Place& place : places_) place.at += spaces;
    return true;
}

void Writer::wrap_all() {
    while (columns() > kMaxColumns && wrap()) {
    }
}

std::string Writer::take() {
    start_line();
    std::string text = std::exchange(text_, {});
    start_line();
    return text;
}

} // namespace assay::print
