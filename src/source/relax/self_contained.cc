#include "source/relax/self_contained.h"

#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::source::relax {
namespace {

// `# 12 "file.c" 1 3 4`: 1 enters a file, 2 comes back to one, 3 is a header of the system.
struct Marker {
    bool enters = false, returns = false, system = false;
};

std::optional<Marker> marker_in(std::string_view line) {
    if (line.size() < 3 || line[0] != '#' || line[1] != ' ' ||
        std::isdigit(static_cast<unsigned char>(line[2])) == 0)
        return std::nullopt;
    Marker marker;
    const size_t quote = line.rfind('"');
    if (quote == std::string_view::npos) return marker;
    for (const char flag : line.substr(quote + 1)) {
        marker.enters |= flag == '1';
        marker.returns |= flag == '2';
        marker.system |= flag == '3';
    }
    return marker;
}

} // namespace

std::string self_contained(const std::string& preprocessed) {
    std::string result, include;
    std::vector<bool> system{false}; // of each file that is open
    for (size_t begin = 0; begin < preprocessed.size();) {
        const size_t end = std::min(preprocessed.find('\n', begin), preprocessed.size());
        const std::string_view line = std::string_view(preprocessed).substr(begin, end - begin);
        begin = end + 1;
        if (const std::optional<Marker> marker = marker_in(line)) {
            // System headers include in ways of their own (#include_next), so only the way in counts. Macros
            // of the system are marked as system without entering a file.
            if (marker->enters) {
                if (!system.back() && marker->system) result += include;
                include.clear();
                system.push_back(system.back() || marker->system);
            } else if (marker->returns && system.size() > 1) {
                system.pop_back();
            }
            continue;
        }
        if (system.back()) continue;
        if (line.starts_with("#include")) {
            include = std::string(line) + "\n";
            continue;
        }
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        result += line;
        result += '\n';
    }
    return result;
}

} // namespace assay::source::relax
