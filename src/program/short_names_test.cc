#include "program/short_names.h"

#include "program/check_program.h"
#include "program/test_texts.h"

#include <gtest/gtest.h>

namespace assay::program {
namespace {

TEST(ShortNames, KeepTheProgramSoundAndItsIds) {
    const Program before = loaded(kEveryKind, {});
    const Program after = with_short_names(before);
    const auto sound = check_program(after);
    EXPECT_TRUE(sound) << sound.error().message;
    EXPECT_EQ(after.nodes.size(), before.nodes.size());
    EXPECT_EQ(after.globals, before.globals);
    for (const VarId global : after.globals) EXPECT_LE(after.name(global).size(), 2u) << after.name(global);
}

TEST(ShortNames, AreLettersInOrder) {
    const Program after = with_short_names(
        loaded("(global counter int)(global table (array int 2))"
               "(func helper int ((value int)) (block (declare sum int 1) (return (+ sum value))))"
               "(func test void () (block (do (= counter (call helper 2)))))(entry test)",
               {}));
    EXPECT_EQ(after.name(after.globals[0]), "a");
    EXPECT_EQ(after.name(after.globals[1]), "b");
    EXPECT_EQ(after.name(after.params({0})[0]), "c");
    EXPECT_EQ(after.name(FuncId{0}), "f");
    EXPECT_EQ(after.name(FuncId{1}), "g");
}

} // namespace
} // namespace assay::program
