#include "compilers.h"

#include "base/check.h"
#include "base/file.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

namespace assay::tests {

TempFolder::TempFolder() {
    path_ = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    base::check(::mkdtemp(path_.data()) != nullptr, "cannot make a temporary folder");
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string driver_of(const std::string& family, program::Standard standard) {
    if (!is_cxx(standard)) return family;
    return family == "gcc" ? "g++" : family + "++";
}

bool has_compiler(const std::string& family) { return !base::find_program(family).empty(); }

bool has_m32() {
    const TempFolder folder;
    const std::string source = folder.path() + "/m32.c";
    if (!base::write_file(source, "int main(void) { return sizeof(long) == 4 ? 0 : 1; }\n")) return false;
    const auto compiled = base::run({.argv = {"gcc", "-m32", source, "-o", folder.path() + "/m32"}});
    if (!compiled || !compiled->ok()) return false;
    const auto ran = base::run({.argv = {folder.path() + "/m32"}});
    return ran && ran->ok();
}

base::Result<base::Finished> compile_and_run(const print::Printed& printed, const program::Platform& platform,
                                             const Build& build) {
    const TempFolder folder;
    for (const print::File& file : printed.files)
        if (auto written = base::write_file(folder.path() + "/" + file.name, file.text); !written)
            return written.error();
    std::vector<std::string> argv{driver_of(build.family, platform.standard), "-w",
                                  "-std=" + std::string(name_of(platform.standard))};
    if (platform.target.pointer_bits == 32) argv.push_back("-m32");
    argv.insert(argv.end(), build.options.begin(), build.options.end());
    argv.insert(argv.end(), printed.sources.begin(), printed.sources.end());
    argv.insert(argv.end(), {"-o", "program"});
    const auto compiled = base::run({.argv = argv, .folder = folder.path()});
    if (!compiled) return compiled;
    if (!compiled->ok()) return base::Error{fmt::format("not compiled: {}", compiled->err.substr(0, 600))};
    return base::run(
        {.argv = {folder.path() + "/program"}, .folder = folder.path(), .limit = std::chrono::seconds(20)});
}

std::string misbehaviour(const print::Printed& printed, const program::Platform& platform,
                         const Build& build) {
    std::string where = fmt::format("{} -std={} {}", driver_of(build.family, platform.standard),
                                    name_of(platform.standard), name_of(platform.target));
    for (const std::string& option : build.options) where += " " + option;
    const auto done = compile_and_run(printed, platform, build);
    if (!done) return fmt::format("{}: {}", where, done.error().message);
    if (done->timed_out) return where + ": does not end";
    if (done->signal != 0) return fmt::format("{}: signal {}", where, done->signal);
    if (done->exit != 0) return fmt::format("{}: exit {}", where, done->exit);
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
