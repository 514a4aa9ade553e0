// Starting a command from the warden. The child shares the warden's memory until it becomes the command, so
// that a start costs the same however big the process was that the warden was forked from.
#pragma once

#include "sandbox/fd.h"
#include "sandbox/sandbox.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::sandbox {

// Memory for the child's stack, made once.
class ChildStack {
  public:
    static constexpr size_t kSize = size_t{64} << 10;
    ChildStack() : bytes_(new char[kSize]) {}
    char* top() const;

  private:
    std::unique_ptr<char[]> bytes_;
};

struct Start {
    const Command* command;
    const std::vector<std::string>* environment;
    int folder;                           // to run in, open
    int root = -1;                        // to live in, open; -1: the caller's
    const char* folder_in_root = nullptr; // where `folder` is there
    int input, output, errors;
    int landlock = -1; // a ruleset to live under, open
    int nice = 0;
    uint64_t tasks = 0; // processes and threads of its user, at most; 0: no limit
    bool dies_with_parent = false;
};

struct Started {
    pid_t pid = -1;
    int reason = 0; // errno, if there is no such process
};

Started start(const Start& what, const ChildStack& stack);

// `small` with the entries of `added`, which win.
std::vector<std::string> merge_environment(const std::vector<std::string>& small,
                                           const std::vector<std::string>& added);

} // namespace assay::sandbox
