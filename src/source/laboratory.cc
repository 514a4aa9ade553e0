#include "source/laboratory.h"

#include "toolchain/companions.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <thread>

namespace assay::source {
namespace {

using base::Error;
using base::Result;
using testcase::Ending;

constexpr std::chrono::seconds kCompileLimit{120};

std::string first_line(const std::string& text) {
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        if (line.find("error") != std::string::npos || line.find("undefined") != std::string::npos)
            return line;
        begin = end + 1;
    }
    return text.substr(0, text.find('\n'));
}

sandbox::Limits limits(std::chrono::milliseconds time) {
    sandbox::Limits made;
    made.cpu = time;
    made.wall = 3 * time;
    made.address_space = false;
    return made;
}

} // namespace

testcase::TestCase test_of(const Subject& subject, size_t input) {
    testcase::TestCase test;
    test.files = subject.files;
    test.sources = {subject.files[0].name};
    test.language = "c";
    test.target = "lp64";
    for (const std::string& option : subject.options)
        if (option.starts_with("-std=")) test.standard = option.substr(5);
    test.arguments = subject.inputs[input].arguments;
    test.input = subject.inputs[input].text;
    return test;
}

void expect(testcase::TestCase& test, const Behaviour& seen) {
    test.expected = seen.out;
    test.exit = seen.exit;
    test.observed = true;
    test.promises = {true, true, true};
}

Result<CoverageCompiler> coverage_compiler() {
    auto clang = toolchain::compiler_here("clang", toolchain::Coverage::Needed);
    if (!clang)
        return Error{"no clang with llvm-cov and llvm-profdata of its version; apt-get install clang llvm"};
    return CoverageCompiler{clang->path, clang->coverage[0], clang->coverage[1]};
}

std::string laboratory_missing() {
    if (!toolchain::compiler_here("gcc")) return "no gcc; apt-get install gcc";
    auto clang = coverage_compiler();
    return clang ? "" : clang.error().message;
}

Result<Laboratory> Laboratory::open(sandbox::Sandbox& sandbox, const Subject& subject) {
    Laboratory made(sandbox, subject);
    const auto gcc = toolchain::compiler_here("gcc");
    if (!gcc) return Error{laboratory_missing()};
    auto clang = coverage_compiler();
    if (!clang) return clang.error();
    made.gcc_ = gcc->path;
    made.gcov_ = gcc->coverage.empty() ? "" : gcc->coverage[0];
    made.clang_ = std::move(*clang);
    sandbox.clear();
    for (const testcase::File& file : subject.files)
        if (auto written = sandbox.write(file.name, file.text); !written) return written.error();
    return made;
}

Result<void> Laboratory::build(const std::string& compiler, const std::string& source,
                               const std::vector<std::string>& options, const std::string& product) {
    std::vector<std::string> argv{compiler, "-O0", "-w", "-I."};
    argv.insert(argv.end(), subject_->options.begin(), subject_->options.end());
    argv.insert(argv.end(), options.begin(), options.end());
    argv.insert(argv.end(), {source, "-o", product});
    auto built = sandbox_->run({.argv = argv, .limits = limits(kCompileLimit)});
    if (!built) return built.error();
    if (built->ok()) return {};
    const std::string short_name = compiler.substr(compiler.rfind('/') + 1);
    return Error{
        fmt::format("{} -O0 does not compile it: {}", short_name, first_line(built->err + built->out))};
}

Result<std::vector<Behaviour>> Laboratory::run_all(const std::string& product, const std::string& profile) {
    std::vector<Behaviour> all;
    for (size_t i = 0; i < subject_->inputs.size(); ++i) {
        const Input& input = subject_->inputs[i];
        sandbox::Command command{
            .argv = {"./" + product}, .input = input.text, .limits = limits(subject_->limit)};
        command.argv.insert(command.argv.end(), input.arguments.begin(), input.arguments.end());
        if (!profile.empty())
            command.environment = {
                fmt::format("LLVM_PROFILE_FILE={}/{}-{}.profraw", sandbox_->folder(), profile, i)};
        auto ran = sandbox_->run(command);
        if (!ran) return ran.error();
        const std::string which = subject_->inputs.size() > 1 ? fmt::format(" on input {}", i + 1) : "";
        if (ran->ending == Ending::TimedOut)
            return Error{fmt::format("it does not end within {} s{}", subject_->limit.count(), which)};
        if (ran->ending == Ending::TooMuchOutput || ran->truncated)
            return Error{fmt::format("it prints too much{}", which)};
        if (ran->ending == Ending::Signalled)
            return Error{
                fmt::format("it fails at -O0{}: signal {} ({})", which, ran->code, ::strsignal(ran->code))};
        if (ran->ending != Ending::Exited)
            return Error{fmt::format("it fails at -O0{}: it cannot run", which)};
        all.push_back({std::move(ran->out), ran->code});
    }
    return all;
}

