#include "reduce/engine.h"

#include "base/hash.h"
#include "reduce/search.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <thread>

namespace assay::reduce {
namespace {

// Something simple that shrinks: a list of numbers.
class Numbers final : public State {
  public:
    explicit Numbers(std::vector<int> all) : all_(std::move(all)) {}
    uint64_t hash() const override {
        uint64_t hash = 1;
        for (const int number : all_) hash = base::combine(hash, static_cast<uint64_t>(number));
        return hash;
    }
    uint64_t size() const override { return all_.size(); }
    const std::vector<int>& all() const { return all_; }

  private:
    std::vector<int> all_;
};

const std::vector<int>& numbers(const StatePtr& state) { return static_cast<const Numbers&>(*state).all(); }

StatePtr count_to(int last) {
    std::vector<int> all;
    for (int i = 1; i <= last; ++i) all.push_back(i);
    return std::make_shared<Numbers>(all);
}

// Removes numbers.
class Removals final : public Proposal {
  public:
    explicit Removals(std::vector<int> offered) : offered_(std::move(offered)) {}
    size_t count() const override { return offered_.size(); }
    StatePtr apply(const State& base, std::span<const uint32_t> chosen) const override {
        std::vector<int> left = static_cast<const Numbers&>(base).all();
        for (const uint32_t number : chosen) std::erase(left, offered_[number]);
        return std::make_shared<Numbers>(left);
    }

  private:
    const std::vector<int> offered_;
};

class RemoveEach final : public Pass {
  public:
    std::string_view name() const override { return "remove-each"; }
    std::unique_ptr<Proposal> propose(const State& state, uint32_t level) const override {
        if (level > 0) return nullptr;
        return std::make_unique<Removals>(static_cast<const Numbers&>(state).all());
    }
};

// Asks a function of the numbers, and counts.
class Asks final : public Interesting {
  public:
    explicit Asks(std::function<bool(const std::vector<int>&)> wanted) : wanted_(std::move(wanted)) {}
    Answer test(const State& state, unsigned slot) override {
        {
            const std::lock_guard guard(lock_);
            twice |= !seen_.insert(state.hash()).second;
            highest_slot = std::max(highest_slot, slot);
            overlap |= !busy_.insert(slot).second;
            ++tests;
        }
        const Answer answer = answer_to(static_cast<const Numbers&>(state).all());
        const std::lock_guard guard(lock_);
        busy_.erase(slot);
        return answer;
    }

    int tests = 0;
    unsigned highest_slot = 0;
    bool twice = false;   // was a state tested twice?
    bool overlap = false; // were there two tests at once in a slot?
    std::function<void(int tests)> before = {};
    bool cannot_tell = false;

  private:
    Answer answer_to(const std::vector<int>& all) {
        if (before) before(tests);
        if (cannot_tell && all.size() % 7 == 3) return Answer::Unknown;
        return wanted_(all) ? Answer::Yes : Answer::No;
    }

