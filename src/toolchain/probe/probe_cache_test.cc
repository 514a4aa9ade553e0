#include "toolchain/probe/probe_cache.h"

#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

class Cache : public testing::Test {
  protected:
    const Registry registry_;
    const Family& family_ = *registry_.families().front();
    const TestFolder folder_;
    const std::string file_ = folder_.path() + "/cache/compilers.json";

    Candidate candidate(const std::string& name) const {
        return {.name = name, .path = "/bin/sh", .aliases = {}};
    }
    Compiler compiler(const std::string& name) const {
        Compiler one;
        one.name = name;
        one.path = "/bin/sh";
        one.version = "1";
        one.family = &family_;
        return one;
    }
};

// A search that is killed has the answers that it got: whoever reads the file now finds them.
TEST_F(Cache, KeepsEachAnswerAtOnce) {
    ProbeCache cache(file_);
    cache.keep(candidate("one"), compiler("one"));
    EXPECT_TRUE(ProbeCache(file_).find(family_, candidate("one")));
    ProbeCache(file_).keep(candidate("two"), compiler("two")); // another Assay
    cache.keep(candidate("three"), compiler("three"));
    for (const char* name : {"one", "two", "three"})
        EXPECT_TRUE(ProbeCache(file_).find(family_, candidate(name))) << name;
}

TEST_F(Cache, WhatIsDamagedIsAskedAgain) {
    ProbeCache(file_).keep(candidate("one"), compiler("one"));
    const std::string whole = *base::read_file(file_);
    const size_t at = whole.find("\"stamp\":\"") + 8, end = whole.find('"', at + 1) + 1;
    for (const std::string stamp : {"7", "-1e400", "null", "[]", "{\"a\":1}", "\"\"", "\"\\u0000\""}) {
        ASSERT_TRUE(base::write_file(file_, whole.substr(0, at) + stamp + whole.substr(end)));
        EXPECT_FALSE(ProbeCache(file_).find(family_, candidate("one"))) << stamp;
    }
    const size_t from = whole.find("\"compiler\":") + 11;
    for (const std::string answer : {"7", "null", "[]", "{}", "\"\xff\""}) {
        ASSERT_TRUE(base::write_file(file_, whole.substr(0, from) + answer + "}}"));
        EXPECT_FALSE(ProbeCache(file_).find(family_, candidate("one"))) << answer;
    }
    ASSERT_TRUE(base::write_file(file_, "{\"a\":{\"b\":" + std::string(1'000'000, '[')));
    EXPECT_FALSE(ProbeCache(file_).find(family_, candidate("one")));
    ProbeCache(file_).keep(candidate("one"), compiler("one"));
    EXPECT_TRUE(ProbeCache(file_).find(family_, candidate("one"))) << "it is made anew";
}

} // namespace
} // namespace assay::toolchain
