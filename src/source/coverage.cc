#include "source/coverage.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace assay::source {
namespace {

using base::Error;
using base::Result;
using nlohmann::json;

bool same_file(const std::string& said, const std::string& wanted) {
    // A compiler that was called from another folder says "build/../lib/part.c".
    const std::filesystem::path normal = std::filesystem::path(said).lexically_normal();
    return normal.string() == wanted || normal.filename().string() == wanted;
}

// Exceptions of the reader end here.
template <typename Read> Result<Coverage> guarded(const char* tool, Read read) {
    try {
        return read();
    } catch (const json::exception& error) {
        return Error{fmt::format("{} says something that Assay does not understand: {}", tool, error.what())};
    }
}

} // namespace

std::optional<uint64_t> Coverage::count(const Place& place) const {
    const auto next = std::upper_bound(segments_.begin(), segments_.end(), place,
                                       [](const Place& at, const Segment& one) { return at < one.place; });
    if (next == segments_.begin()) return std::nullopt;
    return std::prev(next)->count;
}

// A line is named once for each function that has a part of it.
Result<Coverage> Coverage::from_gcov(const std::string& text, const std::string& file) {
    return guarded("gcov", [&]() -> Result<Coverage> {
        std::map<uint32_t, uint64_t> counts;
        const json parsed = json::parse(text);
        for (const json& one : parsed.at("files")) {
            if (!same_file(one.at("file").get<std::string>(), file)) continue;
            for (const json& line : one.at("lines"))
                counts[line.at("line_number").get<uint32_t>()] += line.at("count").get<uint64_t>();
        }
        Coverage coverage;
        for (const auto& [line, count] : counts) {
            coverage.segments_.push_back({{line, 1}, count});
            if (!counts.contains(line + 1)) coverage.segments_.push_back({{line + 1, 1}, std::nullopt});
        }
        return coverage;
    });
}

// "segments": [line, column, count, is it counted, does a region begin here, is it a gap].
Result<Coverage> Coverage::from_llvm_cov(const std::string& text, const std::string& file) {
    return guarded("llvm-cov", [&]() -> Result<Coverage> {
        Coverage coverage;
        const json parsed = json::parse(text);
        for (const json& one : parsed.at("data").at(0).at("files")) {
            if (!same_file(one.at("filename").get<std::string>(), file)) continue;
            for (const json& segment : one.at("segments")) {
                Segment made{{segment.at(0).get<uint32_t>(), segment.at(1).get<uint32_t>()}, std::nullopt};
                if (segment.at(3).get<bool>()) made.count = segment.at(2).get<uint64_t>();
                coverage.segments_.push_back(made);
            }
        }
        return coverage;
    });
}

} // namespace assay::source
