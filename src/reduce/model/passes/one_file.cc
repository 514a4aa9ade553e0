// All in one file, and checked by the program itself.
#include "reduce/model/passes.h"

#include <iterator>

namespace assay::reduce::model {
namespace {

class OneFile final : public ModelPass {
  public:
    std::string_view name() const override { return "one-file"; }

  private:
    bool offer(const Candidate& candidate, const transform::View&, uint32_t level,
               std::vector<Edit>& out) const override {
        if (level > 2) return false;
        const Form now = candidate.form(), plain;
        // What the pass `brief` achieved stays.
        const bool brief = print::is_short(now.harness);
        Form offered = now;
        if (level != 2) offered.layout = plain.layout;
        if (level != 1 && !brief) offered.harness = plain.harness;
        if (offered != now) out.push_back({.steps = {}, .form = offered});
        return true;
    }
};

// The shortest harness, and names to match; all at once, or what goes.
class Brief final : public ModelPass {
  public:
    std::string_view name() const override { return "brief"; }

  private:
    struct Way {
        print::Harness harness;
        bool plain_calls, rest; // rest: in main, under short names
    };
    // Comparisons read best; where they hide the failure, the values are shown. Not every compiler has
    // abort and printf built in.
    static constexpr Way kWays[]{
        {print::Harness::Brief, false, true}, {print::Harness::Brief, false, false},
        {print::Harness::Show, false, true},  {print::Harness::Show, false, false},
        {print::Harness::Brief, true, true},  {print::Harness::Brief, true, false},
        {print::Harness::Show, true, true},   {print::Harness::Show, true, false},
    };

    bool offer(const Candidate& candidate, const transform::View&, uint32_t level,
               std::vector<Edit>& out) const override {
        constexpr uint32_t kInMain = std::size(kWays), kShortNames = kInMain + 1;
        if (level > kShortNames) return false;
        Form offered = candidate.form();
        if (offered.layout != print::Layout::OneFile) return true;
        const bool settled = print::is_short(offered.harness);
        if (level < kInMain) {
            if (settled) return true;
            const Way& way = kWays[level];
            offered.harness = way.harness;
            offered.plain_calls = way.plain_calls;
            if (way.rest) offered.entry_in_main = offered.short_names = true;
        }
        if (level == kInMain && settled) offered.entry_in_main = true;
        if (level == kShortNames) offered.short_names = true;
        if (offered != candidate.form()) out.push_back({.steps = {}, .form = offered});
        return true;
    }
};

} // namespace

const Pass& brief() {
    static const Brief pass;
    return pass;
}

const Pass& one_file() {
    static const OneFile pass;
    return pass;
}

} // namespace assay::reduce::model
