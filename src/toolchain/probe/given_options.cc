#include "toolchain/probe/given_options.h"

#include "toolchain/probe/trial.h"
#include "toolchain/setups.h"
#include "toolchain/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using base::Error;
using base::Result;

std::string shown(const std::vector<std::string>& options) {
    return fmt::format("'{}'", joined(options, " "));
}

// What one compiler makes of the sets that were given.
struct Answers {
    const Compiler* compiler;
    std::vector<std::string> whys; // by set; empty: some language takes it
};

class OptionTrials {
  public:
    OptionTrials(sandbox::Sandbox& sandbox, const OptionLists& given,
                 const std::vector<std::string>& languages)
        : sandbox_(sandbox), given_(given), languages_(languages) {}

    Result<void> ask(Compiler& compiler) {
        Answers answers{&compiler, {}};
        std::vector<size_t> taken(given_.size());
        answers.whys.resize(given_.size());
        bool asked = false;
        for (const std::string& language : compiler.abilities.languages) {
            if (!languages_.empty() && !contains(languages_, language)) continue;
            asked = true;
            std::vector<testcase::Setup> setups;
            for (const auto& options : given_) setups.push_back(setup_of(compiler, options));
            auto trials = try_setups(sandbox_, compiler, setups, language);
            if (!trials) return trials.error();
            for (size_t i = 0; i < given_.size(); ++i) {
                const Trial& trial = (*trials)[i];
                if (!trial.is_refusal()) {
                    ++taken[i];
                    continue;
                }
                compiler.refused.push_back({given_[i], language});
                if (answers.whys[i].empty()) answers.whys[i] = trial.why;
            }
        }
        for (size_t i = 0; i < given_.size(); ++i)
            if (taken[i] > 0) answers.whys[i].clear();
        if (auto blamed = blame_compiler(compiler, answers.whys); !blamed) return blamed;
        if (asked) all_.push_back(std::move(answers));
        return {};
    }

    Result<std::vector<std::string>> conclude() const {
        for (size_t i = 0; i < given_.size(); ++i)
            if (auto some = taken_by_some(i); !some) return some.error();
        std::vector<std::string> lines;
        for (const Answers& answers : all_)
            if (std::string line = remark(answers); !line.empty()) lines.push_back(std::move(line));
        return lines;
    }

  private:
    sandbox::Sandbox& sandbox_;
    const OptionLists& given_;
    const std::vector<std::string>& languages_;
    std::vector<Answers> all_;

    // Options are not at fault where the compiler, which was known to work, does not work without them
    // either.
    Result<void> blame_compiler(const Compiler& compiler, std::vector<std::string>& whys) {
        if (std::ranges::all_of(whys, &std::string::empty)) return {};
        for (const std::string& language : compiler.abilities.languages) {
            const auto weakest = try_weakest(sandbox_, compiler, language, setup_of(compiler, {}).target);
            if (!weakest) return weakest.error();
            if (weakest->works()) return {};
            for (std::string& why : whys)
                if (!why.empty()) why = "it does not work at all: " + weakest->why;
            return {};
        }
        return {};
    }

    Result<void> taken_by_some(size_t set) const {
        constexpr size_t kEnough = 3;
        std::vector<std::string> whys;
        for (const Answers& answers : all_) {
            if (answers.whys[set].empty()) return {};
            if (whys.size() < kEnough)
                whys.push_back(fmt::format("{}: {}", answers.compiler->name, answers.whys[set]));
        }
        if (whys.empty()) return {};
        return Error{
            fmt::format("no compiler takes the options {}: {}", shown(given_[set]), joined(whys, "; "))};
    }

    std::string remark(const Answers& answers) const {
        std::string sets, first;
        size_t count = 0;
        for (size_t i = 0; i < given_.size(); ++i) {
            if (answers.whys[i].empty()) continue;
            ++count;
            sets += (sets.empty() ? "" : ", ") + shown(given_[i]);
            if (first.empty()) first = answers.whys[i];
        }
        if (count == 0) return "";
        return fmt::format("{} {}: it does not take {}: {}", answers.compiler->name,
                           count == given_.size() ? "is not tested" : "is tested with the other options",
                           sets, first);
    }
};

} // namespace

Result<std::vector<std::string>> try_given_options(sandbox::Sandbox& sandbox,
                                                   std::vector<Compiler>& compilers, const OptionLists& given,
                                                   const std::vector<std::string>& languages) {
    OptionTrials trials(sandbox, given, languages);
    if (!given.empty())
        for (Compiler& compiler : compilers)
            if (auto asked = trials.ask(compiler); !asked) return asked.error();
    return trials.conclude();
}

bool refuses(const Compiler& compiler, const std::vector<std::string>& options, const std::string& language) {
    return std::any_of(compiler.refused.begin(), compiler.refused.end(), [&](const RefusedOptions& one) {
        return one.options == options && one.language == language;
    });
}

} // namespace assay::toolchain
