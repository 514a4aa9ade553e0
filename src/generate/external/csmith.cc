#include "generate/external/csmith.h"

#include "base/file.h"
#include "base/process.h"
#include "choice/choices.h"
#include "generate/external/foreign.h"
#include "program/target.h"

#include <fmt/format.h>

namespace assay::generate::external {
namespace {

using base::Error;
using base::Result;
using choice::Choices;
using choice::Option;
using choice::SiteOf;
using testcase::Settings;
using testcase::TestCase;

// How many of the features below are left out.
constexpr SiteOf kSwarm{"csmith.swarm", Option{0U, "none", 2}, Option{15U, "few", 3}, Option{50U, "half", 3}};
constexpr SiteOf kFunctions{"csmith.functions", Option{2, "2", 2}, Option{5, "5", 3}, Option{10, "10", 2}};
constexpr SiteOf kDepth{"csmith.depth", Option{2, "2", 1}, Option{3, "3", 2}, Option{5, "5", 2}};
constexpr SiteOf kExpressions{"csmith.expressions", Option{5, "5", 1}, Option{10, "10", 3},
                              Option{20, "20", 1}};

constexpr const char* kFeatures[] = {
    "arrays",           "bitfields",
    "comma-operators",  "compound-assignment",
    "consts",           "divs",
    "embedded-assigns", "jumps",
    "longlong",         "muls",
    "pointers",         "structs",
    "unions",           "volatiles",
    "packed-struct",    "inline-function",
    "const-pointers",   "volatile-pointers",
};

constexpr const char* kHeaders[] = {"csmith.h", "random_inc.h", "safe_math.h", "safe_math_macros.h",
                                    "platform_generic.h"};
constexpr const char* kHeaderFolders[] = {"/usr/include/csmith", "/usr/local/include/csmith",
                                          "/usr/include/csmith-2.3.0", "/usr/local/include/csmith-2.3.0"};

class Csmith : public testcase::Method {
  public:
    explicit Csmith(std::vector<std::string> more) : more_(std::move(more)) {}
    std::string_view name() const override { return "csmith"; }
    std::string_view summary() const override { return "programs of Csmith with random sets of options"; }
    std::vector<const choice::Site*> sites() const override {
        return {&kSwarm, &kFunctions, &kDepth, &kExpressions};
    }
    const choice::Tally& tally() const override { return tally_; }
    std::vector<testcase::Setting> settings_for(std::string_view) const override {
        return {{"standard", csmith_standards(), "as in -std=; otherwise the method chooses"}};
    }
    // Its programs are large, and what they print is not known: they cost the most for what they find.
    uint32_t default_weight() const override { return 1; }
    std::vector<testcase::Lack> lacks() const override {
        std::string missing = csmith_missing();
        if (missing.empty()) return {};
        return {{true, "", std::move(missing)}};
    }
    Result<TestCase> make(uint64_t seed, const Settings& settings) override;
    void stop() override { sandbox_.stop(); }

  private:
    const std::vector<std::string> more_; // options
    choice::Tally tally_;
    std::vector<testcase::File> headers_; // read once
    sandbox::OnDemand sandbox_;
    Result<void> find_headers();
    std::vector<std::string> command_for(uint64_t seed, const Settings& settings);
};

Result<void> Csmith::find_headers() {
    if (!headers_.empty()) return {};
    auto found = csmith_headers();
    if (!found) return found.error();
    headers_ = std::move(*found);
    return {};
}

std::vector<std::string> Csmith::command_for(uint64_t seed, const Settings& settings) {
    choice::Session session(settings.policy);
    Choices c = Choices(session, seed).fork("csmith");
    // Csmith takes 32 bits.
    std::vector<std::string> command{"csmith", "--concise", "--seed", std::to_string(seed & 0xffffffff)};
    const unsigned left_out = c.pick(kSwarm);
    for (const char* feature : kFeatures)
        if (c.percent(left_out)) command.push_back(fmt::format("--no-{}", feature));
    const int functions = c.pick(kFunctions), depth = c.pick(kDepth), expressions = c.pick(kExpressions);
    for (const auto& [option, value] :
         {std::pair("--max-funcs", functions), std::pair("--max-block-depth", depth),
          std::pair("--max-expr-complexity", expressions)}) {
        command.emplace_back(option);
        command.push_back(std::to_string(value));
    }
    command.insert(command.end(), more_.begin(), more_.end());
    tally_.merge(session.tally());
    return command;
}

Result<TestCase> Csmith::make(uint64_t seed, const Settings& settings) {
    if (settings.language != "c") return Error{fmt::format("csmith makes c, not '{}'", settings.language)};
    if (auto target = program::target_named(settings.target); !target) return target.error();
    if (auto found = find_headers(); !found) return found.error();
    auto sandbox = sandbox_.get();
    if (!sandbox) return sandbox.error();
    // A set of options that never ends for a seed is given up, and the next ones are tried.
    constexpr uint64_t kAttempts = 5, kStride = 0x9e3779b97f4a7c15;
    for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        (*sandbox)->clear();
        const auto made = run_foreign(**sandbox, {.argv = command_for(seed + attempt * kStride, settings),
                                                  .limit = std::chrono::seconds(10)});
        if (!made) return Error{made.error().message + "; install the package csmith"};
        if (!made->ok() || made->out.empty() || made->truncated) continue;
        TestCase test;
        test.files.push_back({"test.c", made->out});
        test.files.insert(test.files.end(), headers_.begin(), headers_.end());
        test.sources = {"test.c"};
        test.language = "c";
        test.standard = settings["standard"];
        test.target = settings.target;
        test.promises = {true, true, false};
        test.origin.method = name();
        test.origin.seed = seed;
        test.origin.settings = settings.changed();
        return test;
    }
    return Error{fmt::format("csmith: seed {} gave no program in {} attempts", seed, kAttempts)};
}

} // namespace

Result<std::vector<testcase::File>> csmith_headers() {
    for (const std::string folder : kHeaderFolders) {
        std::vector<testcase::File> found;
        for (const char* header : kHeaders)
            if (auto text = base::read_file(folder + "/" + header))
                found.push_back({header, std::move(*text)});
        if (found.size() == std::size(kHeaders)) return found;
    }
    return Error{"csmith: its headers are missing; install the package libcsmith-dev"};
}

std::string csmith_missing() {
    const bool program = !base::find_program("csmith").empty(), headers = csmith_headers().ok();
    if (program && headers) return {};
    return fmt::format("no {}; apt-get install csmith libcsmith-dev",
                       program ? "headers of csmith" : "csmith");
}

std::vector<std::string> csmith_standards() {
    return {"c89", "c99", "c11", "c17", "c2x", "c23", "gnu89", "gnu99", "gnu11", "gnu17", "gnu2x", "gnu23"};
}

std::unique_ptr<testcase::Method> make_csmith() { return make_csmith_with({}); }
std::unique_ptr<testcase::Method> make_csmith_with(std::vector<std::string> options) {
    return std::make_unique<Csmith>(std::move(options));
}

} // namespace assay::generate::external
