// For builds with libc++ 14, which has no algorithms in std::ranges yet: those that the rooms use, made of
// the older ones. Included before everything else (-include); a newer libc++ needs nothing of it.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std::ranges {

template <typename Test, typename Projection> auto assay_projected(Test& test, Projection& projection) {
    return [&](auto&&... each) -> decltype(auto) {
        return std::invoke(test, std::invoke(projection, std::forward<decltype(each)>(each))...);
    };
}

template <typename Range, typename Test, typename Projection = identity>
auto find_if(Range&& range, Test test, Projection projection = {}) {
    return std::find_if(std::begin(range), std::end(range), assay_projected(test, projection));
}
template <typename Range, typename Value, typename Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
    return ranges::find_if(
        range, [&](const auto& each) { return each == value; }, projection);
}
template <typename Range, typename Test, typename Projection = identity>
bool any_of(Range&& range, Test test, Projection projection = {}) {
    return std::any_of(std::begin(range), std::end(range), assay_projected(test, projection));
}
template <typename Range, typename Test, typename Projection = identity>
bool all_of(Range&& range, Test test, Projection projection = {}) {
    return std::all_of(std::begin(range), std::end(range), assay_projected(test, projection));
}
template <typename Range, typename Test, typename Projection = identity>
bool none_of(Range&& range, Test test, Projection projection = {}) {
    return std::none_of(std::begin(range), std::end(range), assay_projected(test, projection));
}
template <typename Range, typename Test, typename Projection = identity>
auto count_if(Range&& range, Test test, Projection projection = {}) {
    return std::count_if(std::begin(range), std::end(range), assay_projected(test, projection));
}
template <typename Range, typename Value> auto count(Range&& range, const Value& value) {
    return std::count(std::begin(range), std::end(range), value);
}
template <typename Range, typename Out, typename Test> void copy_if(Range&& range, Out out, Test test) {
    std::copy_if(std::begin(range), std::end(range), out, test);
}
template <typename Range, typename Value> void replace(Range&& range, const Value& from, const Value& to) {
    std::replace(std::begin(range), std::end(range), from, to);
}
template <typename Left, typename Right, typename Same = std::equal_to<>>
bool equal(const Left& left, const Right& right, Same same = {}) {
    return std::equal(std::begin(left), std::end(left), std::begin(right), std::end(right), same);
}
template <typename Range, typename Less = std::less<>, typename Projection = identity>
void sort(Range&& range, Less less = {}, Projection projection = {}) {
    std::sort(std::begin(range), std::end(range), assay_projected(less, projection));
}
template <typename Range, typename Less = std::less<>, typename Projection = identity>
void stable_sort(Range&& range, Less less = {}, Projection projection = {}) {
    std::stable_sort(std::begin(range), std::end(range), assay_projected(less, projection));
}
template <typename Value> struct assay_min_max { Value min, max; };
template <typename Range, typename Less = std::less<>, typename Projection = identity>
auto minmax(Range&& range, Less less = {}, Projection projection = {}) {
    const auto [low, high] =
        std::minmax_element(std::begin(range), std::end(range), assay_projected(less, projection));
    return assay_min_max<std::iter_value_t<decltype(low)>>{*low, *high};
}
template <typename Range> constexpr bool is_sorted(const Range& range) {
    return std::is_sorted(std::begin(range), std::end(range));
}
template <typename Range, typename Value> bool binary_search(const Range& range, const Value& value) {
    return std::binary_search(std::begin(range), std::end(range), value);
}

} // namespace std::ranges

#endif
