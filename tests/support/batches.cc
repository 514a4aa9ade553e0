#include "support/batches.h"

#include "print/batch.h"

#include <algorithm>
#include <mutex>
#include <span>

namespace assay::tests {
namespace {

using Several = std::span<const Candidate>;

std::string misbehaviour_of(Several several, const Build& build) {
    std::vector<print::BatchPart> parts;
    for (const Candidate& each : several)
        parts.push_back({each.program, each.meaning, "p" + std::to_string(parts.size())});
    const std::string bad = misbehaviour(print::print_batch(parts), several[0].program->platform, build);
    return bad.substr(0, 1000);
}

void find_culprits(Several several, const Build& build, std::vector<std::string>& found) {
    const std::string bad = misbehaviour_of(several, build);
    if (bad.empty()) return;
    if (several.size() == 1) {
        found.push_back(several[0].name + ": " + bad);
        return;
    }
    const size_t before = found.size(), half = several.size() / 2;
    find_culprits(several.first(half), build, found);
    find_culprits(several.subspan(half), build, found);
    if (found.size() == before)
        found.push_back(several.front().name + " to " + several.back().name + ", only together: " + bad);
}

} // namespace

std::vector<std::string> misbehaviours(const std::vector<Candidate>& candidates, const Build& build,
                                       size_t per_text) {
    std::vector<std::vector<Candidate>> texts;
    std::vector<Candidate> left = candidates;
    while (!left.empty()) {
        const program::Platform platform = left.front().program->platform;
        std::vector<Candidate> others;
        texts.emplace_back();
        for (Candidate& each : left) {
            if (each.program->platform != platform) {
                others.push_back(std::move(each));
                continue;
            }
            if (texts.back().size() == per_text) texts.emplace_back();
            texts.back().push_back(std::move(each));
        }
        left = std::move(others);
    }
    std::mutex lock;
    std::vector<std::string> all;
    in_parallel(texts.size(), [&](size_t i) {
        std::vector<std::string> found;
        find_culprits(texts[i], build, found);
        const std::lock_guard guard(lock);
        all.insert(all.end(), found.begin(), found.end());
    });
    std::ranges::sort(all);
    return all;
}

} // namespace assay::tests
