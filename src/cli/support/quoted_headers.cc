#include "cli/support/quoted_headers.h"

#include "base/file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

// Also of lines that are not compiled, and of __has_include: one file too many does no harm.
std::vector<std::string> quoted_names(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line[begin] != '#') continue;
        const size_t word = line.find("include", begin);
        if (word == std::string::npos) continue;
        const size_t open = line.find('"', word);
        const size_t close = open == std::string::npos ? open : line.find('"', open + 1);
        if (close == std::string::npos) continue;
        const std::string name = line.substr(open + 1, close - open - 1);
        if (!name.empty() && name.front() != '/' && name.find('\0') == std::string::npos)
            names.push_back(name);
    }
    return names;
}

bool is_below(const fs::path& path, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

class Collection {
  public:
    Collection(std::string as_given, fs::path program, const HeaderLimits& limits)
        : as_given_(std::move(as_given)), program_(std::move(program)), folder_(program_.parent_path()),
          limits_(limits) {}

    Result<void> read_all() {
        if (auto read = add(program_); !read) return read;
        for (size_t i = 0; i < found_.size(); ++i) {
            const std::vector<std::string> names = quoted_names(found_[i].text);
            for (const std::string& name : names)
                if (auto added = add_header(name, fs::path(found_[i].name).parent_path()); !added)
                    return added;
        }
        return {};
    }

    std::vector<testcase::File> take() {
        fs::path root = folder_;
        for (const testcase::File& file : found_)
            while (!is_below(file.name, root)) root = root.parent_path();
        for (testcase::File& file : found_) file.name = fs::path(file.name).lexically_relative(root).string();
        return std::move(found_);
    }

  private:
    const std::string as_given_; // for messages
    const fs::path program_, folder_;
    const HeaderLimits& limits_;
    std::vector<testcase::File> found_; // by full path
    std::set<std::string> seen_;
    size_t bytes_ = 0;

    // Beside the file that includes it, as compilers look for it, or beside the program: an option may say
    // so.
    Result<void> add_header(const std::string& name, const fs::path& includer) {
        for (const fs::path& folder : {includer, folder_}) {
            const fs::path path = (folder / name).lexically_normal();
            std::error_code ignored;
            if (seen_.contains(path.string())) return {};
            if (!fs::exists(path, ignored) || fs::is_directory(path, ignored)) continue;
            return add(path);
        }
        return {};
    }

    Result<void> add(const fs::path& path) {
        if (found_.size() >= limits_.files)
            return Error{fmt::format("{}: includes more than {} files", as_given_, limits_.files)};
        const bool itself = path == program_;
        auto text = base::read_file(itself ? as_given_ : path.string(), limits_.bytes);
        if (!text && itself) return text.error();
        if (!text) return Error{fmt::format("{}: includes {}", as_given_, text.error().message)};
        bytes_ += text->size();
        if (bytes_ > limits_.bytes)
            return Error{fmt::format("{}: is larger than {} bytes with the files that it includes", as_given_,
                                     limits_.bytes)};
        seen_.insert(path.string());
        found_.push_back({path.string(), std::move(*text)});
        return {};
    }
};

} // namespace

Result<std::vector<testcase::File>> with_quoted_headers(const std::string& path, const HeaderLimits& limits) {
    std::error_code error;
    const fs::path full = fs::absolute(path, error).lexically_normal();
    if (error) return Error{fmt::format("{}: cannot read: {}", path, error.message())};
    Collection all(path, full, limits);
    if (auto read = all.read_all(); !read) return read.error();
    return all.take();
}

} // namespace assay::cli
