// Arguments by name and the numbers that steps keep.
#include "transform/kit/args.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

template <typename Args> std::vector<UInt128> numbers_of(const Args& args) {
    std::vector<UInt128> numbers;
    write_args(args, numbers);
    return numbers;
}

TEST(Arguments, AreNumbersInTheOrderOfTheirMembers) {
    EXPECT_EQ(arg_count<NoArgs>(), 0u);
    EXPECT_EQ(numbers_of(SplitConstantArgs{program::BinaryOp::Sub, 5, static_cast<UInt128>(-3)}),
              (std::vector<UInt128>{1, 5, static_cast<UInt128>(-3)}));
    EXPECT_EQ(numbers_of(ReadKnownArgs{{7}, 258, true}), (std::vector<UInt128>{7, 258, 1}));
    EXPECT_EQ(numbers_of(VariableArgs{}), std::vector<UInt128>{UINT32_MAX}) << "none";
}

TEST(Arguments, MayHaveStructsAndArraysInThem) {
    EXPECT_EQ(arg_count<CallKnownArgs>(), 5u);
    EXPECT_EQ(numbers_of(CallKnownArgs{{3}, false, {10, 11, 12}}), (std::vector<UInt128>{3, 0, 10, 11, 12}));
    EXPECT_EQ(arg_count<AddLoopArgs>(), 11u);
    Counting counting;
    counting.form = LoopForm::Do;
    counting.bound = 9;
    counting.where = 4;
    EXPECT_EQ(numbers_of(AddLoopArgs{{1}, {2}, counting}),
              (std::vector<UInt128>{1, 2, 2, static_cast<UInt128>(TypeKind::Int), 0, 9, 1,
                                    static_cast<UInt128>(program::BinaryOp::Lt), 0, 0, 4}));
    Signature signature;
    signature.params = {7, 8, 0};
    signature.terms[0] = Term::of(program::BinaryOp::Mul, 2, 0);
    const auto numbers = numbers_of(AddFunctionArgs{signature});
    ASSERT_EQ(numbers.size(), 12u);
    EXPECT_EQ(numbers[6], 2u + 256 * 2);
    EXPECT_EQ(numbers[8], UInt128{Term::kNone});
}

TEST(Arguments, AreReadAsTheyWereWritten) {
    const AddVariableArgs args{{}, program::Storage::LocalStatic, {9}, 71, 2, UINT64_MAX, 3, ~UInt128{0}};
    const auto read = read_args<AddVariableArgs>(numbers_of(args));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(numbers_of(*read), numbers_of(args));
    EXPECT_FALSE(read->before.valid());
    EXPECT_EQ(read->storage, program::Storage::LocalStatic);
    EXPECT_EQ(read->word, UINT64_MAX);
    EXPECT_EQ(read->value, ~UInt128{0});
}

TEST(Arguments, OutOfRangeAreRefused) {
    const auto fits = [](std::vector<UInt128> numbers) {
        return read_args<ReadKnownArgs>(numbers).has_value();
    };
    EXPECT_TRUE(fits({1, 2, 1}));
    EXPECT_FALSE(fits({1, 2}));
    EXPECT_FALSE(fits({1, 2, 1, 0}));
    EXPECT_FALSE(fits({1, 2, 2})) << "no truth value";
    EXPECT_FALSE(fits({UInt128{UINT32_MAX} + 1, 2, 1})) << "no id";
    const UInt128 operators = program::kBinaryOpCount;
    EXPECT_TRUE(read_args<SplitConstantArgs>(std::vector<UInt128>{operators - 1, 0, 0}).has_value());
    EXPECT_FALSE(read_args<SplitConstantArgs>(std::vector<UInt128>{operators, 0, 0}).has_value());
}

} // namespace
} // namespace assay::transform
