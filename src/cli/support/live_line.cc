#include "cli/support/live_line.h"

#include "base/printable.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay::cli {
namespace {

constexpr std::string_view kBetween = "  ";
constexpr std::chrono::milliseconds kBetweenDrawings{500};

bool is_terminal() {
    const char* kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

// Asked each time, because a window may change its size.
size_t columns() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

// Not by stdio: commands are started while the line is drawn, and a lock must not be held in a forked
// process.
void put(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<size_t>(written));
    }
}

size_t width_of(const std::vector<LineField>& fields) {
    size_t width = 0;
    for (const LineField& field : fields) width += field.text.size() + (width > 0 ? kBetween.size() : 0);
    return width;
}

} // namespace

std::string clock_text(double seconds) {
    const auto whole = static_cast<uint64_t>(seconds < 0 ? 0 : seconds);
    if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
    return fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

std::string fitted(std::vector<LineField> fields, size_t width) {
    while (fields.size() > 1 && width_of(fields) > width)
        fields.erase(std::ranges::min_element(fields, {}, &LineField::importance));
    std::string line;
    for (const LineField& field : fields) line += (line.empty() ? "" : std::string(kBetween)) + field.text;
    if (line.size() <= width) return line;
    const std::string_view mark = std::string_view("...").substr(0, width);
    return line.substr(0, width - mark.size()) + std::string(mark);
}

LiveLine::LiveLine() : terminal_(is_terminal()), start_(std::chrono::steady_clock::now()) {
    if (terminal_) ticker_ = std::thread([this] { tick(); });
}

LiveLine::~LiveLine() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        erase();
    }
    changed_.notify_all();
    if (ticker_.joinable()) ticker_.join();
}

void LiveLine::tick() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kBetweenDrawings, [&] { return ended_; }))
        if (shown_) draw();
}

void LiveLine::show(std::vector<LineField> fields) {
    if (!terminal_) return;
    const std::lock_guard lock(mutex_);
    fields_ = std::move(fields);
    draw();
}

void LiveLine::hide() {
    const std::lock_guard lock(mutex_);
    erase();
}

void LiveLine::print_above(const std::string& text) {
    const std::lock_guard lock(mutex_);
    const bool again = shown_;
    erase();
    put(base::for_terminal(text) + "\n");
    if (again) draw();
}

// The last column stays free: some terminals go to the next line once it is written.
void LiveLine::draw() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    std::vector<LineField> all = fields_;
    const int most = all.empty() ? 0 : std::ranges::max(all, {}, &LineField::importance).importance;
    all.insert(all.begin(), {clock_text(elapsed.count()), most});
    put("\r\033[K" + fitted(std::move(all), std::max<size_t>(columns(), 2) - 1));
    shown_ = true;
}

void LiveLine::erase() {
    if (shown_) put("\r\033[K");
    shown_ = false;
}

} // namespace assay::cli
