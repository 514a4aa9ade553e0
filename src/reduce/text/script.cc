#include "reduce/text/script.h"

#include "base/file.h"
#include "base/process.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace assay::reduce::text {
namespace {

namespace fs = std::filesystem;

// Removes a folder when the function that has it ends.
struct Remover {
    const std::string& folder;
    ~Remover() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
};

base::Result<std::string> runnable(const std::string& script) {
    std::error_code failed;
    const std::string path = fs::absolute(script, failed).string();
    if (failed || ::access(path.c_str(), X_OK) != 0)
        return base::Error{fmt::format("cannot run {}: it must be an executable script (chmod +x)", script)};
    return path;
}

} // namespace

base::Result<std::unique_ptr<ScriptTest>>
ScriptTest::make(const std::string& script, const std::string& file_name, std::chrono::milliseconds limit) {
    auto path = runnable(script);
    if (!path) return path.error();
    auto folder = base::TemporaryFolder::make();
    if (!folder) return folder.error();
    return std::unique_ptr<ScriptTest>(new ScriptTest(*path, file_name, limit, std::move(*folder)));
}

sandbox::UsersWorld& ScriptTest::world_of(unsigned slot) {
    const std::lock_guard lock(mutex_);
    return worlds_[slot];
}

Answer ScriptTest::test_text(const std::string& text, unsigned slot) {
    const std::string here = fmt::format("{}/{}", folder_.path(), slot);
    const Remover remover{here};
    std::error_code failed;
    fs::create_directory(here, failed);
    if (failed) return unknown(here + ": " + failed.message());
    if (auto written = base::write_file(here + "/" + file_name_, text); !written)
        return unknown(written.error().message);
    const auto finished = world_of(slot).run({.argv = {script_}, .folder = here, .limit = limit_});
    if (!finished) return unknown(finished.error().message);
    return finished->ok() ? Answer::Yes : Answer::No;
}

Answer ScriptTest::unknown(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (trouble_.empty()) trouble_ = why;
    return Answer::Unknown;
}

std::string ScriptTest::trouble() {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

bool has_cvise() { return !base::find_program("cvise").empty(); }

base::Result<std::string> reduce_with_cvise(const std::string& text, const std::string& file_name,
                                            const std::string& script, unsigned jobs,
                                            std::chrono::milliseconds limit) {
    if (!has_cvise()) return base::Error{"cvise is not installed"};
    auto path = runnable(script);
    if (!path) return path.error();
    const auto folder = base::TemporaryFolder::make();
    if (!folder) return folder.error();
    const std::string file = folder->path() + "/" + file_name;
    if (auto written = base::write_file(file, text); !written) return written.error();
    // Out of time it is killed, and what it has in its own temporary folders would stay.
    const std::string temporary = folder->path() + "/tmp";
    std::error_code failed;
    fs::create_directory(temporary, failed);
    sandbox::UsersWorld world;
    const auto finished = world.run({.argv = {"cvise", "--n", std::to_string(jobs), *path, file_name},
                                     .folder = folder->path(),
                                     .environment = {"TMPDIR=" + temporary},
                                     .limit = limit});
    if (!finished) return finished.error();
    // Out of time, it has left the best so far.
    if (!finished->ok() && finished->ending != testcase::Ending::TimedOut)
        return base::Error{fmt::format("cvise failed with status {}: {}", finished->code, finished->err)};
    return base::read_file(file);
}

} // namespace assay::reduce::text
