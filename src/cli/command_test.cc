// The table of subcommands as a whole: what must hold for every option of every command.
#include "cli/command.h"

#include <gmock/gmock.h>

namespace assay::cli {
namespace {

using ::testing::HasSubstr;

Arguments with(const Command& command, std::string_view option, const std::string& value) {
    Arguments arguments;
    for (const Option& each : command.options) arguments.given[std::string(each.name)];
    arguments.given[std::string(option)] = {value};
    return arguments;
}

TEST(Commands, EveryNumberHasARangeThatIsKept) {
    size_t numbers = 0;
    for (const Command& command : commands()) {
        for (const Option& option : command.options) {
            if (option.kind != OptionKind::Number) continue;
            ++numbers;
            SCOPED_TRACE(std::string(command.name) + " " + std::string(option.name));
            EXPECT_LT(option.range.least, option.range.most);
            const auto accepts = [&](const std::string& value) {
                return check_numbers(command, with(command, option.name, value)).ok();
            };
            EXPECT_TRUE(option.initial.empty() || accepts(std::string(option.initial)));
            EXPECT_TRUE(accepts(std::to_string(option.range.least)));
            EXPECT_TRUE(accepts(std::to_string(option.range.most)));
            for (const char* wrong : {"-1", "", "1x", " 1", "0x1", "1.5", "99999999999999999999999"})
                EXPECT_FALSE(accepts(wrong)) << wrong;
            EXPECT_EQ(accepts("0"), option.range.least == 0);
            EXPECT_TRUE(option.range.most == UINT64_MAX || !accepts(std::to_string(option.range.most + 1)));
        }
    }
    EXPECT_GE(numbers, 11U);
}

TEST(Commands, AWrongNumberIsToldWithOptionValueAndRange) {
    const Command command{"x", "", {number_option("--jobs", "", {1, 4096})}, "", nullptr};
    EXPECT_EQ(check_numbers(command, with(command, "--jobs", "-1")).error().message,
              "--jobs: '-1' is not a number from 1 to 4096");
}

TEST(Commands, EveryOneSaysWhatItsExitStatusMeans) {
    for (const Command& command : commands())
        EXPECT_THAT(std::string(command.exit_status), HasSubstr("\n2: ")) << command.name;
}

} // namespace
} // namespace assay::cli
