// LiveLine: what a command is doing, as one line of the terminal that is written again and again. It fits the
// terminal, and the time in it goes on while the command waits for something. Without a terminal it is
// silent.
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
    int importance = 0; // where a terminal is narrow, the least important ones are left out
};

// The fields that have room in a line of `width` columns, in their order. The last one left is cut off.
std::string fitted(std::vector<LineField> fields, size_t width);

// "0m07s", "2h05m"
std::string clock_text(double seconds);

class LiveLine {
  public:
    LiveLine();
    explicit LiveLine(std::string_view doing) : LiveLine() { show({{std::string(doing), 1}}); }
    ~LiveLine(); // the line goes away
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    bool on_terminal() const { return terminal_; }
    // Until the next call; the time since the LiveLine was made stands before the fields.
    void show(std::vector<LineField> fields);
    void hide(); // until the next show(), for those who write something else
    // A line that stays, above this one; also without a terminal.
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
