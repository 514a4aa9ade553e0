// Programs of `assay generate --method grow` under real compilers: without optimisation, and under the
// sanitizers of gcc and clang, they print what is expected and raise no alarm. ASSAY_GROW_PROGRAMS says how
// many (Fully: 5000), ASSAY_GROW_SEED from which seed on.
#include "base/file.h"
#include "support/compilers.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mutex>

namespace assay::tests {
namespace {

uint64_t number_from(const char* variable, uint64_t otherwise) {
    const char* given = std::getenv(variable);
    return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

struct Kind {
    const char* name;
    std::vector<std::string> options; // of generate
};
const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{{"c", {}},
                                       {"c++", {"--lang", "c++"}},
                                       {"ilp32", {"--target", "ilp32"}},
                                       {"plain", {"--no-policies", "--size", "tiny"}}};
    return all;
}

const std::vector<Build>& builds() {
    static const std::vector<Build> all{
        {"gcc", {"-O0"}},
        {"clang", {"-O0"}},
        {"gcc", {"-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}},
        {"clang", {"-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}},
        {"clang", {"-O1", "-fsanitize=memory", "-fno-sanitize-recover=all"}},
    };
    return all;
}

// The value of a text member of test.json, which Assay writes one to a line.
std::string member(const std::string& json, const std::string& name) {
    const std::string key = fmt::format("\"{}\": \"", name);
    const size_t from = json.find(key);
    if (from == std::string::npos) return {};
    const size_t begin = from + key.size();
    return json.substr(begin, json.find('"', begin) - begin);
}

std::vector<std::string> sources_of(const std::string& json) {
    std::vector<std::string> found;
    size_t at = json.find('[', json.find("\"files\""));
    const size_t end = json.find(']', at);
    while ((at = json.find('"', at + 1)) < end) {
        const size_t close = json.find('"', at + 1);
        found.push_back(json.substr(at + 1, close - at - 1));
        at = close;
    }
    return found;
}

// Empty, or what is wrong.
std::string examine(const std::string& folder, const Build& build) {
    const auto json = base::read_file(folder + "/test.json");
    if (!json) return json.error().message;
    const bool cxx = member(*json, "language") == "c++", m32 = member(*json, "target") == "ilp32";
    const auto& options = build.options;
    const bool memory = std::find(options.begin(), options.end(), "-fsanitize=memory") != options.end();
    if (m32 && (memory || !has_m32())) return {};
    std::string driver = build.family == "gcc" ? (cxx ? "g++" : "gcc") : (cxx ? "clang++" : "clang");
    std::vector<std::string> argv{driver, "-w", "-std=" + member(*json, "standard")};
    argv.insert(argv.end(), build.options.begin(), build.options.end());
    if (m32) argv.push_back("-m32");
    for (const std::string& source : sources_of(*json)) argv.push_back(source);
    argv.insert(argv.end(), {"-o", "program"});
    const auto compiled = base::run({argv, folder});
    if (!compiled || !compiled->ok()) return compiled ? compiled->err : compiled.error().message;
    const auto ran = base::run({{"./program"}, folder, {}, std::chrono::seconds(20)});
    if (!ran) return ran.error().message;
    std::string expected = member(*json, "expected");
    if (expected.size() >= 2 && expected.ends_with("\\n")) expected.replace(expected.size() - 2, 2, "\n");
    if (ran->ok() && ran->out == expected) return {};
    return fmt::format("exit {}, signal {}, printed {}, expected {}: {}", ran->exit, ran->signal, ran->out,
                       expected, ran->err.substr(0, 500));
}

void examine_programs(uint64_t count) {
    const uint64_t first = number_from("ASSAY_GROW_SEED", 500'000);
    std::mutex mutex;
    in_parallel(count, [&](size_t i) {
        const uint64_t seed = first + i;
        const Kind& kind = kinds()[i % kinds().size()];
        const TempFolder folder;
        std::vector<std::string> argv{ASSAY_PROGRAM, "generate",           "--method", "grow",
                                      "--seed",      std::to_string(seed), "--out",    folder.path()};
        argv.insert(argv.end(), kind.options.begin(), kind.options.end());
        const auto made = base::run({argv});
        for (const Build& build : builds()) {
            std::string wrong = !made || !made->ok() ? "it was not generated" : "";
            if (wrong.empty()) wrong = examine(fmt::format("{}/grow-{}", folder.path(), seed), build);
            if (wrong.empty()) continue;
            const std::lock_guard lock(mutex);
            ADD_FAILURE() << "seed " << seed << " (" << kind.name << "), " << build.family << " "
                          << build.options.back() << ": " << wrong;
        }
    });
}

TEST(GrowPrograms, AreValid) { examine_programs(number_from("ASSAY_GROW_PROGRAMS", 16)); }
TEST(GrowPrograms, AreValidFully) { examine_programs(number_from("ASSAY_GROW_PROGRAMS", 5000)); }

} // namespace
} // namespace assay::tests
