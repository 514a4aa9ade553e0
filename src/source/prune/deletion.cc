#include "source/prune/variant.h"

#include <algorithm>

namespace assay::source::prune {
namespace {

class Pruner {
  public:
    Pruner(Draft& draft, choice::Choices& choices, bool replace)
        : draft_(draft), unit_(draft.unit), choices_(choices), replace_(replace) {
        draft_.gone.assign(unit_.statements.size(), false);
        bend();
    }

    void run() {
        for (uint32_t i = 0; i < unit_.statements.size();) {
            if (draft_.life.removable[i] && toss(i)) {
                remove(i);
                i = unit_.statements[i].last;
            } else {
                ++i;
            }
        }
        for (uint32_t i = 0; i < unit_.statements.size(); ++i)
            if (is_unused_declaration(i) && toss(i)) remove(i);
    }

  private:
    Draft& draft_;
    const Unit& unit_;
    choice::Choices& choices_;
    bool replace_;
    uint64_t parent_percent_ = 0, leaf_percent_ = 0;

    void bend() {
        parent_percent_ = choices_.below(101);
        leaf_percent_ = choices_.below(101);
    }

    bool toss(uint32_t statement) {
        const bool leaf = unit_.statements[statement].last == statement + 1;
        const bool taken = choices_.percent(leaf ? leaf_percent_ : parent_percent_);
        bend();
        return taken;
    }

    void remove(uint32_t index) {
        const Statement& statement = unit_.statements[index];
        std::string instead;
        if (replace_ && statement.kind != StatementKind::Declaration && choices_.percent(30))
            instead = copy_for(draft_, index, choices_);
        ++(instead.empty() ? draft_.counts.deleted : draft_.counts.replaced);
        const bool in_list = unit_.statements[statement.parent].kind == StatementKind::Compound;
        // Braces, because an if without an else would take the else of the one around it.
        if (!in_list) instead = instead.empty() ? ";" : "{ " + instead + " }";
        draft_.edits.push_back({statement.span, instead});
        std::fill(draft_.gone.begin() + index, draft_.gone.begin() + statement.last, true);
    }

    // A declaration may go once everything that names it has gone.
    bool is_unused_declaration(uint32_t index) const {
        const Statement& statement = unit_.statements[index];
        if (statement.kind != StatementKind::Declaration || !draft_.life.dead[index] || draft_.gone[index])
            return false;
        if (!statement.in_text || statement.fixed || statement.gives_value) return false;
        const bool named = std::any_of(draft_.needed.begin(), draft_.needed.end(), [&](uint32_t variable) {
            return unit_.variables[variable].statement == index;
        });
        if (named) return false;
        return std::none_of(unit_.uses.begin(), unit_.uses.end(), [&](const Use& use) {
            return unit_.variables[use.variable].statement == index && use.statement != index &&
                   (use.statement == kNone || !draft_.gone[use.statement]);
        });
    }
};

} // namespace

void prune_dead(Draft& draft, choice::Choices& choices, bool replace) {
    Pruner(draft, choices, replace).run();
}

} // namespace assay::source::prune
