#include "choice/choices.h"
#include "choice/recording.h"

#include "base/int128.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

constexpr SiteOf kRecordedSite{"test.site", Option{0, "a", 5}, Option{1, "b", 3}, Option{2, "c", 1},
                               Option{3, "off", 0}};
constexpr Coin kCoin{"test.coin", 50};

// A run that takes decisions of every kind, and what it saw.
std::string run(Session& session, std::uint64_t seed) {
    Choices choices(session, seed);
    std::string seen;
    for (std::uint64_t i = 0; i < 50; ++i) {
        Choices inner = choices.fork("inner", i);
        std::vector<int> items{1, 2, 3, 4, 5};
        inner.shuffle(items);
        for (int item : items) seen += std::to_string(item);
        seen += ' ' + std::to_string(choices.pick(kRecordedSite));
        seen += ' ' + std::to_string(inner.pick(kRecordedSite, kRecordedSite.all_but(0)));
        seen += ' ' + std::to_string(choices.try_pick(kRecordedSite, kRecordedSite.only(3)).has_value());
        seen += ' ' + std::to_string(choices.pick(kCoin));
        seen += ' ' + std::to_string(choices.range(-100, 100));
        seen += ' ' + base::to_text(inner.range<base::Int128>(0, base::Int128{5} << 90));
        seen += ' ' + std::to_string(choices.bits64()) + '\n';
    }
    return seen;
}

TEST(Recording, ReplayTakesTheSameDecisionsWithoutTheSeed) {
    Session plain;
    Session recorded({}, Tape::record());
    std::string seen = run(plain, 1);
    EXPECT_EQ(run(recorded, 1), seen) << "recording changes nothing";
    EXPECT_NE(run(plain, 2), seen);
    Session replayed({}, Tape::replay(recorded.tape().recording()));
    EXPECT_EQ(run(replayed, 2), seen);
    EXPECT_TRUE(replayed.tape().replay_result().ok());
    EXPECT_EQ(replayed.tally().counts(), recorded.tally().counts());
}

TEST(Recording, TextReadsAsTheRecording) {
    Session recorded({}, Tape::record());
    std::string seen = run(recorded, 1);
    const Recording& recording = recorded.tape().recording();
    base::Result<Recording> back = Recording::from_text(recording.to_text(), "r.txt");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, recording);
    Session replayed({}, Tape::replay(*back));
    EXPECT_EQ(run(replayed, 2), seen);
}

TEST(Recording, TextIsReadable) {
    Session session({}, Tape::record());
    Choices choices(session, 1);
    choices.pick(kRecordedSite, kRecordedSite.only(2));
    choices.below(1);
    choices.pick(kRecordedSite, kRecordedSite.only(1));
    EXPECT_EQ(session.tape().recording().to_text(), "assay recording 1\n"
                                                    "place 0 site test.site 4\n"
                                                    "place 1 number 1\n"
                                                    "decisions 3\n"
                                                    "0:2 1:0 0:1\n");
    EXPECT_EQ(Recording().to_text(), "assay recording 1\ndecisions 0\n");
    EXPECT_TRUE(Recording::from_text(Recording().to_text(), "r.txt").ok());
}

TEST(Recording, NothingIsRecordedUnlessAsked) {
    Session session;
    run(session, 1);
    EXPECT_EQ(session.tape().recording().size(), 0U);
}

std::string replay_error(std::string_view decisions, void (*ask)(Choices&)) {
    std::string text = "assay recording 1\nplace 0 site test.site 4\nplace 1 number 10\nplace 2 bits\n";
    base::Result<Recording> recording = Recording::from_text(text.append(decisions), "r.txt");
    if (!recording) return recording.error().message;
    Session session({}, Tape::replay(*recording));
    Choices choices(session, 1);
    ask(choices);
    base::Result<void> result = session.tape().replay_result();
    return result ? "no error" : result.error().message;
}

