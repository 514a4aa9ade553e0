#include "generate/external/user_generator.h"

#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace assay::generate::external {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;
using testcase::Settings;
using testcase::TestCase;

std::string ending_of(const std::string& language) {
    if (language == "c++") return ".cpp";
    if (language == "python") return ".py";
    return "." + language;
}

std::string filled(std::string text, std::string_view mark, const std::string& with) {
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
        text.replace(at, mark.size(), with);
    return text;
}

// By name, so that the order in which a folder is read does not matter.
Result<std::vector<testcase::File>> files_in(const std::string& folder) {
    std::vector<testcase::File> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
        if (!entry.is_regular_file()) continue;
        auto text = base::read_file(entry.path());
        if (!text) return text.error();
        files.push_back({fs::relative(entry.path(), folder).string(), std::move(*text)});
    }
    if (error) return Error{fmt::format("cannot read {}: {}", folder, error.message())};
    std::ranges::sort(files, {}, &testcase::File::name);
    return files;
}

class UserMethod : public testcase::Method {
  public:
    explicit UserMethod(UserGenerator generator) : generator_(std::move(generator)) {}
    std::string_view name() const override { return generator_.name; }
    std::string_view summary() const override { return "a generator of the user's"; }
    std::vector<std::string> languages() const override { return {generator_.language}; }
    std::vector<const choice::Site*> sites() const override { return {}; }
    const choice::Tally& tally() const override { return tally_; }
    Result<TestCase> make(uint64_t seed, const Settings& settings) override;

  private:
    UserGenerator generator_;
    choice::Tally tally_;

    Result<std::vector<testcase::File>> attempt(uint64_t seed) const;
    std::vector<std::string> sources_of(const std::vector<testcase::File>& files) const;
};

Result<std::vector<testcase::File>> UserMethod::attempt(uint64_t seed) const {
    auto folder = base::TemporaryFolder::make();
    if (!folder) return folder.error();
    base::Command command{.argv = generator_.command, .folder = folder->path(), .limit = generator_.limit};
    for (std::string& word : command.argv) {
        word = filled(std::move(word), "{seed}", std::to_string(seed));
        word = filled(std::move(word), "{folder}", folder->path());
    }
    const auto made = base::run(command);
    if (!made) return made.error();
    if (!made->ok()) return Error{fmt::format("'{}' failed: {}", command.argv[0], made->err.substr(0, 200))};
    auto files = files_in(folder->path());
    if (!files || !files->empty()) return files;
    if (made->out.empty())
        return Error{fmt::format("'{}' left no file and printed nothing", command.argv[0])};
    return std::vector<testcase::File>{{"test" + ending_of(generator_.language), made->out}};
}

std::vector<std::string> UserMethod::sources_of(const std::vector<testcase::File>& files) const {
    if (!generator_.sources.empty()) return generator_.sources;
    std::vector<std::string> sources;
    for (const testcase::File& file : files)
        if (file.name.ends_with(ending_of(generator_.language))) sources.push_back(file.name);
    return sources;
}

Result<TestCase> UserMethod::make(uint64_t seed, const Settings& settings) {
    // A seed that the generator cannot do is given up, and others are tried in its place.
    constexpr uint64_t kAttempts = 5, kStride = 7919;
    std::string why;
    for (uint64_t i = 0; i < kAttempts; ++i) {
        auto files = attempt(seed + i * kStride);
        if (!files) {
            why = files.error().message;
            continue;
        }
        TestCase test;
        test.sources = sources_of(*files);
        for (const std::string& source : test.sources)
            if (std::ranges::find(*files, source, &testcase::File::name) == files->end())
                return Error{fmt::format("generator {}: it did not make {}", name(), source)};
        if (test.sources.empty())
            return Error{fmt::format("generator {}: no file it made ends in {}; name its 'sources'", name(),
                                     ending_of(generator_.language))};
        test.files = std::move(*files);
        test.language = generator_.language;
        test.standard = generator_.standard;
        test.target = settings.target;
        test.promises = {generator_.no_ub, true, false};
        test.origin.method = name();
        test.origin.seed = seed;
        test.origin.settings = settings.changed();
        return test;
    }
    return Error{
        fmt::format("generator {}: no program of seed {} in {} attempts: {}", name(), seed, kAttempts, why)};
}

} // namespace

std::unique_ptr<testcase::Method> make_user_method(UserGenerator generator) {
    return std::make_unique<UserMethod>(std::move(generator));
}

} // namespace assay::generate::external
