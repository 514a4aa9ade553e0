// Worker: from a suspicion to a finding that stands by itself.
#include "base/hash.h"
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "campaign/worker.h"
#include "oracle/oracles.h"
#include "oracle/registry.h"

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

bool same_program(const TestCase& a, const TestCase& b) {
    return a.origin.seed == b.origin.seed && a.origin.settings == b.origin.settings;
}

bool has_disagreement(const TestCase& test, const Tested& tested) {
    return std::ranges::any_of(tested.finished.findings, [&](const store::Finding& finding) {
        return finding.verdict.kind == Kind::Disagreement &&
               same_program(tested.finished.group[finding.verdict.test], test);
    });
}

} // namespace

// Half of the ladder is enough for a finding; the examination climbs all of it.
Result<const triage::Climb*> Worker::climb(const TestCase& test) {
    std::string all = test.target;
    for (const testcase::File& file : test.files) all += "\n" + file.text;
    const uint64_t key = base::hash_text(all);
    if (climbed_.first != key) {
        auto made = triage::climb_ladder(sandbox_, test, tools_->references, limits_for(config_, test),
                                         {.strictness = {.whole = false}});
        if (!made) return made.error();
        climbed_ = {key, std::move(*made)};
    }
    return &climbed_.second;
}

// Nothing is known of the program for sure: the ladder says whether it is valid and what is right. False: the
// suspicion is gone. What the ladder cannot settle stays, and says so.
Result<bool> Worker::settle(Suspicion& suspicion, TestCase& test) {
    auto climbed = climb(test);
    if (!climbed) return climbed.error();
    const triage::Climb& climb = **climbed;
    if (climb.ruling == triage::Ruling::Invalid) return false;
    const bool contradicts =
        test.expected && climb.output && (*test.expected != *climb.output || test.exit != climb.exit);
    if (climb.ruling == triage::Ruling::Valid && !contradicts) {
        test.expected = climb.output;
        test.exit = climb.exit;
        test.observed = true;
        test.promises.terminates = true; // it did, on every rung
        auto verdicts = oracle::judge({{{test}}, {{suspicion.seen}}});
        if (verdicts.empty()) return false;
        suspicion.verdict = std::move(verdicts.front());
        return true;
    }
    testcase::Verdict& verdict = suspicion.verdict;
    if (verdict.kind != Kind::Disagreement && verdict.kind != Kind::WrongOutput) return true;
    const std::string why =
        contradicts ? "the references print something else than the witness run" : climb.why;
    verdict.kind = Kind::Disagreement;
    verdict.title = "unsettled: " + why.substr(0, why.find('\n'));
    test.expected.reset();
    return true;
}

// What depends on time may be the machine's fault: a second look is far more patient.
Result<bool> Worker::confirm(Suspicion suspicion, TestCase test, Tested& tested) {
    const bool known = test.expected && !test.observed;
    if (traits(suspicion.verdict.kind).needs_validity && !known) {
        auto stands = settle(suspicion, test);
        if (!stands || !*stands) return stands;
    }
    const Kind kind = suspicion.verdict.kind;
    // Which setup is named for a disagreement is chance, so one of them is enough.
    if (kind == Kind::Disagreement && has_disagreement(test, tested)) return true;
    if (kind == Kind::Disagreement && shield_.covers(suspicion.verdict, tested.finished.number)) {
        tested.finished.hits.push_back(cluster_title(suspicion.verdict));
        return true;
    }
    if (!traits(kind).about_time) {
        keep(test, suspicion.verdict, tested);
        return true;
    }
    constexpr double kPatience = 3;
    auto seen = look({{test}}, {suspicion.placed}, tested.cost, kPatience);
    if (!seen) return seen.error();
    // One setup alone is never slow beside others; that it takes so long again is enough.
    const bool again = !traits(kind).shows_alone
                           ? seen->observed[0][0].compile.cpu_us >= oracle::kSlowCompilation_us
                           : !seen->verdicts.empty();
    if (!again) return false;
    keep(test, !traits(kind).shows_alone ? suspicion.verdict : seen->verdicts.front(), tested);
    return true;
}

std::string Worker::Batch::reference_output(const Suspicion& suspicion) const {
    if (test.expected) return *test.expected;
    for (const testcase::Observation& observed : seen.observed.front())
        if (observed.run && suspicion.seen.run && observed.run->out != suspicion.seen.run->out)
            return observed.run->out;
    return {};
}

// Alone, is the test wrong under one of the setups?
Result<bool> Worker::follow(const TestCase& test, const std::vector<CompilerSetup>& setups, Tested& tested) {
    auto seen = look({{test}}, setups, tested.cost);
    if (!seen) return seen.error();
    bool wrong = false;
    for (const testcase::Verdict& verdict : seen->verdicts)
        for (size_t i = 0; i < setups.size(); ++i) {
            if (!(setups[i].setup == verdict.setup) || setups[i].reference) continue;
            auto confirmed = confirm({setups[i], verdict, seen->observed.front()[i]}, test, tested);
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
    const std::string right = batch.reference_output(suspicion);
    const bool compared = suspicion.verdict.kind == Kind::Disagreement; // one setup alone says nothing
    if (suspicion.seen.run && !right.empty()) {
        const std::vector<uint64_t> places = suspects(right, suspicion.seen.run->out);
        for (size_t i = 0; i < std::min(places.size(), kFollowed); ++i) {
            auto alone = (*made)->make(plan.first_seed + places[i], settings);
            if (!alone) return alone.error();
            auto wrong = follow(
                *alone, compared ? batch.setups : std::vector<CompilerSetup>{suspicion.placed}, tested);
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
            strongest = {suspicion.placed, seen->verdicts.front(), seen->observed.front().front()};
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
