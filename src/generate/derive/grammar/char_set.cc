#include "generate/derive/grammar/char_set.h"

#include "base/check.h"

#include <algorithm>
#include <map>

namespace assay::generate::derive {

namespace {

constexpr char32_t kLast = 0x10FFFF;

struct Property {
    std::string_view name;
    std::vector<CharSet::Range> ranges;
};

const std::vector<Property>& properties() {
    static const std::vector<Property> all{
        {"Lu", {{'A', 'Z'}, {0xC0, 0xD6}, {0xD8, 0xDE}, {0x391, 0x3A1}, {0x410, 0x42F}}},
        {"Ll", {{'a', 'z'}, {0xDF, 0xF6}, {0xF8, 0xFF}, {0x3B1, 0x3C9}, {0x430, 0x44F}}},
        {"Lt", {{0x1C5, 0x1C5}, {0x1C8, 0x1C8}, {0x1CB, 0x1CB}}},
        {"Lm", {{0x2B0, 0x2C1}, {0x2C6, 0x2D1}}},
        {"Lo", {{0x5D0, 0x5EA}, {0x3041, 0x3096}, {0x4E00, 0x4FFF}}},
        {"Nl", {{0x2160, 0x2188}, {0x3007, 0x3007}}},
        {"Nd", {{'0', '9'}, {0x660, 0x669}, {0x966, 0x96F}}},
        {"No", {{0xB2, 0xB3}, {0xBC, 0xBE}}},
        {"Mn", {{0x300, 0x36F}}},
        {"Mc", {{0x903, 0x903}, {0x93E, 0x940}}},
        {"Pc", {{'_', '_'}, {0x203F, 0x2040}}},
        {"Pd", {{'-', '-'}, {0x2010, 0x2015}}},
        {"Sc", {{'$', '$'}, {0xA2, 0xA5}, {0x20AC, 0x20AC}}},
        {"Zs", {{' ', ' '}, {0xA0, 0xA0}, {0x2000, 0x200A}}},
        {"Cf", {{0xAD, 0xAD}, {0x200B, 0x200F}}},
    };
    return all;
}

const std::map<std::string_view, std::vector<std::string_view>>& families() {
    static const std::map<std::string_view, std::vector<std::string_view>> all{
        {"L", {"Lu", "Ll", "Lt", "Lm", "Lo"}},
        {"Letter", {"Lu", "Ll", "Lt", "Lm", "Lo"}},
        {"Alphabetic", {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"}},
        {"N", {"Nd", "Nl", "No"}},
        {"M", {"Mn", "Mc"}},
        {"ID_Start", {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"}},
        {"XID_Start", {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"}},
        {"ID_Continue", {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mn", "Mc", "Nd", "Pc"}},
        {"XID_Continue", {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mn", "Mc", "Nd", "Pc"}},
        {"White_Space", {"Zs"}},
    };
    return all;
}

} // namespace

void CharSet::add(char32_t first, char32_t last) {
    base::check(first <= last && last <= kLast, "a range of code points");
    std::vector<Range> merged;
    for (const Range& range : ranges_) {
        if (range.last + 1 < first || last + 1 < range.first) {
            merged.push_back(range);
        } else {
            first = std::min(first, range.first);
            last = std::max(last, range.last);
        }
    }
    merged.push_back({first, last});
    std::sort(merged.begin(), merged.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
    ranges_ = std::move(merged);
}

void CharSet::add(const CharSet& other) {
    for (const Range& range : other.ranges_) add(range.first, range.last);
}

CharSet CharSet::negated() const {
    CharSet result;
    char32_t next = 0;
    for (const Range& range : ranges_) {
        if (range.first > next) result.ranges_.push_back({next, range.first - 1});
        next = range.last + 1;
    }
    if (next <= kLast) result.ranges_.push_back({next, kLast});
    return result;
}

bool CharSet::contains(char32_t point) const {
    for (const Range& range : ranges_)
        if (range.first <= point && point <= range.last) return true;
    return false;
}

CharSet CharSet::within(char32_t first, char32_t last) const {
    CharSet result;
    for (const Range& range : ranges_) {
        const char32_t low = std::max(first, range.first), high = std::min(last, range.last);
        if (low <= high) result.ranges_.push_back({low, high});
    }
    return result;
}

CharSet CharSet::characters() const {
    CharSet result = within(0, 0xD7FF);
    result.add(within(0xE000, kLast));
    return result;
}

uint64_t CharSet::count() const {
    uint64_t sum = 0;
    for (const Range& range : ranges_) sum += range.last - range.first + 1;
    return sum;
}

char32_t CharSet::at(uint64_t index) const {
    for (const Range& range : ranges_) {
        const uint64_t size = range.last - range.first + 1;
        if (index < size) return range.first + static_cast<char32_t>(index);
        index -= size;
    }
    base::fail("an index beyond the set");
}

std::optional<CharSet> property_named(std::string_view name) {
    CharSet result;
    if (const auto family = families().find(name); family != families().end()) {
        for (std::string_view part : family->second) result.add(*property_named(part));
        return result;
    }
    for (const Property& property : properties()) {
        if (property.name != name) continue;
        for (const CharSet::Range& range : property.ranges) result.add(range.first, range.last);
        return result;
    }
    return std::nullopt;
}

void append_utf8(std::string& text, char32_t point) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    const auto put_rest = [&](unsigned shift) { put(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | point >> 6);
        put_rest(0);
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put_rest(6);
        put_rest(0);
    } else {
        put(0xF0 | point >> 18);
        put_rest(12);
        put_rest(6);
        put_rest(0);
    }
}

std::u32string from_utf8(std::string_view text) {
    std::u32string result;
    for (size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        char32_t point = length == 1 ? byte : byte & (0xFFU >> (length + 1));
        for (size_t k = 1; k < length && i + k < text.size(); ++k)
            point = point << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
        result += point;
        i += length;
    }
    return result;
}

} // namespace assay::generate::derive
