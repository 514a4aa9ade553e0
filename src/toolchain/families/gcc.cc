#include "toolchain/families/gcc.h"

#include "toolchain/families/gcc_params.h"

#include "toolchain/text.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr std::array kGccSigns{
    Sign{"No space left on device", Compiled::Broken},
    Sign{"File too large", Compiled::Broken},
    Sign{"file size limit exceeded", Compiled::Broken},
    Sign{"CPU time limit exceeded", Compiled::Hung},
    Sign{"Killed signal terminated program", Compiled::OutOfMemory},
    Sign{"internal compiler error: Killed", Compiled::OutOfMemory},
    Sign{"out of memory allocating", Compiled::OutOfMemory},
    Sign{"virtual memory exhausted", Compiled::OutOfMemory},
    Sign{"Cannot allocate memory", Compiled::OutOfMemory},
    Sign{"memory exhausted", Compiled::OutOfMemory},
    Sign{"std::bad_alloc", Compiled::OutOfMemory},
    Sign{"failed to map segment", Compiled::OutOfMemory},
    Sign{"Resource temporarily unavailable", Compiled::Broken},
    Sign{"error while loading shared libraries", Compiled::Broken},
    Sign{"confused by earlier errors", Compiled::Rejected},
    Sign{"internal compiler error", Compiled::Crashed},
    Sign{"signal terminated program", Compiled::Crashed},
    Sign{"Assembler messages:", Compiled::Crashed},
    Sign{"sorry, unimplemented", Compiled::Broken},
    Sign{"unrecognized command-line option", Compiled::Broken},
    Sign{"unrecognized command line option", Compiled::Broken},
    Sign{"bad value", Compiled::Broken},
    Sign{"unrecognized argument in option", Compiled::Broken},
    Sign{"argument to '", Compiled::Broken},
    Sign{"cannot execute", Compiled::Broken},
    Sign{"cannot find ", Compiled::Broken},
    Sign{"cannot open ", Compiled::Broken},
    Sign{"can't create", Compiled::Broken},
    Sign{"No such file or directory", Compiled::Broken},
    Sign{"relocation truncated to fit", Compiled::Broken},
    Sign{"undefined reference to `__", Compiled::Broken}, // a part of the run-time library is not installed
    Sign{"undefined reference to", Compiled::Rejected},
    Sign{"multiple definition of", Compiled::Rejected},
    Sign{"error: ", Compiled::Rejected},
    Sign{"ld returned ", Compiled::Broken},
};

// The lines of a backtrace "0x7f12 name(args)" that are gcc's own.
std::string own_frames(std::string_view text) {
    constexpr std::array<std::string_view, 8> kForeign{"crash_signal", "__libc_start",   "_start",
                                                       "main",         "internal_error", "fancy_abort",
                                                       "do_compile",   "toplev"};
    std::vector<std::string> frames;
    for (const std::string_view line : lines_of(text)) {
        if (!line.starts_with("0x") || frames.size() == 2) continue;
        const auto words = words_of(line);
        if (words.size() < 2) continue;
        const std::string name = words[1].substr(0, words[1].find('('));
        const bool foreign = std::any_of(kForeign.begin(), kForeign.end(),
                                         [&](std::string_view prefix) { return name.starts_with(prefix); });
        if (!foreign && name != "???") frames.push_back(name);
    }
    return joined(frames, " < ");
}

// "in FUNC, at FILE:LINE" without the line, which moves with every version.
std::string what_broke(std::string_view text) {
    const std::string_view message = between(text, "internal compiler error: ", "\n");
    const size_t at = message.find(", at ");
    if (at == std::string_view::npos) return normalised(message);
    const std::string_view where = message.substr(at + 5);
    return fmt::format("{}, at {}", trimmed(message.substr(0, at)),
                       file_name(where.substr(0, where.find(':'))));
}

} // namespace

std::vector<Candidate> Gcc::candidates(const Programs& programs) const {
    return programs.candidates(programs.names(
        [](std::string_view name) { return is_versioned(name, "gcc") || name == "gcc-snapshot"; }));
}

Compiled Gcc::classify(const Execution& step) const { return classify_by(kGccSigns, step); }

