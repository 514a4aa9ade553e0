#include "campaign/config_file.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "campaign/plan.h"

#include <algorithm>

#include <gmock/gmock.h>

namespace assay::campaign {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

base::Result<Config> read(const std::string& text) {
    const base::TemporaryFolder folder = *base::TemporaryFolder::make();
    const std::string path = folder.path() + "/assay.toml";
    EXPECT_TRUE(base::write_file(path, text));
    Config config;
    auto done = read_config(path, config);
    if (!done) return base::Error{done.error().message.substr(folder.path().size() + 1)};
    return config;
}

TEST(ConfigFile, SetsWhatItNames) {
    const auto config =
        read("seed = 7\njobs = 3\nsetups_per_test = 9\nprograms = \"c\"\noptions = [\"-O2\", \"-O3  -m32\"]\n"
             "[methods]\ngrow = 3\ncsmith = 1\n[batch]\nprograms = 5\npercent = 10\n"
             "[limits]\ncompile = \"30s\"\n[compiler.x]\ncommand = [\"x\"]\n");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->seed, 7u);
    EXPECT_EQ(config->jobs, 3u);
    EXPECT_EQ(config->setups_per_test, 9u);
    EXPECT_EQ(config->programs, "c");
    EXPECT_EQ(config->batch, 5u);
    EXPECT_EQ(config->compile_limit, std::chrono::seconds(30));
    EXPECT_EQ(config->run_limit, std::nullopt);
    EXPECT_EQ(config->batch_percent, 10u);
    EXPECT_THAT(config->options, ElementsAre(ElementsAre("-O2"), ElementsAre("-O3", "-m32")));
    ASSERT_EQ(config->methods.size(), 2u);
    EXPECT_EQ(config->methods[1].name, "grow");
    EXPECT_EQ(config->methods[1].weight, 3u);
}

TEST(ConfigFile, DescribesGenerators) {
    const auto config = read("[generator.mine]\ncommand = [\"mine\", \"{seed}\"]\nlanguage = \"c++\"\n"
                             "no_ub = false\nlimit = \"3s\"\n[methods]\nmine = 1\n");
    ASSERT_TRUE(config) << config.error().message;
    const auto method = methods_of(*config).make("mine");
    ASSERT_NE(method, nullptr);
    EXPECT_THAT(method->languages(), ElementsAre("c++"));
    EXPECT_EQ(config->generators[0].limit, std::chrono::seconds(3));
    EXPECT_THAT(methods_of(*config).unknown("mien"), HasSubstr("did you mean 'mine'?"));
    EXPECT_THAT(read("[generator.mine]\n").error().message, HasSubstr("needs a command"));
    EXPECT_THAT(read("[generator.mine]\ncommand = \"x\"\n").error().message, HasSubstr("a list of texts"));
    EXPECT_THAT(read("[generator.mine]\ncomand = [\"x\"]\n").error().message,
                HasSubstr("did you mean 'command'?"));
}

TEST(ConfigFile, NamesPolicies) {
    const base::TemporaryFolder folder = *base::TemporaryFolder::make();
    ASSERT_TRUE(base::write_file(folder.path() + "/c.toml", "[site.\"campaign.language\"]\ncxx = 0\n"));
    ASSERT_TRUE(base::write_file(folder.path() + "/a.toml", "[policy]\ncampaign = \"c.toml\"\n"));
    Config config;
    const auto done = read_config(folder.path() + "/a.toml", config);
    ASSERT_TRUE(done) << done.error().message;
    const auto language =
        std::ranges::find(plan_sites(), "campaign.language", [](auto* s) { return s->name(); });
    EXPECT_EQ(policy_of(config, "campaign").weights(**language)[1], 0u);
    EXPECT_EQ(policy_of(config, "grow"), choice::Policy());
    EXPECT_THAT(read("[policy]\ngrwo = \"x\"\n").error().message, HasSubstr("did you mean 'grow'?"));
}

TEST(ConfigFile, LeavesTheRestAlone) {
    const auto config = read("");
    ASSERT_TRUE(config);
    EXPECT_EQ(config->batch, Config{}.batch);
}

TEST(ConfigFile, ErrorsSayWhereAndWhatToDo) {
    EXPECT_THAT(read("\nsede = 3\n").error().message,
                HasSubstr("assay.toml:2:1: unknown name 'sede'; did you mean 'seed'?"));
    EXPECT_THAT(read("jobs = 0\n").error().message,
                HasSubstr("assay.toml:1:1: 'jobs' must be a number from 1"));
    EXPECT_THAT(read("jobs = \"two\"\n").error().message, HasSubstr("must be a number"));
    EXPECT_THAT(read("programs = 3\n").error().message, HasSubstr("'programs' must be a text"));
    EXPECT_THAT(read("methods = 3\n").error().message, HasSubstr("write [methods]"));
    EXPECT_THAT(read("[methods]\ngrow = 0\n").error().message, HasSubstr("no method"));
    EXPECT_THAT(read("[batch]\nprogram = 3\n").error().message, HasSubstr("did you mean 'programs'?"));
    EXPECT_THAT(read("options = \"-O2\"\n").error().message, HasSubstr("must be a list"));
    EXPECT_THAT(read("[limits]\ncompile = 3\n").error().message,
                HasSubstr("assay.toml:2:1: '' is not a duration"));
    EXPECT_THAT(read("a = [\n").error().message, HasSubstr("assay.toml:"));
}

} // namespace
} // namespace assay::campaign
