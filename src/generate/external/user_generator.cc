#include "generate/external/user_generator.h"

#include "generate/external/foreign.h"
#include "testcase/language.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace assay::generate::external {
namespace {

using base::Error;
using base::Result;
using testcase::Settings;
using testcase::TestCase;

std::string filled(std::string text, std::string_view mark, const std::string& with) {
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
        text.replace(at, mark.size(), with);
    return text;
}

Result<std::vector<testcase::File>> files_in(const sandbox::Sandbox& sandbox) {
    auto names = sandbox.files();
    if (!names) return names.error();
    std::vector<testcase::File> files;
    for (std::string& name : *names) {
        auto text = sandbox.read(name);
        if (!text) return text.error();
        files.push_back({std::move(name), std::move(*text)});
    }
    return files;
}

std::string said(const testcase::Execution& execution) {
    using testcase::Ending;
    switch (execution.ending) {
    case Ending::Exited: return "failed: " + execution.err.substr(0, 200);
    case Ending::Signalled: return fmt::format("was ended by signal {}", execution.code);
    case Ending::TimedOut: return "did not end in time ('limit')";
    case Ending::OutOfMemory: return "took too much memory or too many processes";
    case Ending::TooMuchOutput: return "printed without end";
    case Ending::NotStarted: break;
    }
    return execution.err;
}

// The user's, who may have set what the generator needs; temporary files go to the sandbox.
std::vector<std::string> users_environment() {
    std::vector<std::string> all;
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry)
        if (!std::string_view(*entry).starts_with("TMPDIR=")) all.emplace_back(*entry);
    return all;
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
    void stop() override { sandbox_.stop(); }

  private:
    UserGenerator generator_;
    choice::Tally tally_;
    sandbox::OnDemand sandbox_;

    Result<std::vector<testcase::File>> attempt(sandbox::Sandbox& sandbox, uint64_t seed) const;
    std::vector<std::string> sources_of(const std::vector<testcase::File>& files) const;
};

Result<std::vector<testcase::File>> UserMethod::attempt(sandbox::Sandbox& sandbox, uint64_t seed) const {
    Foreign what{generator_.command, users_environment(), generator_.limit};
    for (std::string& word : what.argv) {
        word = filled(std::move(word), "{seed}", std::to_string(seed));
        word = filled(std::move(word), "{folder}", sandbox.folder());
    }
    sandbox.clear();
    const auto made = run_foreign(sandbox, what);
    if (!made) return made.error();
    if (!made->ok()) return Error{fmt::format("'{}' {}", what.argv[0], said(*made))};
    auto files = files_in(sandbox);
    if (!files || !files->empty()) return files;
    if (made->truncated) return Error{fmt::format("'{}' printed more than 16 MB", what.argv[0])};
    if (made->out.empty()) return Error{fmt::format("'{}' left no file and printed nothing", what.argv[0])};
    return std::vector<testcase::File>{{"test" + testcase::extension_of(generator_.language), made->out}};
}

std::vector<std::string> UserMethod::sources_of(const std::vector<testcase::File>& files) const {
    if (!generator_.sources.empty()) return generator_.sources;
    std::vector<std::string> sources;
    for (const testcase::File& file : files)
        if (file.name.ends_with(testcase::extension_of(generator_.language))) sources.push_back(file.name);
    return sources;
}

Result<TestCase> UserMethod::make(uint64_t seed, const Settings& settings) {
    // A seed that the generator cannot do is given up, and others are tried in its place.
    constexpr uint64_t kAttempts = 5, kStride = 7919;
    std::string why;
    auto sandbox = sandbox_.get();
    if (!sandbox) return sandbox.error();
    for (uint64_t i = 0; i < kAttempts && !(*sandbox)->broken(); ++i) {
        auto files = attempt(**sandbox, seed + i * kStride);
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
                                     testcase::extension_of(generator_.language))};
        test.files = std::move(*files);
        test.language = generator_.language;
        test.standard = generator_.standard;
        test.target = settings.target;
        test.promises = {generator_.no_ub, true, false};
        test.origin.method = name();
        test.origin.seed = seed;
        test.origin.settings = settings.changed();
        for (const std::string& word : generator_.command)
            test.origin.settings["command"] += (test.origin.settings["command"].empty() ? "" : " ") + word;
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
