#include "choice/choices.h"

#include "base/hash.h"

#include <bit>
#include <string>

#include <fmt/format.h>

namespace assay::choice {

Choices::Choices(Session& session, std::uint64_t seed)
    : Choices(session, Key{base::combine(base::hash_text("assay.choices"), seed)}) {}

Choices::Choices(Session& session, Key key)
    : generator_(key.value), key_(key.value), session_(&session), taped_(session.tape().running()) {}

Choices Choices::fork(std::string_view label) const {
    return Choices(*session_, Key{base::combine(key_, base::hash_text(label))});
}

Choices Choices::fork(std::string_view label, std::uint64_t number) const {
    return Choices(*session_, Key{base::combine(base::combine(key_, base::hash_text(label)), number)});
}

base::UInt128 Choices::bits128() {
    base::UInt128 high = bits64();
    return high << 64 | bits64();
}

base::UInt128 Choices::below128(base::UInt128 bound) {
    if (bound <= std::numeric_limits<std::uint64_t>::max()) return below(static_cast<std::uint64_t>(bound));
    // As many bits as the largest result has, again until they lie below the bound: less than two rounds on
    // average.
    auto high_max = static_cast<std::uint64_t>((bound - 1) >> 64);
    std::uint64_t high_mask = ~std::uint64_t{0} >> std::countl_zero(high_max);
    for (;;) {
        base::UInt128 high = bits64() & high_mask;
        base::UInt128 drawn = high << 64 | bits64();
        if (drawn < bound) return drawn;
    }
}

std::uint64_t Choices::bits64_on_tape() {
    Tape& tape = session_->tape();
    Place place{"", 0};
    if (std::optional<std::uint64_t> value = tape.next(place)) return *value;
    std::uint64_t drawn = generator_.next();
    tape.took(place, drawn);
    return drawn;
}

std::uint64_t Choices::below_on_tape(std::uint64_t bound) {
    Tape& tape = session_->tape();
    Place place{"", bound};
    if (std::optional<std::uint64_t> value = tape.next(place)) return *value;
    std::uint64_t drawn = generator_.below(bound);
    tape.took(place, drawn);
    return drawn;
}

std::optional<std::size_t> Choices::pick_on_tape(const Site& site, const WeightedSite& weighted,
                                                 Mask allowed) {
    if (!weighted.possible(allowed)) return std::nullopt; // no decision, so nothing on the tape
    Tape& tape = session_->tape();
    Place place{std::string(site.name()), site.size()};
    if (std::optional<std::uint64_t> value = tape.next(place, allowed)) return counted(weighted, *value);
    std::size_t drawn =
        weighted.pick(allowed, [this](std::uint64_t bound) { return generator_.below(bound); });
    tape.took(place, drawn);
    return counted(weighted, drawn);
}

void Choices::fail_to_pick(const Site& site, Mask allowed) {
    std::string names;
    for (std::size_t i = 0; i < site.size(); ++i) {
        if (!allowed.has(i)) continue;
        if (!names.empty()) names += ", ";
        names += site.alternatives()[i].name;
    }
    base::fail(
        fmt::format("site '{}': every alternative allowed here has weight 0 (allowed: {}); give one of them "
                    "a weight above 0 in the policy",
                    site.name(), names.empty() ? "none" : names));
}

} // namespace assay::choice