std::string Gcc::signature(const Execution& step) const {
    if (classify(step) != Compiled::Crashed) return "";
    if (std::string complaint = assembler_complaint(step.err); !complaint.empty()) return complaint;
    const std::string_view text = step.err;
    if (!has(text, "internal compiler error")) {
        const std::string_view killed = between(text, "error: ", " signal terminated program ");
        const std::string_view program = between(text, " signal terminated program ", "\n");
        return program.empty() ? wordless_crash(step) : fmt::format("{} in {}", killed, program);
    }
    std::string title = "internal compiler error: " + what_broke(text);
    // A verifier says first what it found.
    if (title.ends_with(" failed"))
        if (const auto found = between(text, " error: ", "\n"); !found.empty())
            title += ": " + normalised(found);
    if (!has(title, ", at "))
        if (const std::string frames = own_frames(text); !frames.empty()) title += ", in " + frames;
    if (const auto kind = between(text, "during ", " pass: "); !kind.empty())
        title += fmt::format(" ({} pass {})", kind, between(text, " pass: ", "\n"));
    return title;
}

std::vector<GnuFamily::Level> Gcc::weighted_levels(const Compiler& compiler) const {
    std::vector<Level> all{{"-O0", 1}, {"-Og", 1}, {"-O1", 4}, {"-Os", 3}, {"-O2", 5}, {"-O3", 6}};
    if (compiler.major() >= 12) all.insert(all.begin(), {"-Oz", 1});
    return all;
}

std::string Gcc::version_in(const Macros& macros) const {
    const auto major = macros.find("__GNUC__");
    if (major == macros.end()) return "";
    for (const char* other :
         {"__clang__", "__TINYC__", "__PCC__", "__INTEL_COMPILER", "__chibicc__", "__NVCOMPILER"})
        if (macros.contains(other)) return "";
    const auto minor = macros.find("__GNUC_MINOR__"), patch = macros.find("__GNUC_PATCHLEVEL__");
    std::string version = major->second;
    if (minor != macros.end()) version += "." + minor->second;
    if (patch != macros.end()) version += "." + patch->second;
    return version;
}

std::vector<std::string> Gcc::standards(Prober& prober, const Words& launch,
                                        std::string_view language) const {
    return known_standards(prober.ask(concat(launch, Words{"--help=" + std::string(language)})).out,
                           language);
}

std::vector<std::string> Gcc::optimisations(Prober& prober, const Words& launch) const {
    const auto listing = prober.ask(concat(launch, Words{"-Q", "-O2", "--help=optimizers"}));
    if (!listing.ok()) return {};
    return accepted(prober, launch, safe_optimisations(listing.out));
}

std::vector<std::string> Gcc::rare_options(Prober& prober, const Words& launch) const {
    const auto listing = prober.ask(concat(launch, Words{"-Q", "--help=params"}));
    std::vector<std::string> all{"-fchecking"};
    if (listing.ok()) append(all, parameters(listing.out));
    return accepted(prober, launch, all);
}

// Schedulers and cost models of very different machines.
Words Gcc::tunings() const { return {"k8", "bonnell", "silvermont", "btver2", "znver2", "haswell", "core2"}; }

std::string Gcc::cxx_program(const Programs& programs, const Candidate& candidate) const {
    return program_beside(programs, candidate.path, "gcc", "g++");
}

std::vector<std::string> known_standards(std::string_view listing, std::string_view language) {
    constexpr std::array<std::string_view, 13> kKnown{"c90",   "c99",   "c11",   "c17",   "c2x",
                                                      "c23",   "c2y",   "c++11", "c++14", "c++17",
                                                      "c++20", "c++23", "c++26"};
    std::vector<std::string> found;
    for (const std::string_view standard : kKnown) {
        if (standard.starts_with("c++") != (language == "c++")) continue;
        for (size_t at = listing.find(standard); at != std::string_view::npos;
             at = listing.find(standard, at + 1)) {
            constexpr std::string_view kInName =
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+:";
            const size_t end = at + standard.size();
            const bool starts = at == 0 || !has(kInName, listing.substr(at - 1, 1));
            const bool ends = end == listing.size() || !has(kInName, listing.substr(end, 1));
            if (!starts || !ends) continue;
            found.emplace_back(standard);
            break;
        }
    }
    if (contains(found, "c23") && !contains(found, "c2x")) found.emplace_back("c2x");
    return found;
}

std::string program_beside(const Programs& programs, const std::string& path, std::string_view c,
                           std::string_view cxx) {
    const std::filesystem::path file(path);
    std::string name = file.filename().string();
    const size_t at = name.rfind(c);
    if (at == std::string::npos) return "";
    name.replace(at, c.size(), cxx);
    return programs.find((file.parent_path() / name).string());
}

} // namespace assay::toolchain
