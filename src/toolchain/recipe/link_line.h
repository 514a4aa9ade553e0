// The linker's command line as the compiler's driver would write it, learned once so that every test can call
// the linker itself: the driver costs more than the link.
#pragma once

#include "toolchain/probe/prober.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

// One line as a shell would split it: blanks separate, quotes and backslashes hold together.
Words shell_words(std::string_view line);

// The command in the output of -### that links `object` into `output`; its first word is the program.
std::optional<Words> find_link_line(std::string_view listing, std::string_view object,
                                    std::string_view output);

// As a template, in which kObjects and kOutput stand for what a test has: without plugins and build ids.
inline constexpr std::string_view kObjects = "{objects}", kOutput = "{output}";
Words link_template(const Words& line, std::string_view object, std::string_view output);
// The same with a small stand-in for the C library, and without the shared libgcc.
Words with_stub(const Words& link, const std::string& stub);
Words fill_link(const Words& link, const Words& objects, const std::string& output);

// Source of the stand-in: the functions that tests call, without bodies.
std::string_view stub_source();

// May a program of these options be linked by a line that was learned without them?
bool links_plainly(const Words& options);

} // namespace assay::toolchain
