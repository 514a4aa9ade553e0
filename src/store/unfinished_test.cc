#include "store/unfinished.h"

#include "base/temporary_folder.h"
#include "store/store.h"

#include <gtest/gtest.h>

namespace assay::store {
namespace {

class Unfinished : public testing::Test {
  protected:
    // As after the death of the one before.
    Store opened() const {
        auto store = Store::open_for_writing(folder_.path());
        base::check(store.ok(), "a store for writing");
        return std::move(*store);
    }
    static std::vector<uint64_t> numbers(Store& store, size_t wanted, uint64_t end = UINT64_MAX) {
        auto claimed = store.claim(wanted, end);
        EXPECT_TRUE(claimed) << claimed.error().message;
        return *claimed;
    }
    static void settle_one(Store& store, uint64_t number) {
        Finished finished;
        finished.number = number;
        EXPECT_TRUE(store.finish(std::span(&finished, 1)));
    }

  private:
    base::TemporaryFolder folder_ = std::move(base::TemporaryFolder::make().value());
};

TEST_F(Unfinished, WhatACampaignDiesOfIsGivenUpAfterAFewAttempts) {
    for (int i = 0; i < 6; ++i) {
        Store store = opened();
        EXPECT_EQ(store.given_up()->size(), 0u);
        EXPECT_EQ(numbers(store, 1, 3), std::vector<uint64_t>{0}) << "after " << i;
    }
    Store store = opened();
    EXPECT_EQ(numbers(store, 3, 3), (std::vector<uint64_t>{1, 2}));
    EXPECT_EQ(*store.first_unfinished(), 1u) << "nothing waits for it";
    const std::vector<GivenUp> given_up = *store.given_up();
    ASSERT_EQ(given_up.size(), 1u);
    EXPECT_EQ(given_up[0].number, 0u);
    EXPECT_EQ(given_up[0].attempts, 6u);
    const std::vector<Unjudged> unjudged = *store.unjudged();
    ASSERT_EQ(unjudged.size(), 1u);
    EXPECT_EQ(unjudged[0].why, "test 0 was given up: it did not come to an end in 6 attempts");
}

// The others run beside it when the campaign dies, every time.
TEST_F(Unfinished, OnlyTheSuspectIsGivenUp) {
    for (int i = 0; i < 2; ++i) {
        Store store = opened();
        EXPECT_EQ(numbers(store, 3), (std::vector<uint64_t>{0, 1, 2})) << "after " << i;
    }
    for (int i = 0; i < 4; ++i) {
        Store store = opened();
        EXPECT_EQ(numbers(store, 3), (std::vector<uint64_t>{0, 3, 4}))
            << "one suspect at a time, after " << i;
        EXPECT_EQ(numbers(store, 1), std::vector<uint64_t>{5});
    }
    Store store = opened();
    EXPECT_EQ(numbers(store, 3), (std::vector<uint64_t>{1, 3, 4}));
    settle_one(store, 1);
    EXPECT_EQ(numbers(store, 1), std::vector<uint64_t>{2});
    settle_one(store, 2);
    EXPECT_EQ(store.given_up()->size(), 1u);
}

// A hunt that ends in order before a slow test comes to its end, again and again.
TEST_F(Unfinished, WhatIsAlwaysCutOffIsGivenUp) {
    for (int i = 0; i < 6; ++i) {
        Store store = opened();
        EXPECT_EQ(numbers(store, 1, 1), std::vector<uint64_t>{0}) << "after " << i;
        ASSERT_TRUE(store.put_back_unfinished());
    }
    EXPECT_EQ(opened().given_up()->size(), 1u);
}

TEST_F(Unfinished, AReductionIsCutOffManyTimesButDiesOnlyAFew) {
    ASSERT_TRUE(opened().add_job("reduce", 1));
    for (int i = 0; i < 50; ++i) {
        Store store = opened();
        EXPECT_EQ(*store.claim_job("reduce"), 1) << "after " << i;
        ASSERT_TRUE(store.put_back_unfinished());
    }
    for (int i = 0; i < 20; ++i) {
        Store store = opened();
        EXPECT_EQ(*store.claim_job("reduce"), 1) << "after " << i;
    }
    Store store = opened();
    EXPECT_EQ(*store.claim_job("reduce"), std::nullopt);
}

} // namespace
} // namespace assay::store
