// A subcommand as data: its options, examples and function. Only main.cc knows the library that parses the
// command line.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

// Texts: may be given several times. Files: unnamed arguments, one or more.
enum class OptionKind : uint8_t { Flag, Text, Texts, Number, Files };

// Both ends are inclusive.
struct Range {
    uint64_t least = 0, most = 0;
};

struct Option {
    std::string_view name; // "--target"; for Files a word such as "FILE"
    OptionKind kind;
    std::string_view help;
    std::string_view initial = ""; // shown in --help; empty: none
    bool required = false;
    Range range = {}; // of a Number; shown in --help
};

constexpr Option number_option(std::string_view name, std::string_view help, Range range,
                               std::string_view initial = "") {
    return {name, OptionKind::Number, help, initial, false, range};
}

inline constexpr Range kAnySeed{0, UINT64_MAX};

class Arguments {
  public:
    std::map<std::string, std::vector<std::string>, std::less<>> given;

    bool flag(std::string_view name) const { return given.contains(name); }
    std::string text(std::string_view name) const;
    uint64_t number(std::string_view name) const;
    const std::vector<std::string>& files(std::string_view name) const; // of Files and Texts
};

// The exit status: nothing found, something found, Assay failed or was called wrongly.
enum Status : int { kNothingFound = 0, kSomethingFound = 1, kFailed = 2 };

struct Command {
    std::string_view name;
    std::string_view summary;
    std::vector<Option> options;
    std::string_view examples; // lines of "assay ..."
    base::Result<Status> (*run)(const Arguments& arguments);
    // For --help:
    std::string_view exit_status = "0: done\n2: failed, or called wrongly";
    std::string (*notes)() = nullptr; // help too long for an option; null: none
    // What it needs and this machine lacks, with the command that helps; null: it needs nothing.
    std::string (*missing)() = nullptr;
};

// Is every given number valid and in the range of its option? Checked for all commands before one runs, so
// Arguments::number cannot fail.
base::Result<void> check_numbers(const Command& command, const Arguments& arguments);

// Every subcommand, in the order of --help.
const std::vector<Command>& commands();

// Writes to standard output; a closed or full output is an error. What compilers and campaigns of others put
// into a text never commands a terminal: its control characters are escaped.
base::Result<void> write_out(std::string_view text);
base::Result<void> write_json(std::string_view text); // has escapes of its own
// The same for standard error, where nothing can be done about failures.
void say(std::string_view text);

} // namespace assay::cli
