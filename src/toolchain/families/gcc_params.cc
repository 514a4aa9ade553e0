#include "toolchain/families/gcc_params.h"

#include "toolchain/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace assay::toolchain {
namespace {

constexpr std::array<std::string_view, 27> kOthers{
    "analyzer-",  "asan-",         "hwasan-",     "tsan-",        "ggc-",         "file-cache",
    "max-error",  "lto-",          "parloops-",   "graphite-",    "profile-",     "auto-profile",
    "cxx-max-",   "constructive-", "destructive", "min-nondebug", "max-vartrack", "vrp-",
    "ranger-",    "relation-",     "openacc",     "unlikely-",    "tm-max-",      "integer-share-limit",
    "max-debug-", "max-combine-",  "sra-max-"};
constexpr int64_t kLargest = 1 << 20; // more only takes time or memory

std::optional<int64_t> number_of(std::string_view text) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// Around the usual value and at the ends; all if there are few.
std::set<int64_t> values_to_try(int64_t usual, std::optional<int64_t> least, std::optional<int64_t> most) {
    std::set<int64_t> values;
    if (least && most && *most - *least <= 4) {
        for (int64_t value = *least; value <= *most; ++value) values.insert(value);
    } else {
        values = {least.value_or(0), 1, usual / 2, usual + 1, 2 * usual};
    }
    std::erase_if(values, [&](int64_t value) {
        return value == usual || value > kLargest || (least && value < *least) || (most && value > *most);
    });
    return values;
}

} // namespace

// "  --param=avg-loop-niter=<1,65536> 	10", "  --param=case-values-threshold= 	0"
std::vector<std::string> parameters(std::string_view listing) {
    std::vector<std::string> all;
    for (const std::string_view line : lines_of(listing)) {
        const auto words = words_of(line);
        if (words.size() != 2 || !words[0].starts_with(kParam)) continue;
        const std::string head = words[0].substr(0, words[0].find('=', kParam.size()) + 1);
        const std::string_view name = std::string_view(head).substr(kParam.size());
        if (head.size() <= kParam.size() ||
            std::ranges::any_of(kOthers, [&](std::string_view other) { return name.starts_with(other); }))
            continue;
        const auto usual = number_of(words[1]);
        if (!usual) continue; // one of some words
        const std::string_view range = between(words[0], "<", ">");
        const auto least = number_of(range.substr(0, range.find(',')));
        const auto most = number_of(range.substr(std::min(range.find(',') + 1, range.size())));
        for (const int64_t value : values_to_try(*usual, least, most))
            all.push_back(fmt::format("{}{}", head, value));
    }
    return all;
}

} // namespace assay::toolchain
