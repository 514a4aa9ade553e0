#include "cli/support/given_programs.h"

#include "base/file.h"
#include "base/listed.h"
#include "cli/support/quoted_headers.h"
#include "testcase/language.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

std::string language_of(const fs::path& path) {
    const testcase::Language* language = testcase::language_of_file(path.filename().string());
    return language == nullptr ? "" : language->name;
}

// ".c, .cpp or .py"
std::string known_endings() {
    std::vector<std::string> all;
    for (const testcase::Language& language : testcase::languages())
        all.insert(all.end(), language.extensions.begin(), language.extensions.end());
    return base::listed(all, "or");
}

Result<Given> from_file(const fs::path& path) {
    Given given{path.string(), {}};
    testcase::TestCase& test = given.test;
    test.language = language_of(path);
    if (test.language.empty())
        return Error{fmt::format("{}: not a program that Assay knows: its name must end in {}", path.string(),
                                 known_endings())};
    auto files = with_quoted_headers(path.string());
    if (!files) return files.error();
    test.files = std::move(*files);
    test.sources = {test.files.front().name};
    test.target = "lp64";
    test.promises = {true, true, false};
    test.origin.method = "given";
    return given;
}

Result<Given> from_json(const fs::path& folder) {
    auto json = base::read_file((folder / "test.json").string());
    if (!json) return json.error();
    auto test = testcase::test_from_json(*json);
    if (!test) return Error{fmt::format("{}: {}", (folder / "test.json").string(), test.error().message)};
    Given given{folder.string(), std::move(*test)};
    auto files = base::files_below(folder.string());
    if (!files) return files.error();
    for (const fs::path file : *files) {
        if (file.filename() == "test.json") continue;
        auto text = base::read_file(file.string());
        if (!text) return text.error();
        given.test.files.push_back({file.lexically_relative(folder).string(), std::move(*text)});
    }
    return given;
}

Result<void> add(const fs::path& path, bool named_by_user, std::vector<Given>& all) {
    if (!base::is_there(path.string())) {
        // What the user did not name may be a link that leads nowhere.
        if (!named_by_user) return {};
        return Error{fmt::format("{}: {}", path.string(),
                                 errno == ENOENT ? "there is no such file or folder" : std::strerror(errno))};
    }
    if (!base::is_folder(path.string())) {
        if (!named_by_user && language_of(path).empty()) return {};
        auto given = from_file(path);
        if (!given) return given.error();
        all.push_back(std::move(*given));
        return {};
    }
    if (base::is_there((path / "test.json").string())) {
        auto given = from_json(path);
        if (!given) return given.error();
        all.push_back(std::move(*given));
        return {};
    }
    std::vector<fs::path> inside;
    std::error_code failed, ignored;
    fs::directory_iterator entry(path, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(ignored))
        if (!entry->is_symlink(ignored) || !entry->is_directory(ignored)) // a link may lead back up
            inside.push_back(entry->path());
    if (failed) return Error{fmt::format("{}: cannot read: {}", path.string(), failed.message())};
    std::sort(inside.begin(), inside.end());
    for (const fs::path& one : inside)
        if (auto added = add(one, false, all); !added) return added;
    return {};
}

} // namespace

Result<std::vector<Given>> given_programs(const std::vector<std::string>& paths) {
    std::vector<Given> all;
    for (const std::string& path : paths) {
        const size_t before = all.size();
        if (auto added = add(path, true, all); !added) return added.error();
        if (all.size() == before) return Error{fmt::format("{}: there are no programs in it", path)};
    }
    return all;
}

} // namespace assay::cli
