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

base::Result<std::string> make_folder() {
    std::error_code failed;
    std::string folder = (fs::temp_directory_path(failed) / "assay-reduce-XXXXXX").string();
    if (failed || ::mkdtemp(folder.data()) == nullptr)
        return base::Error{"cannot make a temporary folder: is TMPDIR writable?"};
    return folder;
}

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

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

} // namespace

base::Result<std::unique_ptr<ScriptTest>>
ScriptTest::make(const std::string& script, const std::string& file_name, std::chrono::milliseconds limit) {
    auto path = runnable(script);
    if (!path) return path.error();
    auto folder = make_folder();
    if (!folder) return folder.error();
    return std::unique_ptr<ScriptTest>(new ScriptTest(*path, file_name, limit, *folder));
}

ScriptTest::~ScriptTest() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

Answer ScriptTest::test_text(const std::string& text, unsigned slot) {
    const std::string here = fmt::format("{}/{}", folder_, slot);
    const Remover remover{here};
    std::error_code failed;
    fs::create_directory(here, failed);
    if (failed || !base::write_file(here + "/" + file_name_, text)) return Answer::Unknown;
    const auto finished = base::run({.argv = {script_}, .folder = here, .limit = limit_, .output_limit = 0});
    if (!finished) return Answer::Unknown;
    return finished->ok() ? Answer::Yes : Answer::No;
}

std::string script_of(std::span<const std::vector<std::string>> commands) {
    std::string text = "#!/bin/sh\n";
    for (size_t i = 0; i < commands.size(); ++i) {
        for (const std::string& word : commands[i]) {
            const size_t mark = word.find_first_not_of("0123456789&");
            const bool redirects = mark != word.npos && mark < 2 && (word[mark] == '>' || word[mark] == '<');
            const size_t end = redirects ? word.find_first_not_of("><", mark) : 0;
            if (redirects && end != word.npos)
                text += word.substr(0, end) + quoted(word.substr(end)) + " ";
            else
                text += quoted(word) + " ";
        }
        text += i + 1 < commands.size() ? "&&\n" : "\n";
    }
    return text;
}

bool has_cvise() { return !base::find_program("cvise").empty(); }

base::Result<std::string> reduce_with_cvise(const std::string& text, const std::string& file_name,
                                            const std::string& script, unsigned jobs,
                                            std::chrono::milliseconds limit) {
    if (!has_cvise()) return base::Error{"cvise is not installed"};
    auto path = runnable(script);
    if (!path) return path.error();
    const auto folder = make_folder();
    if (!folder) return folder.error();
    const Remover remover{*folder};
    const std::string file = *folder + "/" + file_name;
    if (auto written = base::write_file(file, text); !written) return written.error();
    // Out of time it is killed, and what it has in its own temporary folders would stay.
    const std::string temporary = *folder + "/tmp";
    std::error_code failed;
    fs::create_directory(temporary, failed);
    const auto finished = base::run(
        {.argv = {"env", "TMPDIR=" + temporary, "cvise", "--n", std::to_string(jobs), *path, file_name},
         .folder = *folder,
         .limit = limit});
    if (!finished) return finished.error();
    // Out of time, it has left the best so far.
    if (!finished->ok() && !finished->timed_out)
        return base::Error{fmt::format("cvise failed with status {}: {}", finished->exit, finished->err)};
    return base::read_file(file);
}

} // namespace assay::reduce::text
