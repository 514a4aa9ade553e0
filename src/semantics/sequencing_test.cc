#include "semantics/sequencing.h"

#include <gtest/gtest.h>

namespace assay::semantics {
namespace {

constexpr uint64_t kNew = 100; // objects from here on are made inside the expression

TEST(AccessLog, HearsOnlyWhileListened) {
    AccessLog log;
    log.note(1, 0, 32, true);
    EXPECT_EQ(log.end(), 0u);
    {
        const AccessLog::Listener listener(log, kNew);
        log.note(1, 0, 32, true);
        log.note(kNew, 0, 32, true);
        EXPECT_EQ(log.end(), 1u);
    }
    EXPECT_EQ(log.end(), 0u);
}

bool conflicts(bool write_left, bool write_right, uint64_t right_first, uint64_t right_serial = 1) {
    AccessLog log;
    const AccessLog::Listener listener(log, kNew);
    const uint32_t left = log.open_piece();
    log.note(1, 0, 32, write_left);
    const uint32_t right = log.open_piece();
    log.note(right_serial, right_first, right_first + 32, write_right);
    return log.conflict(left, right, log.end());
}

TEST(AccessLog, WritesConflictWithAnythingThatOverlaps) {
    EXPECT_FALSE(conflicts(false, false, 0));
    EXPECT_TRUE(conflicts(true, false, 0));
    EXPECT_TRUE(conflicts(false, true, 0));
    EXPECT_TRUE(conflicts(true, true, 31));
    EXPECT_FALSE(conflicts(true, true, 32)) << "neighbours";
    EXPECT_FALSE(conflicts(true, true, 0, 2)) << "another object";
}

TEST(AccessLog, WhatStandsBetweenTwoPiecesDoesNotCount) {
    AccessLog log;
    const AccessLog::Listener listener(log, kNew);
    const uint32_t left = log.open_piece();
    log.note(1, 0, 32, false);
    const uint32_t own = log.open_piece();
    log.note(2, 0, 32, false);
    const uint32_t right = log.open_piece();
    log.note(2, 0, 32, true);
    EXPECT_FALSE(log.conflict(left, own, right, log.end()));
    EXPECT_TRUE(log.conflict(left, right, log.end()));
}

TEST(AccessLog, LargePiecesConflictAsSmallOnesDo) {
    for (const bool write : {false, true}) {
        for (const uint64_t hit :
             {uint64_t{500}, uint64_t{2000}}) { // inside what the left piece reads, and outside
            AccessLog log;
            const AccessLog::Listener listener(log, kNew);
            const uint32_t left = log.open_piece();
            for (uint64_t i = 0; i < 1000; ++i) log.note(7, 64 * i, 64 * i + 32, false);
            const uint32_t right = log.open_piece();
            for (uint64_t i = 0; i < 1000; ++i) log.note(8, 64 * i, 64 * i + 32, true);
            log.note(7, 64 * hit, 64 * hit + 1, write);
            EXPECT_EQ(log.conflict(left, right, log.end()), write && hit < 1000);
        }
    }
}

TEST(AccessLog, ASequencePointCompletesWhatStandsBehindItsMark) {
    AccessLog log;
    const AccessLog::Listener listener(log, kNew);
    const uint32_t from = log.open_piece();
    log.note(1, 0, 32, true);
    {
        AccessLog::Mark mark(log);
        log.note(2, 0, 32, true);
        mark.sequence_point();
    }
    EXPECT_TRUE(log.pending_write(from, 1, 0, 32));
    EXPECT_FALSE(log.pending_write(from, 2, 0, 32));
    EXPECT_TRUE(log.any_write(from, 2, 31, 32));
    EXPECT_FALSE(log.any_write(from, 2, 32, 33));
}

// A long loop between a mark and its sequence point sorts the log, but not across the mark.
TEST(AccessLog, MarksHoldInLongLogs) {
    AccessLog log;
    const AccessLog::Listener listener(log, kNew);
    const uint32_t from = log.open_piece();
    log.note(50, 0, 32, true); // pending, and sorted behind everything if it moved
    {
        AccessLog::Mark mark(log);
        for (uint64_t i = 0; i < 10000; ++i) log.note(1 + i % 3, 0, 32, true);
        mark.sequence_point();
    }
    EXPECT_TRUE(log.pending_write(from, 50, 0, 32));
    for (const uint64_t serial : {1, 2, 3}) EXPECT_FALSE(log.pending_write(from, serial, 0, 32)) << serial;
    EXPECT_LT(log.end(), 600u);
}

// Expressions with listeners of their own, again and again inside one call, on ever new objects.
TEST(AccessLog, StaysSmallInLongCalls) {
    AccessLog log;
    const AccessLog::Listener outer(log, kNew);
    log.open_piece();
    for (uint64_t i = 0; i < 100000; ++i) {
        const AccessLog::Listener inner(log, kNew + i + 1);
        log.note(kNew + i, 0, 32, true); // made inside the call
        log.note(5, 0, 32, true);
        log.open_piece();
        log.note(6, 0, 32, false);
    }
    EXPECT_LT(log.end(), 600u);
}

TEST(AccessLog, CompleteWritesConflictButDoNotPend) {
    AccessLog log;
    const AccessLog::Listener listener(log, kNew);
    const uint32_t left = log.open_piece();
    log.note_complete(1, 0, 32);
    const uint32_t right = log.open_piece();
    log.note(1, 0, 32, false);
    EXPECT_FALSE(log.pending_write(left, 1, 0, 32));
    EXPECT_TRUE(log.conflict(left, right, log.end()));
}

} // namespace
} // namespace assay::semantics
