#include "cli/support/given_programs.h"

#include "base/file.h"
#include "base/listed.h"
#include "cli/support/quoted_headers.h"
#include "testcase/language.h"

#include <algorithm>
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
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, ignored)) {
        if (!entry.is_regular_file() || entry.path().filename() == "test.json") continue;
        auto text = base::read_file(entry.path().string());
        if (!text) return text.error();
        given.test.files.push_back({entry.path().lexically_relative(folder).string(), std::move(*text)});
    }
    return given;
}

Result<void> add(const fs::path& path, bool named_by_user, std::vector<Given>& all) {
    if (!fs::exists(path)) return Error{fmt::format("{}: there is no such file or folder", path.string())};
    if (!fs::is_directory(path)) {
        if (!named_by_user && language_of(path).empty()) return {};
        auto given = from_file(path);
        if (!given) return given.error();
        all.push_back(std::move(*given));
        return {};
    }
    if (fs::exists(path / "test.json")) {
        auto given = from_json(path);
        if (!given) return given.error();
        all.push_back(std::move(*given));
        return {};
    }
    std::vector<fs::path> inside;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored))
        if (!entry.is_symlink(ignored) || !entry.is_directory(ignored)) // a link may lead back up
            inside.push_back(entry.path());
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
