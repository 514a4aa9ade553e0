#include "corpus.h"

#include "base/file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace assay::tests {
namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> found;
    for (std::string word; in >> word;) found.push_back(word);
    return found;
}

std::string trimmed(const std::string& text) {
    const size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t\r");
    return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

base::Result<void> read_header(CorpusCase& made, const std::string& key, const std::string& value) {
    if (key == "undefined") {
        made.undefined = value;
    } else if (key == "sanitizer") {
        made.sanitizer = value;
    } else if (key == "shape") {
        made.shape = value;
    } else if (key == "miscompiled") {
        made.miscompiled = words(value);
        if (made.miscompiled.size() != 3)
            return base::Error{"'miscompiled' wants a family, a target and a level"};
    } else if (key == "targets") {
        made.targets = words(value);
    } else if (key == "standards") {
        for (const std::string& word : words(value)) {
            auto standard = program::standard_named(word);
            if (!standard) return standard.error();
            made.standards.push_back(*standard);
        }
    } else if (key == "final" || key.starts_with("final@")) {
        const size_t equals = value.find('=');
        if (equals == std::string::npos) return base::Error{"a final without '='"};
        const std::string where = key == "final" ? "" : key.substr(6);
        made.finals[where][trimmed(value.substr(0, equals))] = trimmed(value.substr(equals + 1));
    }
    return {};
}

} // namespace

std::map<std::string, std::string> CorpusCase::finals_on(const program::Platform& platform,
                                                         const std::string& target) const {
    std::map<std::string, std::string> merged;
    for (const std::string& where :
         {std::string(), std::string(is_cxx(platform.standard) ? "c++" : "c"), target}) {
        const auto found = finals.find(where);
        if (found == finals.end()) continue;
        for (const auto& [final, value] : found->second) merged[final] = value;
    }
    return merged;
}

base::Result<CorpusCase> read_case(const std::string& path, const std::string& name) {
    auto text = base::read_file(path);
    if (!text) return text.error();
    CorpusCase made;
    made.name = name;
    made.path = path;
    made.text = *text;
    std::istringstream in(*text);
    for (std::string line; std::getline(in, line) && line.starts_with(";");) {
        const size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::string key = trimmed(line.substr(1, colon - 1));
        if (key.find(' ') != std::string::npos) continue; // prose
        if (auto read = read_header(made, key, trimmed(line.substr(colon + 1))); !read)
            return base::Error{fmt::format("{}: {}", path, read.error().message)};
    }
    if (made.standards.empty()) made.standards = program::all_standards();
    if (made.targets.empty()) made.targets = {"lp64", "ilp32"};
    if (made.undefined.empty() && made.finals.empty())
        return base::Error{fmt::format("{}: says neither a final value nor what is undefined", path)};
    return made;
}

base::Result<std::vector<CorpusCase>> read_corpus(const std::string& folder) {
    std::vector<CorpusCase> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".model") continue;
        const std::string name = std::filesystem::relative(entry.path(), folder).replace_extension().string();
        auto read = read_case(entry.path().string(), name);
        if (!read) return read.error();
        all.push_back(*std::move(read));
    }
    std::ranges::sort(all, {}, &CorpusCase::name);
    return all;
}

} // namespace assay::tests