TEST(Recording, AReplayThatDoesNotFitIsReported) {
    auto pick_and_number = [](Choices& choices) {
        choices.pick(kRecordedSite, kRecordedSite.all_but(0));
        choices.below(10);
    };
    EXPECT_EQ(replay_error("decisions 2\n0:1 1:9\n", pick_and_number), "no error");
    EXPECT_EQ(replay_error("decisions 1\n0:1\n", pick_and_number),
              "replay: the recording ends after 1 decisions, but the run asks for a number below 10");
    EXPECT_EQ(replay_error("decisions 3\n0:1 1:9 2:7\n", pick_and_number),
              "replay: the run took 2 decisions, but the recording has 3");
    EXPECT_EQ(replay_error("decisions 2\n1:1 0:1\n", pick_and_number),
              "replay: decision 0 is a number below 10, but the run asks for a pick at site 'test.site' of 4 "
              "alternatives");
    EXPECT_EQ(replay_error("decisions 2\n0:1 2:1\n", pick_and_number),
              "replay: decision 1 is 64 bits, but the run asks for a number below 10");
    EXPECT_EQ(replay_error("decisions 2\n0:0 1:1\n", pick_and_number),
              "replay: decision 0 takes alternative 0 at site 'test.site', which is not allowed there");
    EXPECT_EQ(replay_error("decisions 1\n1:1\n", [](Choices& choices) { choices.below(11); }),
              "replay: decision 0 is a number below 10, but the run asks for a number below 11");
}

TEST(Recording, AfterAMisfitTheRunGoesOnByDrawing) {
    Session session({}, Tape::replay(Recording()));
    Session plain;
    EXPECT_EQ(run(session, 3), run(plain, 3));
    EXPECT_FALSE(session.tape().replay_result().ok());
}

std::string text_error(std::string_view text) {
    base::Result<Recording> recording = Recording::from_text(text, "r.txt");
    return recording ? "no error" : recording.error().message;
}

TEST(Recording, BrokenTextIsReportedWithItsLine) {
    const std::string head = "assay recording 1\n";
    const std::string expected_place =
        "r.txt:2: expected 'place INDEX site NAME COUNT', 'place INDEX number BOUND' or 'place INDEX bits'";
    EXPECT_EQ(text_error(""), "r.txt:1: not a recording: the first line must be 'assay recording 1'");
    EXPECT_EQ(text_error("hello\n"), "r.txt:1: not a recording: the first line must be 'assay recording 1'");
    EXPECT_EQ(text_error(head), "r.txt:1: expected 'place ...' or 'decisions COUNT'");
    EXPECT_EQ(text_error(head + "decisions many\n"), "r.txt:2: expected 'place ...' or 'decisions COUNT'");
    EXPECT_EQ(text_error(head + "place 0 site x\n"), expected_place);
    EXPECT_EQ(text_error(head + "place 0 site x 65\n"), expected_place);
    EXPECT_EQ(text_error(head + "place 0 number 0\n"), expected_place);
    EXPECT_EQ(text_error(head + "place 0 bits 3\n"), expected_place);
    EXPECT_EQ(text_error(head + "place 0 dice\n"), expected_place);
    EXPECT_EQ(text_error(head + "place 1 bits\n"), "r.txt:2: expected place 0: places are numbered from 0");
    EXPECT_EQ(text_error(head + "place 0 bits\nplace 1 bits\n"), "r.txt:3: the place is listed twice");
    EXPECT_EQ(text_error(head + "place 0 bits\ndecisions 1\n0;1\n"),
              "r.txt:4: expected decisions as PLACE:VALUE");
    EXPECT_EQ(text_error(head + "place 0 bits\ndecisions 1\n1:1\n"), "r.txt:4: there is no place 1");
    EXPECT_EQ(text_error(head + "place 0 number 3\ndecisions 1\n0:3\n"),
              "r.txt:4: 3 is too large for a number below 3");
    EXPECT_EQ(text_error(head + "place 0 bits\ndecisions 2\n0:1\n"),
              "r.txt:4: 2 decisions announced, 1 found: the file is cut or was edited");
    EXPECT_EQ(text_error(head + "place 0 bits\ndecisions 1\n0:18446744073709551616\n"),
              "r.txt:4: expected decisions as PLACE:VALUE");
}

} // namespace
} // namespace assay::choice
