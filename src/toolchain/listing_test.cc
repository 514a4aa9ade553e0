#include "toolchain/listing.h"
#include "toolchain/test_support.h"

#include <nlohmann/json.hpp>

namespace assay::toolchain {
namespace {

Compiler sample(const Family& family) {
    Compiler compiler;
    compiler.name = "gcc-12";
    compiler.aliases = {"gcc"};
    compiler.path = "/usr/bin/gcc-12";
    compiler.cxx_path = "/usr/bin/g++-12";
    compiler.version = "12.2.0";
    compiler.banner = "gcc (\"Debian\" 12)";
    compiler.family = &family;
    compiler.abilities = {{"c", "c++"}, {"c11"}, {"lp64", "ilp32"}, {"undefined"}, {"native"}, {"-fipa-pta"},
                          {"int128"},   true,    {"-fchecking"}};
    compiler.learned = {{"link.lp64", {"ld", "{objects}"}}, {"empty", {}}};
    compiler.aids = {{"stub.so", std::string("\x7f\x00\xff ELF", 7)}};
    return compiler;
}

TEST(Listing, JsonHoldsEverything) {
    const Registry registry;
    const Family& family = *registry.families().front();
    const Compiler before = sample(family);
    const auto after = from_json(to_json(before), family);
    ASSERT_TRUE(after.ok()) << after.error().message;
    EXPECT_EQ(after->name, before.name);
    EXPECT_EQ(after->aliases, before.aliases);
    EXPECT_EQ(after->path, before.path);
    EXPECT_EQ(after->cxx_path, before.cxx_path);
    EXPECT_EQ(after->version, before.version);
    EXPECT_EQ(after->banner, before.banner);
    EXPECT_EQ(after->abilities, before.abilities);
    EXPECT_EQ(after->learned, before.learned);
    EXPECT_EQ(after->aids, before.aids);
    EXPECT_EQ(after->family, &family);
    EXPECT_FALSE(from_json("{}", family).ok());
    EXPECT_FALSE(from_json("nonsense", family).ok());
}

TEST(Listing, BytesThatAreNoTextDoNotBreakIt) {
    const Registry registry;
    Compiler compiler = sample(*registry.families().front());
    compiler.banner = "\xff\xfe garbage";
    EXPECT_FALSE(to_json(compiler).empty());
}

TEST(Listing, IsForPeopleAndForPrograms) {
    const Registry registry;
    Found found;
    found.compilers.push_back(sample(*registry.families().front()));
    found.by_name = {"yowasp-clang"};
    const std::string text = listing(found);
    EXPECT_THAT(text, testing::HasSubstr("gcc-12"));
    EXPECT_THAT(text, testing::HasSubstr("lp64 ilp32"));
    EXPECT_THAT(text, testing::HasSubstr("yowasp-clang"));
    const auto json = nlohmann::json::parse(listing_json(found));
    ASSERT_EQ(json.size(), 1U);
    EXPECT_EQ(json[0]["name"], "gcc-12");
    EXPECT_EQ(json[0]["abilities"]["targets"][1], "ilp32");
    EXPECT_FALSE(json[0].contains("learned"));
}

} // namespace
} // namespace assay::toolchain
