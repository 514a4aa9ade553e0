// What Assay and the warden say to each other over a socket: frames of a length and a payload.
#pragma once

#include "sandbox/fd.h"
#include "sandbox/sandbox.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::sandbox {

constexpr uint64_t kMostOutput = uint64_t{1} << 40; // that may be asked for

// The warden's first words; the open folder comes along with them.
struct Hello {
    std::string failure; // not empty: it gives up, and this is why
    Fence fence;
    std::string folder;  // as commands see it
    std::string scratch; // a folder of the machine's that must not outlive the sandbox; empty: none
    std::string group;   // the same for a control group
};

struct Report {
    testcase::Execution execution;
    uint64_t own_cpu_us = 0;
};

std::string encode(const Hello& hello);
std::string encode(const Command& command);
std::string encode(const Report& report);
std::optional<Hello> decode_hello(std::string_view payload);
std::optional<Command> decode_command(std::string_view payload);
std::optional<Report> decode_report(std::string_view payload);

// False: the other side is gone. `passed` is an open file to hand over, -1: none.
bool send_frame(int socket, std::string_view payload, int passed = -1);
// Nothing: the other side is gone, or the frame is longer than `limit`.
std::optional<std::string> receive_frame(int socket, uint64_t limit, Fd* passed = nullptr);

} // namespace assay::sandbox