Result<std::vector<Behaviour>> Laboratory::behaviour(bool may_differ) {
    if (auto built = build(gcc_, name(), {}, "plain"); !built) return built.error();
    auto first = run_all("plain");
    if (!first) return first.error();
    if (may_differ) std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    auto second = run_all("plain");
    if (!second) return second.error();
    if (*first != *second) return Error{"it prints something else each time (the time, addresses?)"};
    if (auto built = build(clang_.path, name(), {}, "plain-clang"); !built) return built.error();
    auto other = run_all("plain-clang");
    if (!other) return other.error();
    if (*first != *other)
        return Error{"gcc -O0 and clang -O0 disagree about it, so nobody knows what it should print"};
    return first;
}

Result<std::string> Laboratory::tool(const std::vector<std::string>& argv) {
    sandbox::Limits generous = limits(kCompileLimit);
    generous.output = uint64_t{64} << 20;
    auto ran = sandbox_->run({.argv = argv, .limits = generous});
    if (!ran) return ran.error();
    if (!ran->ok()) return Error{fmt::format("{} failed: {}", argv[0], first_line(ran->err))};
    return ran->out;
}

Result<Coverage> Laboratory::regions() {
    if (auto built = build(clang_.path, name(), kCoverageOptions, "counted"); !built) return built.error();
    if (auto ran = run_all("counted", "profile"); !ran) return ran.error();
    std::vector<std::string> merge{clang_.profdata, "merge", "-o", "profile.profdata"};
    for (size_t i = 0; i < subject_->inputs.size(); ++i) {
        merge.push_back(fmt::format("profile-{}.profraw", i));
        if (!sandbox_->exists(merge.back()))
            return Error{"it ends in a way that leaves no coverage (_exit?)"};
    }
    if (auto merged = tool(merge); !merged) return merged.error();
    auto exported = tool({clang_.cov, "export", "-skip-functions", "-skip-expansions", "counted",
                          "-instr-profile=profile.profdata"});
    if (!exported) return exported.error();
    return Coverage::from_llvm_cov(*exported, name());
}

Result<Coverage> Laboratory::lines() {
    if (gcov_.empty()) return Error{"no gcov; apt-get install gcc"};
    for (const char* old : {"lines.gcda", "lines.gcno"}) sandbox_->remove(old);
    std::vector<std::string> compile{gcc_, "-O0", "-w", "-I.", "--coverage", "-fkeep-static-functions"};
    compile.insert(compile.end(), subject_->options.begin(), subject_->options.end());
    std::vector<std::string> link = {gcc_, "--coverage", "lines.o", "-o", "lines"};
    link.insert(link.end(), subject_->options.begin(), subject_->options.end());
    compile.insert(compile.end(), {"-c", name(), "-o", "lines.o"});
    for (const auto& argv : {compile, link})
        if (auto done = tool(argv); !done) return done.error();
    if (auto ran = run_all("lines"); !ran) return ran.error();
    if (!sandbox_->exists("lines.gcda")) return Error{"it ends in a way that leaves no coverage (_exit?)"};
    auto said = tool({gcov_, "--json-format", "--stdout", "lines.gcda"});
    if (!said) return said.error();
    return Coverage::from_gcov(*said, name());
}

Result<std::vector<Coverage>> Laboratory::coverage(CoverageSource source) {
    std::vector<Coverage> all;
    if (source != CoverageSource::Lines) {
        auto counted = regions();
        if (!counted) return counted.error();
        all.push_back(std::move(*counted));
    }
    if (source != CoverageSource::Regions) {
        auto counted = lines();
        if (!counted) return counted.error();
        all.push_back(std::move(*counted));
    }
    return all;
}

Result<std::vector<Behaviour>> Laboratory::try_text(const std::string& compiler, const std::string& text,
                                                    const std::vector<std::string>& options,
                                                    const std::vector<std::string>& sources) {
    if (auto written = sandbox_->write("tried/" + name(), text); !written) return written.error();
    std::vector<std::string> all = options;
    all.insert(all.end(), sources.begin(), sources.end());
    if (auto built = build(compiler, "tried/" + name(), all, "tried/product"); !built) return built.error();
    return run_all("tried/product");
}

} // namespace assay::source
