#include "reduce/memory.h"

#include <charconv>
#include <fmt/format.h>

namespace assay::reduce {

std::optional<Answer> Memory::recall(uint64_t hash) const {
    const auto found = answers_.find(hash);
    if (found == answers_.end()) return std::nullopt;
    return found->second;
}

std::string Memory::line(uint64_t hash, Answer answer) {
    if (answer == Answer::Unknown) return {};
    return fmt::format("{:016x} {}\n", hash, answer == Answer::Yes ? "yes" : "no");
}

Memory Memory::load(std::string_view text) {
    Memory memory;
    for (size_t number = 1; !text.empty(); ++number) {
        const size_t end = text.find('\n');
        if (end == std::string_view::npos) break;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        uint64_t hash = 0;
        const auto read = std::from_chars(line.data(), line.data() + line.size(), hash, 16);
        const std::string_view answer = line.substr(static_cast<size_t>(read.ptr - line.data()));
        // A full disk leaves a part of a line, to which the next run appends.
        if (read.ec != std::errc{} || (answer != " yes" && answer != " no")) continue;
        memory.keep(hash, answer == " yes" ? Answer::Yes : Answer::No);
    }
    return memory;
}

} // namespace assay::reduce
