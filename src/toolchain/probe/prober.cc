#include "toolchain/probe/prober.h"

#include "toolchain/text.h"

#include <cstdio>
#include <fmt/format.h>

namespace assay::toolchain {

using testcase::Ending;
using testcase::Execution;

Prober::Prober(sandbox::Sandbox& sandbox, std::string root, std::chrono::milliseconds patience)
    : sandbox_(&sandbox), root_(std::move(root)), patience_(patience) {
    sandbox_->clear();
}

Execution Prober::ask(const Words& argv, const Words& environment) {
    sandbox::Command command;
    command.argv = argv;
    command.environment = environment;
    command.root = root_;
    command.limits.wall = command.limits.cpu = patience_;
    command.limits.address_space = false;
    auto answer = sandbox_->run(command);
    if (answer) return std::move(*answer);
    state_ = answer.error();
    return {};
}

void Prober::write(const std::string& name, std::string_view text) {
    if (auto written = sandbox_->write(name, text); !written) state_ = written.error();
}

std::string Prober::read(const std::string& name) {
    auto content = sandbox_->read(name);
    return content ? std::move(*content) : "";
}

base::Result<void> Prober::state() const { return state_; }

std::string reason(const Execution& answer) {
    switch (answer.ending) {
    case Ending::Exited: break;
    case Ending::Signalled: return fmt::format("it was ended by signal {}", answer.code);
    case Ending::TimedOut: return "it does not answer";
    case Ending::OutOfMemory: return "it ran out of memory";
    case Ending::TooMuchOutput: return "it prints without end";
    case Ending::NotStarted:
        return answer.err.empty() ? "it cannot be started" : std::string(first_line(answer.err));
    }
    for (const std::string* text : {&answer.err, &answer.out})
        if (const auto said = trimmed(*text); !said.empty())
            return std::string(first_line(said)).substr(0, 200);
    return fmt::format("it ended with status {}", answer.code);
}

Macros macros_from(std::string_view listing) {
    Macros macros;
    for (std::string_view line : lines_of(listing)) {
        constexpr std::string_view kDefine = "#define ";
        if (!line.starts_with(kDefine)) continue;
        line.remove_prefix(kDefine.size());
        const size_t blank = std::min(line.find(' '), line.size());
        macros.emplace(line.substr(0, blank), trimmed(line.substr(blank)));
    }
    return macros;
}

std::string_view model_program() {
    return "int printf(const char *, ...);\n"
           "struct s { char c; long long v; };\n"
           "union u { int i; char c[4]; };\n"
           "int main(void) {\n"
           "    union u one;\n"
           "    one.i = 1;\n"
           "    printf(\"%d %d %d %d %d\\n\", (int)sizeof(long), (int)sizeof(void *),\n"
           "           (int)(sizeof(struct s) - sizeof(long long)), (char)-1 < 0, one.c[0] == 0);\n"
           "    return 0;\n"
           "}\n";
}

std::string model_from(std::string_view printed) {
    int longs = 0, pointers = 0, align = 0, is_signed = 0, big = 0;
    if (std::sscanf(std::string(printed).c_str(), "%d %d %d %d %d", &longs, &pointers, &align, &is_signed,
                    &big) != 5)
        return "";
    std::string model;
    if (longs == 8 && pointers == 8) model = "lp64";
    if (longs == 4 && pointers == 8) model = "llp64";
    if (longs == 4 && pointers == 4) model = align == 8 ? "ilp32-align8" : "ilp32";
    if (model.empty()) return "";
    if (!is_signed) model += "-uchar";
    if (big) model += "-be";
    return model;
}

std::string with_other_char(const std::string& model) {
    constexpr std::string_view kUnsigned = "-uchar";
    std::string other = model;
    if (const size_t at = other.find(kUnsigned); at != std::string::npos)
        return other.erase(at, kUnsigned.size());
    const size_t end = other.ends_with("-be") ? other.size() - 3 : other.size();
    return other.insert(end, kUnsigned);
}

} // namespace assay::toolchain
