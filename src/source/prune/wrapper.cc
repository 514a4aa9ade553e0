#include "source/prune/wrapper.h"

#include "base/file.h"
#include "base/shell.h"
#include "toolchain/companions.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

CompilerCall read_call(const std::string& text) {
    CompilerCall call;
    std::istringstream lines(text);
    std::getline(lines, call.folder);
    std::vector<std::string> words;
    for (std::string line; std::getline(lines, line);) words.push_back(line);
    const auto full = [&](const std::string& name) {
        return (fs::path(call.folder) / name).lexically_normal();
    };
    bool links = true;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool has_next = i + 1 < words.size();
        if (word == "-c" || word == "-E" || word == "-S" || word == "-M" || word == "-MM") links = false;
        if (word == "-o" && has_next) {
            call.product = full(words[++i]).string();
        } else if ((word == "-I" || word == "-D" || word == "-U" || word == "-include" ||
                    word == "-isystem" || word == "-iquote") &&
                   has_next) {
            call.options.insert(call.options.end(), {word, words[i + 1]});
            ++i;
        } else if (word.starts_with("-I") || word.starts_with("-D") || word.starts_with("-U") ||
                   word.starts_with("-std=") || word.starts_with("-m") || word == "-pthread" ||
                   word.starts_with("-funsigned") || word.starts_with("-fsigned")) {
            call.options.push_back(word);
        } else if (word.ends_with(".c")) {
            call.sources.push_back(full(word).string());
        }
    }
    if (links && call.product.empty()) call.product = full("a.out").string();
    if (!links) call.product.clear();
    return call;
}

// The compiler may be a script that calls another by name (ccache is one), and must not come back here.
constexpr const char* kLeavePath = R"sh(left=$PATH: PATH=
while [ -n "$left" ]; do
    [ "${left%%:*}" = "${0%/*}" ] || PATH=$PATH:${left%%:*}
    left=${left#*:}
done
PATH=${PATH#:}
)sh";

} // namespace

// Whatever is on PATH, because a build may ask for one of them, and the names that a build uses by default.
std::vector<std::string> wrapper_names() {
    std::vector<std::string> names = toolchain::names_on(toolchain::Programs::on_path(), {"gcc", "clang"});
    for (const char* usual : {"cc", "gcc", "clang", "c99", "c89"})
        if (std::ranges::find(names, usual) == names.end()) names.emplace_back(usual);
    return names;
}

std::string wrapper_script(const std::string& compiler, const std::vector<std::string>& options,
                           const std::string& notes) {
    std::string script = "#!/bin/sh\n";
    if (!notes.empty())
        script += fmt::format(
            "{{ pwd; for word in \"$@\"; do printf '%s\\n' \"$word\"; done; }} > {}/$$.$(date +%N)\n",
            base::shell_quoted(notes));
    script += kLeavePath;
    script += "exec " + base::shell_quoted(compiler) + " \"$@\"";
    for (const std::string& option : options) script += " " + base::shell_quoted(option);
    return script + "\n";
}

Result<void> write_wrapper(const std::string& folder, const std::string& compiler,
                           const std::vector<std::string>& options, const std::string& notes) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!notes.empty()) fs::create_directories(notes, failed);
    const std::string script = wrapper_script(compiler, options, notes);
    for (const std::string& name : wrapper_names()) {
        const std::string path = fmt::format("{}/{}", folder, name);
        if (auto written = base::write_file(path, script); !written) return written;
        fs::permissions(path, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec, failed);
    }
    if (failed) return Error{fmt::format("cannot write {}: {}", folder, failed.message())};
    return {};
}

std::vector<CompilerCall> read_calls(const std::string& notes) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (fs::directory_iterator at(notes, ignored), end; at != end; at.increment(ignored))
        names.push_back(at->path().string());
    std::sort(names.begin(), names.end());
    std::vector<CompilerCall> calls;
    for (const std::string& name : names)
        if (auto text = base::read_file(name)) calls.push_back(read_call(*text));
    return calls;
}

} // namespace assay::source::prune
