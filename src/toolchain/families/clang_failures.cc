// What clang's last words mean.
#include "toolchain/families/clang.h"
#include "toolchain/families/failures.h"
#include "toolchain/text.h"

#include <array>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr std::array kClangSigns{
    Sign{"Must use fast (default) register allocator", Compiled::Broken}, // an option that -O0 does not take
    Sign{"No space left on device", Compiled::Broken},
    Sign{"File too large", Compiled::Broken},
    Sign{"unable to execute command: CPU time limit exceeded", Compiled::Hung},
    Sign{"LLVM ERROR: out of memory", Compiled::OutOfMemory},
    Sign{"Allocation failed", Compiled::OutOfMemory},
    Sign{"std::bad_alloc", Compiled::OutOfMemory},
    Sign{"Cannot allocate memory", Compiled::OutOfMemory},
    Sign{"unable to execute command: Killed", Compiled::OutOfMemory},
    Sign{"failed to map segment", Compiled::OutOfMemory},
    Sign{"Resource temporarily unavailable", Compiled::Broken},
    Sign{"error while loading shared libraries", Compiled::Broken},
    Sign{"Assertion `", Compiled::Crashed},
    Sign{"Assertion failed: ", Compiled::Crashed},
    Sign{"UNREACHABLE executed", Compiled::Crashed},
    Sign{"error in backend:", Compiled::Crashed},
    Sign{"LLVM ERROR:", Compiled::Crashed},
    Sign{"Stack dump:", Compiled::Crashed},
    Sign{"PLEASE submit a bug report", Compiled::Crashed},
    Sign{"frontend command failed", Compiled::Crashed},
    Sign{"unable to execute command:", Compiled::Crashed},
    Sign{"Assembler messages:", Compiled::Crashed},
    Sign{"nesting level exceeded", Compiled::Broken}, // a limit that it documents
    Sign{"unknown argument", Compiled::Broken},
    Sign{"Unknown command line argument", Compiled::Broken},
    Sign{"unsupported option", Compiled::Broken},
    Sign{"unsupported argument", Compiled::Broken},
    Sign{"invalid value '", Compiled::Broken},
    Sign{"invalid argument '", Compiled::Broken},
    Sign{"unknown target CPU", Compiled::Broken},
    Sign{"unknown target triple", Compiled::Broken},
    Sign{"unable to create target", Compiled::Broken},
    Sign{"no such file or directory", Compiled::Broken},
    Sign{"No such file or directory", Compiled::Broken},
    Sign{"' file not found", Compiled::Broken},
    Sign{"unable to open output file", Compiled::Broken},
    Sign{"cannot find ", Compiled::Broken},
    Sign{"cannot open ", Compiled::Broken},
    Sign{"invalid linker name", Compiled::Broken},
    Sign{"relocation truncated to fit", Compiled::Broken},
    Sign{"undefined reference to `__", Compiled::Broken},
    Sign{"undefined symbol: __", Compiled::Broken},
    Sign{"undefined reference to", Compiled::Rejected},
    Sign{"undefined symbol:", Compiled::Rejected},
    Sign{"multiple definition of", Compiled::Rejected},
    Sign{"linker command failed", Compiled::Broken},
    Sign{"error: ", Compiled::Rejected},
};

// Functions that only carry the bad news.
constexpr std::array<std::string_view, 16> kMessengers{"llvm::sys::",
                                                       "PrintStackTrace",
                                                       "SignalHandler",
                                                       "CrashRecovery",
                                                       "llvm::CrashRecoveryContext",
                                                       "__restore_rt",
                                                       "gsignal",
                                                       "raise",
                                                       "abort",
                                                       "__assert_fail",
                                                       "__pthread_kill",
                                                       "pthread_kill",
                                                       "llvm::report_",
                                                       "llvm::llvm_unreachable",
                                                       "__libc_",
                                                       "llvm::install_"};

