// Prints a digest of what the methods make, for tests/same_bytes.sh, which compares what it prints when built
// with different compilers and standard libraries. One line for each test case, so that a difference has a
// name. With an argument it starts from other seeds.
#include "base/hash.h"
#include "generate/expand/expand.h"
#include "generate/grow/grow.h"
#include "testcase/method.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

namespace assay::generate {
namespace {

using testcase::Method;
using testcase::Settings;
using testcase::TestCase;

std::uint64_t digest(const TestCase& test) {
    std::uint64_t hash = base::hash_text(to_json(test));
    for (const testcase::File& file : test.files) hash = base::combine(hash, base::hash_text(file.text));
    return hash;
}

bool show(const base::Result<TestCase>& test, const char* how, std::uint64_t seed) {
    if (!test) {
        std::fprintf(stderr, "%s\n", test.error().message.c_str());
        return false;
    }
    std::printf("%s %" PRIu64 " %s %s %016" PRIx64 "\n", how, seed, test->standard.c_str(),
                test->target.c_str(), digest(*test));
    return true;
}

bool show_all(Method& method, std::uint64_t first) {
    constexpr std::uint64_t kCount = 8;
    for (const char* language : {"c", "c++"})
        for (const char* target : {"lp64", "ilp32"}) {
            Settings settings;
            settings.language = language;
            settings.target = target;
            for (std::uint64_t seed = first; seed < first + kCount; ++seed)
                if (!show(method.make(seed, settings), "alone", seed)) return false;
            if (method.batches(settings) && !show(method.make_batch(first, 4, settings), "batch", first))
                return false;
        }
    return true;
}

} // namespace
} // namespace assay::generate

int main(int argc, char**) {
    for (const auto make : {assay::generate::grow::make_method, assay::generate::expand::make_method})
        if (!assay::generate::show_all(*make(), argc > 1 ? 1000 : 1)) return 1;
    return 0;
}
