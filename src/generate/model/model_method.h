// What methods share whose programs are models: how settings become a plan, and how models become test cases,
// alone or in batches.
#pragma once

#include "choice/choices.h"
#include "print/print.h"
#include "semantics/meaning.h"
#include "testcase/method.h"

namespace assay::generate {

struct Model {
    program::Program program;
    semantics::Meaning meaning;
    print::Options print;
};

enum class Size { Tiny, Small, Medium, Large };

// "c99", ... of C or C++; the alternatives of a site by name.
std::vector<std::string> standards_of(std::string_view language);
std::vector<std::string> names_of(const choice::Site& site);

// The decisions of a plan, each method's own.
struct PlanSites {
    const choice::SiteOf<Size, 4>& size;
    const choice::SiteOf<program::Standard, 4>&c, &cxx;
    const choice::SiteOf<print::Layout, 3>& layout;
    const choice::SiteOf<print::Harness, 2>& harness;
    const choice::Coin& parentheses;
};

// What the settings leave open is drawn; what they say is checked once.
struct ModelPlan {
    program::Platform platform;
    Size size = Size::Small;
    print::Options print;
};
base::Result<ModelPlan> plan_model(std::string_view method, const testcase::Settings& settings,
                                   const PlanSites& sites, choice::Choices& c);

// What a program was made of, as text: a start, and the steps on it, of which any may be cut
// (transform/replay.h).
struct Recipe {
    std::string start, steps = {};
};

// What derives from it has a model, and reduction, EMI and `assay generate --steps` use it.
class ModelMethod : public testcase::Method {
  public:
    // The model of a program; with_profile: its meaning has a profile.
    virtual base::Result<Model> model(uint64_t seed, const testcase::Settings& settings,
                                      bool with_profile) = 0;
    // By default the program itself, without steps.
    virtual base::Result<Recipe> recipe(uint64_t seed, const testcase::Settings& settings);
    std::vector<std::string> languages() const override { return {"c", "c++"}; }
    std::vector<testcase::Setting> settings_for(std::string_view language) const override;
    bool knows_answers() const override { return true; }
    const choice::Tally& tally() const override { return tally_; }
    base::Result<testcase::TestCase> make(uint64_t seed, const testcase::Settings& settings) override;
    bool batches(const testcase::Settings&) const override { return true; }
    // All programs of a text are of one standard, and every one prints its checksum.
    testcase::Settings batch_settings(uint64_t first, const testcase::Settings& settings) override;
    base::Result<testcase::TestCase> make_batch(uint64_t first, uint64_t count,
                                                const testcase::Settings& settings) override;

  protected:
    virtual PlanSites plan_sites() const = 0;

    choice::Tally tally_;

  private:
    testcase::TestCase as_test(print::Printed printed, const program::Platform& platform, uint64_t seed,
                               const testcase::Settings& settings) const;
};

} // namespace assay::generate
