#include "reduce/search.h"

#include <algorithm>
#include <cmath>

namespace assay::reduce {

Search::Search(size_t count, size_t piece) {
    piece = std::max<size_t>(piece, 1);
    const size_t pieces = (count + piece - 1) / piece;
    for (size_t i = pieces; i-- > 0;)
        open_.push_back(
            {static_cast<uint32_t>(count * i / pieces), static_cast<uint32_t>(count * (i + 1) / pieces)});
}

void Search::tell(bool success) {
    const Range tried = open_.back();
    open_.pop_back();
    if (success || tried.size() < 2) return;
    const uint32_t middle = tried.from + (tried.size() + 1) / 2;
    open_.push_back({middle, tried.to});
    open_.push_back({tried.from, middle});
}

size_t piece_for(double accepted_share, size_t count) {
    if (accepted_share >= 1) return count;
    if (accepted_share <= 0) return 1;
    const double piece = std::log(0.5) / std::log(accepted_share);
    return piece >= static_cast<double>(count) ? count : std::max<size_t>(1, static_cast<size_t>(piece));
}

} // namespace assay::reduce
