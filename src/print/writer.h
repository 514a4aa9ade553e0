// Writer: text with indentation that keeps lines short. Whoever writes marks the places where a line may be
// broken; a line that grows too long is broken at the best of them, while it is the last line of the text and
// that is cheap.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::print {

class Writer {
  public:
    static constexpr size_t kMaxColumns = 99;

    void put(char c) { text_.push_back(c); }
    void put(std::string_view text) { text_.append(text); }
    void put_number(uint64_t number, int base = 10) {
        char digits[64];
        const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
        text_.append(digits, end);
    }
    char last() const { return text_.empty() ? '\n' : text_.back(); }

    // A line starts with the indentation and ends with end(). `ahead`: columns of text that will be put
    // before it later.
    void begin(size_t ahead = 0, int outdent = 0) {
        ahead_ = ahead;
        const int levels = indent_ - outdent;
        if (levels > 0) text_.append(static_cast<size_t>(levels) * 4, ' ');
    }
    void end() {
        if (columns() > kMaxColumns) wrap_all();
        text_.push_back('\n');
        start_line();
    }
    void line(std::string_view text) {
        begin();
        put(text);
        end();
    }
    void blank() { line({}); }
    void indent() { ++indent_; }
    void outdent() { --indent_; }

    // The line may be broken here; the character before is a space, which then goes away. Of several places
    // the one at the smallest depth is taken, then the one of the smallest rank (0 to 31), then the last.
    void may_break(uint32_t rank) {
        if (columns() > kMaxColumns) wrap();
        places_.push_back({text_.size(), depth_ * 32 + rank});
    }
    void enter() { ++depth_; } // parentheses, brackets, braces
    void leave() { --depth_; }

    // Breaks the line as if it ended a little later, and for good: what was written so far no longer moves.
    void settle() {
        while (columns() + 3 > kMaxColumns && wrap()) {
        }
        places_.clear();
    }

    size_t size() const { return text_.size(); }
    std::string_view text() const { return text_; }
    std::string_view slice(size_t from, size_t to) const {
        return std::string_view(text_).substr(from, to - from);
    }
    std::string take();

  private:
    struct Place {
        size_t at;
        uint32_t rank;
    };
    size_t columns() const { return text_.size() - line_start_ + ahead_; }
    void start_line() {
        line_start_ = text_.size();
        ahead_ = 0;
        places_.clear();
    }
    bool wrap(); // once; false if there is no place
    void wrap_all();
    size_t best_place() const;

    std::string text_;
    std::vector<Place> places_; // of the current line
    size_t line_start_ = 0;
    size_t ahead_ = 0;
    uint32_t depth_ = 0;
    int indent_ = 0;
};

} // namespace assay::print