    std::function<bool(const std::vector<int>&)> wanted_;
    std::mutex lock_;
    std::set<uint64_t> seen_;
    std::set<unsigned> busy_;
};

bool has(const std::vector<int>& all, int number) { return std::ranges::find(all, number) != all.end(); }

bool needs_three(const std::vector<int>& all) { return has(all, 7) && has(all, 150) && has(all, 151); }

// Not monotone: 20 may go only after 30 has gone.
bool needs_order(const std::vector<int>& all) { return has(all, 5) && (has(all, 20) || !has(all, 30)); }

const Pass* const kPasses[] = {&[]() -> const Pass& {
    static const RemoveEach pass;
    return pass;
}()};

TEST(Engine, KeepsWhatIsNeededAlone) {
    Asks asks(needs_three);
    const auto reduced = reduce(count_to(200), kPasses, asks);
    ASSERT_TRUE(reduced.ok());
    EXPECT_TRUE(reduced->complete);
    EXPECT_EQ(numbers(reduced->best), (std::vector{7, 150, 151}));
    EXPECT_LT(asks.tests, 60) << "halving finds three of 200 in few tests";
    EXPECT_FALSE(asks.twice);
    EXPECT_EQ(reduced->tests, static_cast<uint64_t>(asks.tests));
}

TEST(Engine, GoesOnUntilNothingChanges) {
    Asks asks(needs_order);
    const auto reduced = reduce(count_to(40), kPasses, asks);
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(numbers(reduced->best), std::vector{5});
}

TEST(Engine, OutcomeDoesNotDependOnSlots) {
    for (const auto& wanted : {needs_three, needs_order}) {
        Asks one(wanted);
        const auto alone = reduce(count_to(200), kPasses, one);
        ASSERT_TRUE(alone.ok());
        for (const unsigned slots : {2u, 3u, 8u}) {
            Asks several(wanted);
            // Tests end in another order than they began in.
            several.before = [](int tests) {
                std::this_thread::sleep_for(std::chrono::microseconds(tests % 3 * 300));
            };
            const auto together = reduce(count_to(200), kPasses, several, {.slots = slots});
            ASSERT_TRUE(together.ok());
            EXPECT_EQ(numbers(together->best), numbers(alone->best));
            EXPECT_EQ(together->passes[0].accepted, alone->passes[0].accepted);
            EXPECT_EQ(together->passes[0].successes, alone->passes[0].successes);
            EXPECT_FALSE(several.twice) << "a state was tested twice";
            EXPECT_FALSE(several.overlap);
            EXPECT_LT(several.highest_slot, slots);
        }
    }
}

TEST(Engine, UsesTheOtherSlots) {
    Asks asks(needs_three);
    asks.before = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
    ASSERT_TRUE(reduce(count_to(200), kPasses, asks, {.slots = 4}).ok());
    EXPECT_GT(asks.highest_slot, 0u);
}

TEST(Engine, FoldsIndependentSuccesses) {
    // Every second number is needed: removals of the others add up.
    Asks asks([](const std::vector<int>& all) {
        for (int i = 2; i <= 32; i += 2)
            if (!has(all, i)) return false;
        return true;
    });
    const auto reduced = reduce(count_to(32), kPasses, asks, {.slots = 4});
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(reduced->best->size(), 16u);
    EXPECT_GE(reduced->passes[0].successes, 16u);
}

TEST(Engine, RefusesAStartThatIsNotInteresting) {
    Asks asks([](const std::vector<int>&) { return false; });
    const auto reduced = reduce(count_to(5), kPasses, asks);
    ASSERT_FALSE(reduced.ok());
    EXPECT_NE(reduced.error().message.find("not interesting"), std::string::npos);
}

TEST(Engine, CannotTellCountsAsNo) {
    Asks asks(needs_three);
    asks.cannot_tell = true;
    std::string saved;
    const auto reduced =
        reduce(count_to(200), kPasses, asks,
               {.on_answer = [&](uint64_t hash, Answer answer) { saved += Memory::line(hash, answer); }});
    ASSERT_TRUE(reduced.ok());
    EXPECT_TRUE(needs_three(numbers(reduced->best)));
    EXPECT_GT(reduced->unknown, 0u);
    const Memory memory = Memory::load(saved);
    EXPECT_EQ(memory.size() + reduced->unknown, reduced->tests) << "what is not known is not saved";
}

TEST(Engine, StoppedItKeepsTheBestSoFar) {
    std::atomic<bool> stop = false;
    Asks asks(needs_three);
    asks.before = [&](int tests) {
        if (tests == 12) stop = true;
    };
    uint64_t last_better = 0;
    const auto reduced = reduce(
        count_to(200), kPasses, asks,
        {.slots = 2, .stop = &stop, .on_better = [&](const State& best) { last_better = best.hash(); }});
    ASSERT_TRUE(reduced.ok());
    EXPECT_FALSE(reduced->complete);
    EXPECT_TRUE(needs_three(numbers(reduced->best)));
    EXPECT_LT(reduced->best->size(), 200u);
    EXPECT_EQ(reduced->best->hash(), last_better);
    EXPECT_LE(asks.tests, 14);
}

TEST(Engine, ResumedItGoesTheSameWay) {
    Asks whole(needs_order);
    const auto uninterrupted = reduce(count_to(120), kPasses, whole);
    ASSERT_TRUE(uninterrupted.ok());
    for (const int stop_at : {1, 2, 5, 9, 17, 30}) {
        std::string saved;
        std::atomic<bool> stop = false;
        Asks before(needs_order);
        before.before = [&](int tests) {
            if (tests == stop_at) stop = true;
        };
        const auto save = [&](uint64_t hash, Answer answer) { saved += Memory::line(hash, answer); };
        ASSERT_TRUE(reduce(count_to(120), kPasses, before, {.stop = &stop, .on_answer = save}).ok());
        saved += "0123456789ab"; // a line that a crash cut off
        Asks after(needs_order);
        const Memory memory = Memory::load(saved);
        const auto resumed = reduce(count_to(120), kPasses, after, {.memory = memory});
        ASSERT_TRUE(resumed.ok());
        EXPECT_EQ(numbers(resumed->best), numbers(uninterrupted->best));
        EXPECT_EQ(static_cast<size_t>(after.tests) + memory.size(), static_cast<size_t>(whole.tests))
            << "what was known is not tested again";
    }
}

TEST(Engine, TellsHowItGoes) {
    Asks asks(needs_three);
    uint64_t calls = 0, last_size = 1000;
    const auto reduced = reduce(count_to(200), kPasses, asks, {.on_progress = [&](const Progress& progress) {
                                    ++calls;
                                    EXPECT_LE(progress.size, last_size);
                                    EXPECT_EQ(progress.first_size, 200u);
                                    last_size = progress.size;
                                }});
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(calls, reduced->tests);
    const std::string table = describe(reduced->passes);
    EXPECT_NE(table.find("remove-each"), std::string::npos);
}

// A run that was killed, or had no room on the disk, leaves half a line, and the next one appends to it.
TEST(Memory, PassesOverDamagedLines) {
    const Memory memory = Memory::load("00000000000000ff yes\nnonsense\n0123456789ab0000000000000101 no\n"
                                       "0000000000000100 no\n0000000000000102 ye");
    EXPECT_EQ(memory.recall(255), Answer::Yes);
    EXPECT_EQ(memory.recall(256), Answer::No);
    EXPECT_EQ(memory.size(), 2u);
}

TEST(Search, HalvesWhatFails) {
    Search search(5, 5);
    EXPECT_EQ(search.next(), (Search::Range{0, 5}));
    search.tell(false);
    EXPECT_EQ(search.next(), (Search::Range{0, 3}));
    search.tell(true);
    EXPECT_EQ(search.next(), (Search::Range{3, 5}));
    search.tell(false);
    EXPECT_EQ(search.next(), (Search::Range{3, 4}));
    search.tell(false);
    EXPECT_EQ(search.next(), (Search::Range{4, 5}));
    search.tell(false);
    EXPECT_TRUE(search.done());
}

TEST(Search, BeginsWithPiecesThatWillSucceedHalfOfTheTime) {
    EXPECT_EQ(piece_for(1, 100), 100u);
    EXPECT_EQ(piece_for(0.9, 100), 6u);
    EXPECT_EQ(piece_for(0.1, 100), 1u);
    EXPECT_EQ(piece_for(0, 100), 1u);
    EXPECT_EQ(piece_for(0.99, 10), 10u);
    size_t covered = 0;
    for (Search search(10, 3); !search.done(); search.tell(true)) {
        EXPECT_EQ(search.next().from, covered);
        EXPECT_LE(search.next().size(), 3u);
        covered = search.next().to;
    }
    EXPECT_EQ(covered, 10u);
}

} // namespace
} // namespace assay::reduce