// " #6 0x00007f8d9681971f clang::Preprocessor::Lex(clang::Token&) (/lib/libclang-cpp.so.14+0xa1971f)" -> the
// function without its arguments; empty: the frame has no name.
std::string function_of(std::string_view frame) {
    const size_t address = frame.find("0x");
    if (address == std::string_view::npos) return "";
    const size_t name = frame.find(' ', address);
    if (name == std::string_view::npos) return "";
    std::string_view rest = trimmed(frame.substr(name));
    if (rest.starts_with("/") || (rest.starts_with("(") && !rest.starts_with("(anonymous"))) return "";
    constexpr std::string_view kAnonymous = "(anonymous namespace)";
    const size_t open = rest.find('(', rest.starts_with(kAnonymous) ? kAnonymous.size() : 0);
    size_t end = open;
    if (open != std::string_view::npos && rest.substr(open).starts_with(kAnonymous))
        end = rest.find('(', open + kAnonymous.size());
    return std::string(trimmed(rest.substr(0, end)));
}

std::string top_frames(std::string_view text) {
    constexpr size_t kEnough = 2;
    std::vector<std::string> frames;
    for (const std::string_view line : lines_of(text)) {
        const std::string_view start = trimmed(line);
        if (!start.starts_with("#") || frames.size() == kEnough) continue;
        const std::string function = function_of(start);
        const bool messenger =
            std::any_of(kMessengers.begin(), kMessengers.end(),
                        [&](std::string_view prefix) { return function.starts_with(prefix); });
        if (!function.empty() && !messenger) frames.push_back(function);
    }
    return joined(frames, " < ");
}

// The innermost "Running pass 'NAME' on function" of the pretty stack trace.
std::string pass_of(std::string_view text) {
    std::string pass;
    for (const std::string_view line : lines_of(text)) {
        const size_t at = line.find("\tRunning pass ");
        if (at == std::string_view::npos) continue;
        std::string_view name = line.substr(at + 14);
        if (name.empty() || (name[0] != '\'' && name[0] != '"')) continue;
        name = name.substr(1, name.find(name[0], 1) - 1);
        if (has(name, "Pass Manager")) continue;
        // A pipeline of the new pass manager says everything; its parameters say nothing.
        if (!has(name, "(") && !has(name, ",")) pass = std::string(name.substr(0, name.find('<')));
    }
    return pass;
}

// llvm_unreachable("why") prints the reason on a line of its own before.
std::string unreachable_in(std::string_view text) {
    std::string_view before;
    for (const std::string_view line : lines_of(text)) {
        const size_t at = line.find("UNREACHABLE executed at ");
        if (at == std::string_view::npos) {
            before = line;
            continue;
        }
        const std::string_view where = line.substr(at + 24);
        return fmt::format("{}{}UNREACHABLE executed in {}", normalised(before), before.empty() ? "" : " ",
                           file_name(where.substr(0, where.find(':'))));
    }
    return "";
}

std::string message_of(std::string_view text) {
    if (std::string assertion = assertion_in(text); !assertion.empty()) return assertion;
    if (std::string unreachable = unreachable_in(text); !unreachable.empty()) return unreachable;
    for (const char* before : {"error in backend: ", "LLVM ERROR: "}) {
        const std::string_view message = between(text, before, "\n");
        if (!message.empty())
            return "error in backend: " + normalised(message.substr(0, message.find(" (in function:")));
    }
    return "";
}

} // namespace

Compiled Clang::classify(const Execution& step) const { return classify_by(kClangSigns, step); }

std::string Clang::signature(const Execution& step) const {
    if (classify(step) != Compiled::Crashed) return "";
    if (std::string complaint = assembler_complaint(step.err); !complaint.empty()) return complaint;
    std::string title = message_of(step.err);
    if (title.empty()) title = "crash";
    if (const std::string frames = top_frames(step.err); !frames.empty())
        title += " in " + frames;
    else if (title == "crash")
        title = wordless_crash(step);
    if (const std::string pass = pass_of(step.err); !pass.empty()) title += fmt::format(" (pass {})", pass);
    return title;
}

} // namespace assay::toolchain
