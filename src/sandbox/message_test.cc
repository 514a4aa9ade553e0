#include "sandbox/message.h"

#include "sandbox/spawn.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <thread>

namespace assay::sandbox {
namespace {

TEST(Message, CommandsSurviveTheWay) {
    Command command;
    command.argv = {"cc", "", std::string("a\0b", 3)};
    command.input = "in";
    command.environment = {"A=1"};
    command.folder = "sub";
    command.limits = {std::chrono::milliseconds(1),
                      std::chrono::milliseconds(7),
                      std::chrono::milliseconds(2),
                      3,
                      false,
                      4,
                      5,
                      6};
    const std::optional<Command> back = decode_command(encode(command));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->argv, command.argv);
    EXPECT_EQ(back->input, command.input);
    EXPECT_EQ(back->environment, command.environment);
    EXPECT_EQ(back->folder, command.folder);
    EXPECT_EQ(back->limits.wall, command.limits.wall);
    EXPECT_EQ(back->limits.idle, command.limits.idle);
    EXPECT_EQ(back->limits.cpu, command.limits.cpu);
    EXPECT_EQ(back->limits.memory, 3U);
    EXPECT_FALSE(back->limits.address_space);
    EXPECT_EQ(back->limits.file_size, 4U);
    EXPECT_EQ(back->limits.processes, 5U);
    EXPECT_EQ(back->limits.output, 6U);
}

TEST(Message, LimitsWithoutEndDoNotOverflow) {
    Command command;
    command.argv = {"cc"};
    command.limits.wall = command.limits.cpu = std::chrono::milliseconds::max();
    command.limits.output = ~uint64_t{0};
    const std::optional<Command> back = decode_command(encode(command));
    ASSERT_TRUE(back);
    EXPECT_LE(back->limits.wall, std::chrono::hours(24 * 366));
    EXPECT_LE(back->limits.cpu, std::chrono::hours(24 * 366));
    EXPECT_LE(back->limits.output, kMostOutput);
}

TEST(Message, ReportsSurviveTheWay) {
    Report report;
    report.execution = {testcase::Ending::Signalled, -7, "out", "err", true, 1, 2, 3};
    report.own_cpu_us = 4;
    const std::optional<Report> back = decode_report(encode(report));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->execution, report.execution);
    EXPECT_EQ(back->own_cpu_us, 4U);
}

TEST(Message, EveryCutPayloadIsRefused) {
    Command command;
    command.argv = {"cc", "x.c"};
    const std::string whole = encode(command);
    for (size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(decode_command(whole.substr(0, size))) << size;
    EXPECT_FALSE(decode_command(whole + "x"));
    EXPECT_FALSE(decode_hello(whole));
}

struct Pair {
    Fd one, other;
    Pair() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        one = Fd(ends[0]);
        other = Fd(ends[1]);
    }
};

TEST(Frame, LongOnesArriveWhole) {
    const Pair pair;
    const std::string payload(5'000'000, 'x'); // many times what a socket holds
    std::thread sender([&] { EXPECT_TRUE(send_frame(pair.one.get(), payload)); });
    const std::optional<std::string> got = receive_frame(pair.other.get(), payload.size());
    sender.join();
    ASSERT_TRUE(got);
    EXPECT_EQ(*got, payload);
}

TEST(Frame, AnOpenFileComesAlong) {
    const Pair pair;
    const Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    ASSERT_TRUE(send_frame(pair.one.get(), "hi", null.get()));
    Fd passed;
    EXPECT_EQ(receive_frame(pair.other.get(), 100, &passed), "hi");
    ASSERT_TRUE(passed.is_open());
    EXPECT_NE(passed.get(), null.get());
    EXPECT_EQ(::fcntl(passed.get(), F_GETFD), FD_CLOEXEC);
}

TEST(Frame, ALostPartnerIsNoticed) {
    Pair pair;
    ASSERT_EQ(::write(pair.one.get(), "\5\0\0\0\0\0\0\0ab", 10), 10);
    pair.one.close();
    EXPECT_FALSE(receive_frame(pair.other.get(), 100));
    EXPECT_FALSE(send_frame(pair.other.get(), "x"));
}

TEST(Frame, OneTooLongIsRefused) {
    const Pair pair;
    ASSERT_TRUE(send_frame(pair.one.get(), "12345"));
    EXPECT_FALSE(receive_frame(pair.other.get(), 4));
}

TEST(Environment, WhatIsAddedWins) {
    EXPECT_THAT(merge_environment({"PATH=/bin", "LANG=C"}, {"PATH=/x", "PATHS=y"}),
                testing::UnorderedElementsAre("PATH=/x", "PATHS=y", "LANG=C"));
}

} // namespace
} // namespace assay::sandbox
