#include "compilers.h"

#include "base/check.h"
#include "print/compile_and_run.h"

#include <atomic>
#include <fmt/format.h>
#include <thread>

namespace assay::tests {

namespace {

base::TemporaryFolder fresh_folder() {
    auto made = base::TemporaryFolder::make();
    if (!made) base::fail(made.error().message);
    return *std::move(made);
}

} // namespace

TempFolder::TempFolder() : folder_(fresh_folder()) {}

std::string driver_of(const std::string& family, program::Standard standard) {
    if (!is_cxx(standard)) return family;
    return family == "gcc" ? "g++" : family + "++";
}

bool has_compiler(const std::string& family) { return !base::find_program(family).empty(); }

bool has_m32() { return print::has_compiler("gcc", {"-m32"}); }

base::Result<base::Finished> compile_and_run(const print::Printed& printed, const program::Platform& platform,
                                             const Build& build) {
    std::vector<std::string> options{"-w", "-std=" + std::string(name_of(platform.standard))};
    if (platform.target.pointer_bits == 32) options.emplace_back("-m32");
    options.insert(options.end(), build.options.begin(), build.options.end());
    print::Ran ran = print::compile_and_run(printed, driver_of(build.family, platform.standard), options);
    if (!ran.compiled) return base::Error{fmt::format("not compiled: {}", ran.complaints.substr(0, 600))};
    return std::move(ran.program);
}

std::string misbehaviour(const print::Printed& printed, const program::Platform& platform,
                         const Build& build) {
    std::string where = fmt::format("{} -std={} {}", driver_of(build.family, platform.standard),
                                    name_of(platform.standard), name_of(platform.target));
    for (const std::string& option : build.options) where += " " + option;
    const auto done = compile_and_run(printed, platform, build);
    if (!done) return fmt::format("{}: {}", where, done.error().message);
    if (done->timed_out) return where + ": does not end";
    const std::string said = done->err.empty() ? "" : ": " + done->err.substr(0, 600);
    if (done->signal != 0) return fmt::format("{}: signal {}{}", where, done->signal, said);
    if (done->exit != 0) return fmt::format("{}: exit {}{}", where, done->exit, said);
    if (done->out != printed.expected)
        return fmt::format("{}: prints '{}', must print '{}'", where, done->out, printed.expected);
    return {};
}

void in_parallel(size_t jobs, const std::function<void(size_t)>& job) {
    std::atomic<size_t> next{0};
    std::vector<std::thread> workers;
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < cores; ++i)
        workers.emplace_back([&] {
            for (size_t mine = next++; mine < jobs; mine = next++) job(mine);
        });
    for (std::thread& worker : workers) worker.join();
}

} // namespace assay::tests
