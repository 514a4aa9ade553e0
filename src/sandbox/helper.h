// Helper: a program of Assay's own that works on what strangers wrote (a parser, say) and may die of it, eat
// memory or never end. It runs under limits in a process of its own and answers questions over a socket. It
// is not fenced, as it runs nothing of theirs.
#pragma once

#include "base/result.h"
#include "sandbox/fd.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace assay::sandbox {

class Helper {
  public:
    struct Limits {
        uint64_t memory = uint64_t{2} << 30; // of its address space
        std::chrono::seconds cpu{10};        // in all, more than 2
        std::chrono::seconds wall{120};      // for one answer; the machine may be busy
        std::function<bool()> stopped = {}; // asked a few times a second; once it is true, there is no answer
    };

    // `program` gets the socket as its standard input.
    static base::Result<Helper> start(const std::string& program, const Limits& limits);
    Helper(Helper&& other) noexcept;
    Helper& operator=(Helper&& other) noexcept;
    ~Helper(); // it ends, whatever it does

    // An Error says how it died; there is no other question then.
    base::Result<std::string> ask(std::string_view question);

  private:
    Helper(pid_t pid, Fd socket, const Limits& limits)
        : pid_(pid), socket_(std::move(socket)), limits_(limits) {}
    std::string end();   // and how it ended
    bool await_answer(); // false: it was stopped
    pid_t pid_ = -1;
    Fd socket_;
    Limits limits_;
};

// For the program itself: what it is asked next, until nobody asks any more; and what it says to that.
std::optional<std::string> next_question();
bool give_answer(std::string_view answer);

} // namespace assay::sandbox
