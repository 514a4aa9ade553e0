#include "source/prune/yard.h"

#include "base/path.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace assay::source::prune {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

// By cp, which keeps times: a copy in which everything is new makes tools like automake run again.
Result<std::string> Yard::fresh_copy(const std::string& tree, const std::string& name) const {
    std::error_code failed;
    fs::remove_all(place(name), failed);
    fs::create_directories(place(name), failed);
    const std::string copy = place(name) + "/" + fs::path(project_.folder).filename().string();
    const auto done = world_.run({.argv = {"cp", "-a", tree, copy}, .limit = project_.limit});
    if (!done) return done.error();
    if (!done->ok()) return Error{fmt::format("cannot copy {}: {}", tree, done->err.substr(0, 300))};
    return copy;
}

Phase Yard::test_again(const std::string& tree, const std::string& wrapper, double usual) const {
    const std::chrono::seconds patience(static_cast<int64_t>(60 + 20 * usual));
    return command(project_.test, tree, wrapper, {}, std::min(patience, project_.limit));
}

Phase Yard::command(const std::string& text, const std::string& tree, const std::string& wrapper,
                    const std::string& profiles, std::chrono::seconds limit) const {
    const Clock::time_point start = Clock::now();
    // What ccache remembers would neither be seen nor take the time that it takes.
    std::vector<std::string> environment{fmt::format("PATH={}:{}", wrapper, base::search_path()),
                                         "CC=" + wrapper + "/cc", "CCACHE_DISABLE=1"};
    if (!profiles.empty()) environment.push_back("LLVM_PROFILE_FILE=" + profiles + "/%m-%p.profraw");
    auto ran = world_.run(
        {.argv = {"sh", "-c", text}, .folder = tree, .environment = std::move(environment), .limit = limit});
    const std::chrono::duration<double> took = Clock::now() - start;
    if (!ran) return {false, ran.error().message, took.count()};
    const std::string end = ran->ending == testcase::Ending::TimedOut ? "\nit did not end in time\n" : "";
    return {ran->ok(), ran->out + ran->err + end, took.count()};
}

} // namespace assay::source::prune
