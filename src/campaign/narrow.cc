// Worker: from a suspicion to a finding that stands by itself.
#include "base/hash.h"
#include "campaign/limits.h"
#include "campaign/worker.h"
#include "oracle/oracles.h"
#include "triage/ladder.h"

#include <algorithm>
#include <sstream>

namespace assay::campaign {
namespace {

using base::Result;
using testcase::Kind;
using testcase::TestCase;

// How many programs of a batch become findings of their own, for each setup.
constexpr size_t kFollowed = 2;

// Which programs of a batch printed something else than they must, by their place. After a crash the rest is
// missing, so nothing after the first missing line is suspected.
std::vector<uint64_t> suspects(const std::string& expected, const std::string& printed) {
    std::vector<uint64_t> places;
    std::istringstream wanted(expected), got(printed);
    uint64_t place = 0;
    for (std::string want; std::getline(wanted, want); ++place) {
        std::string line;
        const bool there = static_cast<bool>(std::getline(got, line));
        if (!there || line != want) places.push_back(place);
        if (!there) break;
    }
    return places;
}

} // namespace

// Nothing is known of the program, so it is no finding until the ladder says that it is valid. Half of it is
// enough for a suspicion; the examination climbs all of it.
Result<bool> Worker::seems_valid(const TestCase& test) {
    std::string all = test.target;
    for (const testcase::File& file : test.files) all += "\n" + file.text;
    const uint64_t key = base::hash_text(all);
    if (climbed_.first == key) return climbed_.second;
    auto climb =
        triage::climb_ladder(sandbox_, test, compilers_, limits_for(config_, test), {.whole = false});
    if (!climb) return climb.error();
    climbed_ = {key, climb->validity == triage::Validity::Valid};
    return climbed_.second;
}

// What depends on time may be the machine's fault: a second look is far more patient.
Result<bool> Worker::confirm(const Suspicion& suspicion, const TestCase& test, Tested& tested) {
    const Kind kind = suspicion.verdict.kind;
    const bool breaks_compiler = kind == Kind::Crash || kind == Kind::Hang || kind == Kind::Slow;
    if (!test.expected && !breaks_compiler) {
        auto valid = seems_valid(test);
        if (!valid || !*valid) return valid;
    }
    const bool timed = kind == Kind::Hang || kind == Kind::Slow || kind == Kind::RunCrash;
    if (!timed) {
        keep(test, suspicion.verdict, tested);
        return true;
    }
    constexpr double kPatience = 3;
    auto seen = look({{test}}, {suspicion.placed}, tested.cost, kPatience);
    if (!seen) return seen.error();
    // One setup alone is never slow beside others; that it takes so long again is enough.
    const bool again = kind == Kind::Slow ? seen->observed[0][0].compile.cpu_us >= oracle::kSlowCompilation_us
                                          : !seen->verdicts.empty();
    if (!again) return false;
    keep(test, kind == Kind::Slow ? suspicion.verdict : seen->verdicts.front(), tested);
    return true;
}

std::string Worker::Batch::right() const {
    if (test.expected) return *test.expected;
    for (const testcase::Observation& observed : seen.observed.front()) {
        const bool blamed = std::ranges::any_of(
            seen.verdicts, [&](const testcase::Verdict& verdict) { return verdict.setup == observed.setup; });
        if (!blamed && observed.run) return observed.run->out;
    }
    return {};
}

// Alone, is the test wrong under one of the setups?
Result<bool> Worker::follow(const TestCase& test, const std::vector<Placed>& setups, Tested& tested) {
    auto seen = look({{test}}, setups, tested.cost);
    if (!seen) return seen.error();
    bool wrong = false;
    for (const testcase::Verdict& verdict : seen->verdicts)
        for (size_t i = 0; i < setups.size(); ++i) {
            if (!(setups[i].setup == verdict.setup)) continue;
            auto confirmed = confirm({setups[i], verdict, seen->observed.front()[i].run}, test, tested);
            if (!confirmed) return confirmed.error();
            wrong |= *confirmed;
        }
    return wrong;
}

Result<bool> Worker::narrow(const Plan& plan, const Suspicion& suspicion, const Batch& batch,
                            Tested& tested) {
    auto made = method(plan.method);
    if (!made) return made.error();
    const testcase::Settings settings = (*made)->batch_settings(plan.first_seed, plan.settings);
    bool explained = false;
    const std::string right = batch.right();
    const bool compared = suspicion.verdict.kind == Kind::Disagreement; // one setup alone says nothing
    if (suspicion.run && !right.empty()) {
        const std::vector<uint64_t> places = suspects(right, suspicion.run->out);
        for (size_t i = 0; i < std::min(places.size(), kFollowed); ++i) {
            auto alone = (*made)->make(plan.first_seed + places[i], settings);
            if (!alone) return alone.error();
            auto wrong =
                follow(*alone, compared ? batch.setups : std::vector<Placed>{suspicion.placed}, tested);
            if (!wrong) return wrong.error();
            explained |= *wrong;
        }
    }
    if (explained) return true;
    if (compared) return confirm(suspicion, batch.test, tested);
    return halve(plan, settings, suspicion, tested);
}

// The smallest range of programs that is still wrong: half after half.
Result<bool> Worker::halve(const Plan& plan, const testcase::Settings& settings, const Suspicion& suspicion,
                           Tested& tested) {
    auto made = method(plan.method);
    if (!made) return made.error();
    uint64_t first = plan.first_seed, count = plan.count;
    // That it hangs is known, so a part that does not end soon is enough to go on with.
    const double patience = suspicion.verdict.kind == Kind::Hang ? 0.4 : 1;
    std::optional<TestCase> smallest;
    Suspicion strongest = suspicion;
    for (bool smaller = true; smaller && count > 1;) {
        smaller = false;
        const uint64_t half = count / 2;
        const std::pair<uint64_t, uint64_t> halves[] = {{first, half}, {first + half, count - half}};
        for (const auto& [from, size] : halves) {
            auto test = size == 1 ? (*made)->make(from, settings) : (*made)->make_batch(from, size, settings);
            if (!test) return test.error();
            auto seen = look({{*test}}, {suspicion.placed}, tested.cost, patience);
            if (!seen) return seen.error();
            if (seen->verdicts.empty()) continue;
            strongest = {suspicion.placed, seen->verdicts.front(), seen->observed.front().front().run};
            smallest = std::move(*test);
            first = from;
            count = size;
            smaller = true;
            break;
        }
    }
    if (!smallest) {
        auto whole = (*made)->make_batch(first, count, settings);
        if (!whole) return whole.error();
        smallest = std::move(*whole);
    }
    return confirm(strongest, *smallest, tested);
}

} // namespace assay::campaign
