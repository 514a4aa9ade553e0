// LiveLine: the progress of a command as one terminal line, redrawn in place. It fits the width, and its
// clock keeps running while the command waits. Without a terminal it is silent.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assay::cli {

struct LineField {
    std::string text;
    int importance = 0; // on a narrow terminal the least important ones are left out
};

// The fields that fit into `width` columns, in order. The last one that remains is truncated.
std::string fitted(std::vector<LineField> fields, size_t width);

// "0m07s", "2h05m"
std::string clock_text(double seconds);

class LiveLine {
  public:
    LiveLine();
    explicit LiveLine(std::string_view doing) : LiveLine() { show({{std::string(doing), 1}}); }
    ~LiveLine(); // removes the line
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    bool on_terminal() const { return terminal_; }
    // Shows the fields until the next call, after the time since the LiveLine was made.
    void show(std::vector<LineField> fields);
    void hide(); // until the next show(), while other output is written
    // Prints a permanent line above this one; also without a terminal.
    void print_above(const std::string& text);

  private:
    const bool terminal_;
    const std::chrono::steady_clock::time_point start_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false, shown_ = false;
    std::vector<LineField> fields_;
    std::thread ticker_;

    void tick();
    void draw();
    void erase();
};

} // namespace assay::cli
