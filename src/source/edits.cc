#include "source/edits.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::source {

std::string with_edits(const std::string& text, std::vector<Edit> edits) {
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
        if (a.span.begin != b.span.begin) return a.span.begin < b.span.begin;
        // What is only put in comes before what replaces.
        if (a.span.empty() != b.span.empty()) return a.span.empty();
        return a.span.end > b.span.end;
    });
    std::string result;
    result.reserve(text.size());
    uint32_t at = 0;
    for (const Edit& edit : edits) {
        if (edit.span.begin < at) continue;
        result.append(text, at, edit.span.begin - at);
        result += edit.text;
        for (uint32_t i = edit.span.begin; i < edit.span.end; ++i)
            if (text[i] == '\n') result += '\n';
        at = edit.span.end;
    }
    result.append(text, at, text.size() - at);
    return result;
}

namespace {

// After a string or character literal that begins at `at`.
size_t after_literal(std::string_view text, size_t at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\') ++at;
    return std::min(at + 1, text.size());
}

} // namespace

std::string on_one_line(std::string_view text) {
    std::string result;
    bool fresh = false;
    for (size_t at = 0; at < text.size();) {
        const char c = text[at];
        const std::string_view two = text.substr(at, 2);
        if (c == '"' || c == '\'') {
            const size_t end = after_literal(text, at);
            const std::string_view literal = text.substr(at, end - at);
            if (literal.find('\n') != std::string_view::npos) return {};
            result += literal;
            at = end;
            fresh = false;
        } else if (two == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (two == "/*") {
            at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
            result += ' ';
        } else if (two == "\\\n") {
            at += 2;
        } else {
            if (c == '#' && fresh) return {};
            if (c == '\n') fresh = true;
            if (c != '\n' && c != ' ' && c != '\t') fresh = false;
            result += c == '\n' || c == '\r' ? ' ' : c;
            ++at;
        }
    }
    return result;
}

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

} // namespace

std::string patch(const std::string& name, const std::string& before, const std::string& after) {
    constexpr size_t kAround = 3;
    const std::vector<std::string_view> old_lines = lines_of(before), new_lines = lines_of(after);
    const size_t count = std::min(old_lines.size(), new_lines.size());
    std::string result;
    for (size_t i = 0; i < count; ++i) {
        if (old_lines[i] == new_lines[i]) continue;
        const size_t begin = i < kAround ? 0 : i - kAround;
        size_t last = i; // the last that differs, with gaps too small to stop at
        for (size_t j = i; j < count && j <= last + 2 * kAround; ++j)
            if (old_lines[j] != new_lines[j]) last = j;
        const size_t end = std::min(last + 1 + kAround, count);
        if (result.empty()) result = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
        result += fmt::format("@@ -{0},{1} +{0},{1} @@\n", begin + 1, end - begin);
        for (size_t j = begin; j < end;) {
            size_t run = j;
            while (run < end && old_lines[run] != new_lines[run]) ++run;
            for (size_t k = j; k < run; ++k) result += fmt::format("-{}\n", old_lines[k]);
            for (size_t k = j; k < run; ++k) result += fmt::format("+{}\n", new_lines[k]);
            if (run == j) result += fmt::format(" {}\n", old_lines[run++]);
            j = run;
        }
        i = end - 1;
    }
    return result;
}

Lines::Lines(const std::string& text) {
    starts_.push_back(0);
    for (uint32_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') starts_.push_back(i + 1);
}

Place Lines::place(uint32_t offset) const {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const uint32_t line = static_cast<uint32_t>(next - starts_.begin());
    return {line, offset - starts_[line - 1] + 1};
}

} // namespace assay::source
