#include "toolchain/families/like_family.h"

#include "toolchain/families/families.h"

#include <array>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

struct Known {
    std::string_view name;
    std::unique_ptr<Family> (*make)();
};
constexpr std::array kKnown{
    Known{"gcc", gcc_family},         Known{"clang", clang_family},   Known{"tcc", tcc_family},
    Known{"chibicc", chibicc_family}, Known{"pcc", pcc_family},       Known{"javac", javac_family},
    Known{"ecj", ecj_family},         Known{"python", python_family}, Known{"pypy", pypy_family}};

class LikeFamily : public Family {
  public:
    LikeFamily(std::unique_ptr<Family> inner, std::string name, std::string path)
        : inner_(std::move(inner)), name_(std::move(name)), path_(std::move(path)) {}

    std::string_view name() const override { return inner_->name(); }
    std::string_view summary() const override { return "described in assay.toml"; }
    std::vector<Candidate> candidates(const Programs& programs) const override {
        return {{name_, programs.find(path_)}};
    }
    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override {
        if (candidate.path.empty())
            return base::Error{fmt::format("{}: there is no program '{}'", name_, path_)};
        auto compiler = inner_->probe(sandbox, programs, candidate);
        if (compiler) compiler->family = this;
        return compiler;
    }
    std::vector<std::string> unoptimised() const override { return inner_->unoptimised(); }
    bool is_unoptimised(const testcase::Setup& setup) const override { return inner_->is_unoptimised(setup); }
    OptionLists levels(const Compiler& compiler) const override { return inner_->levels(compiler); }
    std::vector<OptionSet> option_sets(const Compiler& compiler) const override {
        return inner_->option_sets(compiler);
    }
    bool fits(const Compiler& compiler, const testcase::Setup& setup,
              const testcase::TestCase& test) const override {
        return inner_->fits(compiler, setup, test);
    }
    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override {
        return inner_->recipe(compiler, setup, test);
    }
    testcase::Compiled classify(const testcase::Execution& step) const override {
        return inner_->classify(step);
    }
    std::string signature(const testcase::Execution& step) const override { return inner_->signature(step); }
    bool alarm(const testcase::Execution& run) const override { return inner_->alarm(run); }
    bool broke_running(const testcase::Execution& run) const override { return inner_->broke_running(run); }

  private:
    std::unique_ptr<Family> inner_;
    std::string name_, path_;
};

} // namespace

std::unique_ptr<Family> like_family(std::string_view family, std::string name, std::string path) {
    for (const Known& known : kKnown)
        if (known.name == family)
            return std::make_unique<LikeFamily>(known.make(), std::move(name), std::move(path));
    return nullptr;
}

std::vector<std::string_view> likable_families() {
    std::vector<std::string_view> names;
    for (const Known& known : kKnown) names.push_back(known.name);
    return names;
}

} // namespace assay::toolchain
