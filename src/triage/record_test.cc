#include "triage/record.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::ElementsAre;

Diagnosis full() {
    Diagnosis one;
    one.reliability = {9, 10};
    one.validity = Validity::Ladder;
    one.validity_how = "silent: undefined";
    one.invalid = one.unsettled = one.attributed = true;
    one.environment = "the simulator is gone";
    one.culprit = {"vrp", "right with -fno-tree-vrp", {"-fno-tree-vrp"}};
    one.needs = Needs{{">>"}, {"for"}, {"-O2"}, {{"gcc-12", Behaviour::Fails}}};
    one.likeness = "both need >>";
    one.options = {"-O2", "-m32"};
    one.levels = {"-O2"};
    one.versions = {
        {"gcc-11", Behaviour::Right}, {"gcc-12", Behaviour::Fails}, {"tcc", Behaviour::CannotTell}};
    one.range = "first bad: gcc-12; last good: gcc-11";
    one.tools_us = 7;
    one.title = "wrong code: vrp";
    one.expected = "";
    one.detail = "expected \"1\"";
    return one;
}

TEST(Diagnosis, IsTheSameAfterwards) {
    EXPECT_EQ(diagnosis_from_json(to_json(full())), full());
    EXPECT_EQ(diagnosis_from_json(to_json(Diagnosis())), Diagnosis());
}

TEST(Diagnosis, WhatIsDamagedInItIsUnknown) {
    for (const char* text : {"", "[1]", "7", "{}", "{\"format\":2,\"levels\":7,\"versions\":[1],\"needs\":3}",
                             "{\"format\":2,\"reliability\":\"many\",\"validity\":5,\"expected\":[]}",
                             "{\"cure\":{},\"validity\":{},\"pass\":[]}"})
        EXPECT_EQ(diagnosis_from_json(text), Diagnosis()) << text;
}

// Both layouts of format 1.
TEST(Diagnosis, OfEarlierVersionsIsRead) {
    const Diagnosis of_bug = diagnosis_from_json(
        R"({"validity":"evaluated","pass":"right with -fno-x","cure":["-fno-x"],"levels":["-O1"]})");
    EXPECT_EQ(of_bug.validity_how, "evaluated");
    EXPECT_EQ(of_bug.culprit.how, "right with -fno-x");
    EXPECT_FALSE(of_bug.culprit.pass);
    EXPECT_THAT(of_bug.culprit.workaround, ElementsAre("-fno-x"));
    EXPECT_THAT(of_bug.levels, ElementsAre("-O1"));
    const Diagnosis of_reduction = diagnosis_from_json(
        R"({"reliability":"3/10","validity":"ladder","validity_how":"silent","pass":"x","pass_how":"y",
            "cure":["-fno-x"],"versions":{"gcc-12":"fails"},"expected":"1"})");
    EXPECT_EQ(of_reduction.validity, Validity::Ladder);
    EXPECT_EQ(of_reduction.validity_how, "silent");
    EXPECT_EQ(of_reduction.culprit, (Culprit{"x", "y", {"-fno-x"}}));
    EXPECT_EQ(of_reduction.versions.at("gcc-12"), Behaviour::Fails);
    EXPECT_EQ(of_reduction.state(), State::Doubtful);
}

TEST(Diagnosis, TellsTheState) {
    Diagnosis one;
    one.reliability = {6, 10};
    EXPECT_EQ(one.state(), State::Confirmed);
    one.reliability = {5, 10};
    EXPECT_EQ(one.state(), State::Doubtful);
    one.unsettled = true;
    EXPECT_EQ(one.state(), State::Unsettled);
    one.environment = "gone";
    EXPECT_EQ(one.state(), State::Environment);
    one.invalid = true;
    EXPECT_EQ(one.state(), State::Invalid);
}

TEST(ReducedProgram, IsTheSameAfterwards) {
    ReducedProgram made;
    made.test.emplace();
    made.test->language = "c";
    made.test->files = {{"test.c", "int a;\n"}};
    made.test->sources = {"test.c"};
    made.setup = {"gcc-12", {"-O2"}, "lp64"};
    made.number = 12;
    made.member = 3;
    made.steps = {{"drop", 3, 9, 1}};
    made.diagnosis = full();
    const ReducedProgram read = program_from_json(to_json(made));
    ASSERT_TRUE(read.test);
    EXPECT_EQ(read.test->files.front().text, "int a;\n");
    EXPECT_EQ(read.setup, made.setup);
    EXPECT_EQ(read.number, 12u);
    EXPECT_EQ(read.member, 3u);
    EXPECT_EQ(read.steps.front().tokens, 9u);
    EXPECT_EQ(read.diagnosis, made.diagnosis);
    EXPECT_FALSE(program_from_json("{\"test\":3,\"files\":[1],\"setup\":[],\"of\":7,\"steps\":[4]}").test);
}

} // namespace
} // namespace assay::triage
