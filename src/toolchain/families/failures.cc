#include "toolchain/families/failures.h"

#include "toolchain/text.h"

#include <array>
#include <cctype>
#include <csignal>
#include <fmt/format.h>

namespace assay::toolchain {

using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;

namespace {

const Sign* first_sign(std::span<const Sign> signs, const Execution& step) {
    for (const Sign& sign : signs)
        if (has(step.err, sign.text) || has(step.out, sign.text)) return &sign;
    return nullptr;
}

} // namespace

Compiled classify_by(std::span<const Sign> signs, const Execution& step) {
    const Sign* sign = first_sign(signs, step);
    switch (step.ending) {
    case Ending::Exited: break;
    case Ending::Signalled: // some abort when the machine gives them no more
        if (sign && (sign->meaning == Compiled::OutOfMemory || sign->meaning == Compiled::Broken))
            return sign->meaning;
        return step.code == SIGKILL ? Compiled::Broken : Compiled::Crashed; // killed by somebody else
    case Ending::TimedOut: return Compiled::Hung;
    case Ending::OutOfMemory: return Compiled::OutOfMemory;
    case Ending::TooMuchOutput: return Compiled::Crashed;
    case Ending::NotStarted: return Compiled::Broken;
    }
    if (sign) return sign->meaning;
    constexpr int kKilledInShell = 128 + SIGKILL, kNotRun = 126, kNotFound = 127;
    if (step.code == kKilledInShell || step.code == kNotRun || step.code == kNotFound)
        return Compiled::Broken;
    const bool silent = trimmed(step.err).empty() && trimmed(step.out).empty();
    return silent || step.code > 128 ? Compiled::Crashed : Compiled::Rejected;
}

std::string signal_name(int signal) {
    constexpr std::array<std::pair<int, std::string_view>, 9> kNames{{{SIGSEGV, "SIGSEGV"},
                                                                      {SIGABRT, "SIGABRT"},
                                                                      {SIGILL, "SIGILL"},
                                                                      {SIGFPE, "SIGFPE"},
                                                                      {SIGBUS, "SIGBUS"},
                                                                      {SIGTRAP, "SIGTRAP"},
                                                                      {SIGKILL, "SIGKILL"},
                                                                      {SIGTERM, "SIGTERM"},
                                                                      {SIGPIPE, "SIGPIPE"}}};
    for (const auto& [number, name] : kNames)
        if (number == signal) return std::string(name);
    return fmt::format("signal {}", signal);
}

std::string file_name(std::string_view path) {
    path = path.substr(path.find_last_of('/') + 1);
    std::string name(path);
    if (name.ends_with(".c")) name += 'c';
    return name;
}

namespace {

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Of one word with its separators: a number becomes '#', a path its last part.
std::string plain_word(std::string_view word) {
    if (word.size() > 2 && word.starts_with("0x")) return "#";
    if (std::all_of(word.begin(), word.end(), digit)) return "#";
    return std::string(word);
}

std::string plain_quotes(std::string_view text) {
    std::string plain;
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("\u2018") || rest.starts_with("\u2019")) {
            plain += '\'';
            i += 2;
        } else {
            plain += text[i] == '`' ? '\'' : text[i];
        }
    }
    return plain;
}

} // namespace

std::string normalised(std::string_view message) {
    const std::string plain = plain_quotes(trimmed(message));
    std::string text;
    for (size_t at = 0; at < plain.size();) {
        if (plain[at] == '/' && at + 1 < plain.size() && word_char(plain[at + 1])) {
            const size_t end = std::min(plain.find_first_of(" :,;'\"()\t", at), plain.size());
            text += file_name(std::string_view(plain).substr(at, end - at));
            at = end;
        } else if (word_char(plain[at])) {
            size_t end = at;
            while (end < plain.size() && word_char(plain[end])) ++end;
            text += plain_word(std::string_view(plain).substr(at, end - at));
            at = end;
        } else {
            text += plain[at++];
        }
    }
    constexpr size_t kLongest = 200;
    return text.substr(0, kLongest);
}

std::string wordless_crash(const Execution& step) {
    if (step.ending == Ending::Signalled) return signal_name(step.code);
    if (step.ending == Ending::TooMuchOutput) return "prints without end";
    if (step.ending == Ending::Exited && step.code > 128) return signal_name(step.code - 128);
    if (step.ending != Ending::Exited) return "";
    const bool silent = trimmed(step.err).empty() && trimmed(step.out).empty();
    return fmt::format("exit status {}{}", step.code, silent ? " without a word" : "");
}

std::string assertion_in(std::string_view text) {
    // WASI's: Assertion failed: x (/src/lib/Foo.cpp: f: 12)
    if (const std::string_view line = between(text, "Assertion failed: ", "\n"); !line.empty()) {
        const size_t open = line.rfind(" (");
        const std::string_view where = open == std::string_view::npos ? "" : line.substr(open + 2);
        return fmt::format("Assertion '{}' failed, in {}", normalised(line.substr(0, open)),
                           file_name(where.substr(0, where.find(':'))));
    }
    for (const std::string_view line : lines_of(text)) {
        const size_t at = line.find("Assertion `");
        if (at == std::string_view::npos) continue;
        // clang: /src/lib/Foo.cpp:12: int f(): Assertion `x' failed.
        std::string where;
        for (const std::string& word : words_of(line.substr(0, at)))
            if (const size_t colon = word.find(':');
                colon != std::string::npos && colon + 1 < word.size() && digit(word[colon + 1])) {
                where = file_name(std::string_view(word).substr(0, colon));
                break;
            }
        std::string what = normalised(line.substr(at));
        if (what.ends_with('.')) what.pop_back();
        return where.empty() ? what : fmt::format("{}, in {}", what, where);
    }
    return "";
}

std::string assembler_complaint(std::string_view text) {
    if (!has(text, "Assembler messages:")) return "";
    const std::string_view message = between(text, ": Error: ", "\n");
    if (message.empty()) return "";
    // Operands are the program's; the mnemonic and the complaint are the defect's.
    const size_t quote = message.find_first_of("`'");
    std::string complaint = normalised(message.substr(0, quote));
    if (quote != std::string_view::npos) {
        const auto operands = words_of(message.substr(quote + 1));
        if (!operands.empty())
            complaint += fmt::format(" '{}'", operands.front().substr(0, operands.front().find('\'')));
    }
    return "assembler: " + complaint;
}

} // namespace assay::toolchain
