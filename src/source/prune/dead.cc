#include "source/prune/dead.h"

#include <algorithm>

namespace assay::source::prune {
namespace {

bool never_ran(const std::vector<Coverage>& coverages, const Place& place) {
    return !coverages.empty() && std::all_of(coverages.begin(), coverages.end(), [&](const Coverage& one) {
        const std::optional<uint64_t> count = one.count(place);
        return count && *count == 0;
    });
}

// Everything below a statement that would go with it.
class Removability {
  public:
    explicit Removability(const Unit& unit) : unit_(unit), needed_(unit.statements.size(), false) {
        for (uint32_t i = 0; i < unit.statements.size(); ++i)
            if (unit.statements[i].fixed) keep_up_to(i, kNone);
        // A label stays as long as somebody outside jumps to it or holds its address.
        for (const LabelUse& use : unit.label_uses) keep_up_to(use.label, use.statement);
    }

    bool removable(uint32_t statement) const {
        const Statement& one = unit_.statements[statement];
        return one.in_text && !one.gives_value && one.parent != kNone && !needed_[statement] &&
               one.kind != StatementKind::Declaration && one.kind != StatementKind::Null &&
               parent_allows(one);
    }

  private:
    const Unit& unit_;
    std::vector<bool> needed_;

    // A statement inside a macro's text cannot be reached through it.
    bool parent_allows(const Statement& one) const {
        const Statement& parent = unit_.statements[one.parent];
        return parent.in_text || parent.kind == StatementKind::Compound || !one.in_macro;
    }

    // It and all around it stay, up to the first that holds `holder` as well.
    void keep_up_to(uint32_t statement, uint32_t holder) {
        for (uint32_t at = statement; at != kNone; at = unit_.statements[at].parent) {
            if (holder != kNone && unit_.is_below(holder, at)) return;
            needed_[at] = true;
        }
    }
};

} // namespace

uint64_t Life::dead_count() const {
    return static_cast<uint64_t>(std::count(dead.begin(), dead.end(), true));
}

Life life_of(const Unit& unit, const std::vector<Coverage>& coverages) {
    const Lines lines(unit.text);
    Life life;
    life.dead.resize(unit.statements.size());
    life.removable.resize(unit.statements.size());
    life.dead_arms.resize(unit.expressions.size());
    for (uint32_t i = 0; i < unit.statements.size(); ++i)
        life.dead[i] = never_ran(coverages, lines.place(unit.statements[i].span.begin));
    // What is below lies behind, so from the end every statement comes after all its children.
    for (size_t i = unit.statements.size(); i-- > 0;)
        if (const uint32_t parent = unit.statements[i].parent; !life.dead[i] && parent != kNone)
            life.dead[parent] = false;
    const Removability rules(unit);
    for (uint32_t i = 0; i < unit.statements.size(); ++i)
        life.removable[i] = life.dead[i] && rules.removable(i);
    for (size_t i = 0; i < unit.expressions.size(); ++i)
        life.dead_arms[i] = unit.expressions[i].kind == ExpressionKind::Arm &&
                            never_ran(coverages, lines.place(unit.expressions[i].span.begin));
    return life;
}

void revive(const Unit& unit, Life& life, uint32_t statement) {
    const auto live = [&](uint32_t one) {
        life.dead[one] = false;
        life.removable[one] = false;
    };
    for (uint32_t i = statement; i < unit.statements[statement].last; ++i) live(i);
    for (uint32_t at = unit.statements[statement].parent; at != kNone; at = unit.statements[at].parent)
        live(at);
}

std::vector<uint32_t> dead_roots(const Unit& unit, const Life& life) {
    std::vector<uint32_t> roots;
    for (uint32_t i = 0; i < unit.statements.size();) {
        if (!life.dead[i]) {
            ++i;
            continue;
        }
        roots.push_back(i);
        i = unit.statements[i].last;
    }
    return roots;
}

} // namespace assay::source::prune
