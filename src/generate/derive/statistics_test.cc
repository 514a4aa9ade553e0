// Each strategy does what it says, seen in the programs: how far a use is from the declaration, how often an
// identifier is used, and how often in one scope.
#include "generate/derive/engine/derivation.h"
#include "generate/derive/grammar/reader.h"
#include "testcase/embedded_grammars.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::generate::derive {
namespace {

struct Statistics {
    double distance = 0;       // from the scope of the declaration to that of a use, on average
    double uses = 0;           // of an identifier that is used at all
    double uses_per_scope = 0; // of an identifier in a scope where it is used
};

Statistics statistics_of(const Language& language, Strategy strategy) {
    double uses = 0, distances = 0, pairs = 0, identifiers = 0;
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        choice::Session session;
        choice::Choices choices(session, seed);
        Derivation derivation(language, choices, {strategy, 400});
        EXPECT_TRUE(derivation.run());
        const ScopeTree& tree = derivation.tree();
        for (int id = 0; id < tree.identifier_count(); ++id) {
            const Identifier& identifier = tree.identifier(id);
            if (identifier.uses == 0 || identifier.record >= 0) continue;
            ++identifiers;
            for (const auto& [scope, count] : identifier.uses_by_scope) {
                uses += count;
                ++pairs;
                distances += count * tree.distance(identifier.scope, scope);
            }
        }
    }
    return {distances / uses, uses / identifiers, uses / pairs};
}

class StrategyStatistics : public testing::Test {
  protected:
    void SetUp() override {
        for (const testcase::EmbeddedGrammar& grammar : testcase::embedded_grammars()) {
            if (grammar.name != "c") continue;
            auto read = read_grammar({{"c.g4", std::string(grammar.text)}},
                                     [](const std::string&) { return std::nullopt; });
            ASSERT_TRUE(read) << read.error().message;
            auto made = make_language(std::move(*read));
            ASSERT_TRUE(made) << made.error().message;
            language_ = std::move(*made);
        }
        ASSERT_TRUE(language_);
        for (const auto& [strategy, found] : {std::pair{Strategy::New, &nis_},
                                              {Strategy::Closest, &cis_},
                                              {Strategy::Farthest, &fis_},
                                              {Strategy::Random, &ris_},
                                              {Strategy::Uniform, &suis_},
                                              {Strategy::Decreasing, &sdis_}}) {
            *found = statistics_of(*language_, strategy);
            fmt::print("{:5} distance {:.2f}  uses of an identifier {:.2f}  in one scope {:.2f}\n",
                       name_of(strategy), found->distance, found->uses, found->uses_per_scope);
        }
    }

    std::unique_ptr<Language> language_;
    Statistics nis_, cis_, fis_, ris_, suis_, sdis_;
};

TEST_F(StrategyStatistics, AreAsTheStrategiesSay) {
    EXPECT_LT(cis_.distance, ris_.distance);
    EXPECT_LT(ris_.distance, fis_.distance);
    for (const Statistics& other : {cis_, fis_, ris_, suis_, sdis_}) EXPECT_LT(nis_.uses * 1.5, other.uses);
    EXPECT_LT(sdis_.uses_per_scope, ris_.uses_per_scope);
    EXPECT_LT(sdis_.uses_per_scope, cis_.uses_per_scope);
    EXPECT_LT(sdis_.uses_per_scope, fis_.uses_per_scope);
    EXPECT_GT(suis_.distance, ris_.distance); // what more scopes can use comes first
}

} // namespace
} // namespace assay::generate::derive
