#include "source/relax/self_contained.h"

#include <algorithm>
#include <cctype>
#include <map>
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

std::string_view line_at(std::string_view text, size_t begin) {
    return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

// How often each name that starts with safe_ occurs.
std::map<std::string_view, int> mentions(std::string_view text) {
    constexpr std::string_view kStem = "safe_";
    const auto in_name = [&](size_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    std::map<std::string_view, int> found;
    for (size_t at = text.find(kStem); at != std::string_view::npos; at = text.find(kStem, at)) {
        const size_t begin = at;
        while (in_name(at)) ++at;
        if (begin == 0 || !in_name(begin - 1)) ++found[text.substr(begin, at - begin)];
    }
    return found;
}

struct Wrapper {
    std::string_view name;
    size_t end;
};

// static int8_t
// (safe_add_func_int8_t_s_s)(int8_t si1, int8_t si2 )
// {
//     ...
// }
std::optional<Wrapper> wrapper_at(std::string_view text, size_t begin) {
    const std::string_view line = line_at(text, begin);
    if (!line.starts_with("static ") || line.find_first_of("(;{=") != std::string_view::npos)
        return std::nullopt;
    const size_t next = std::min(begin + line.size() + 1, text.size());
    const std::string_view head = line_at(text, next);
    const size_t body = std::min(next + head.size() + 1, text.size());
    if (!head.starts_with('(') || line_at(text, body) != "{") return std::nullopt;
    const size_t end = text.find("\n}\n", body);
    if (end == std::string_view::npos) return std::nullopt;
    return Wrapper{head.substr(1, head.find(')') - 1), end + 3};
}

} // namespace

std::string without_unused_wrappers(const std::string& program) {
    const std::string_view text = program;
    const std::map<std::string_view, int> mentioned = mentions(text);
    std::string result;
    for (size_t begin = 0; begin < text.size();) {
        const size_t next = std::min(begin + line_at(text, begin).size() + 1, text.size());
        if (const std::optional<Wrapper> wrapper = wrapper_at(text, begin)) {
            const auto uses = mentioned.find(wrapper->name);
            if (uses != mentioned.end() && uses->second == 1) {
                begin = wrapper->end;
                continue;
            }
        }
        result += text.substr(begin, next - begin);
        begin = next;
    }
    return result;
}

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
