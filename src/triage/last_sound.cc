#include "triage/last_sound.h"

namespace assay::triage {

size_t last_sound(size_t count, const std::function<reduce::Answer(size_t place)>& stands) {
    size_t sound = 0, unsound = count - 1;
    if (stands(unsound) != reduce::Answer::No) return unsound;
    while (unsound - sound > 1) {
        const size_t middle = (sound + unsound) / 2;
        (stands(middle) == reduce::Answer::Yes ? sound : unsound) = middle;
    }
    return sound;
}

} // namespace assay::triage
