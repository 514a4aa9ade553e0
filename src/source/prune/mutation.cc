#include "source/prune/variant.h"

#include <algorithm>
#include <charconv>

namespace assay::source::prune {
namespace {

// Operators whose operands and result have the same types.
constexpr std::string_view kFamilies[][6] = {
    {"+", "-", "*"}, {"&", "|", "^"}, {"<", ">", "<=", ">=", "==", "!="}, {"&&", "||"}, {"<<", ">>"}};

constexpr std::string_view kNumbers[] = {"0",   "1",    "2",     "7",          "31",   "32",    "127",
                                         "255", "1024", "65535", "2147483647", "(-1)", "(-128)"};

class Mutator {
  public:
    Mutator(Draft& draft, choice::Choices& choices) : draft_(draft), unit_(draft.unit), choices_(choices) {
        for (size_t i = 0; i < unit_.expressions.size(); ++i)
            if (draft.life.dead_arms[i]) arms_.push_back(unit_.expressions[i].span);
        std::sort(arms_.begin(), arms_.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    }

    void run() {
        const uint64_t percent = 3 + choices_.below(30);
        for (const Expression& expression : unit_.expressions)
            if (is_dead(expression.statement, expression.span) && choices_.percent(percent))
                change(expression);
        for (const Use& use : unit_.uses)
            if (!use.span.empty() && is_dead(use.statement, use.span) && choices_.percent(percent / 2))
                rename(use);
    }

  private:
    Draft& draft_;
    const Unit& unit_;
    choice::Choices& choices_;
    std::vector<Span> arms_;

    bool is_dead(uint32_t statement, const Span& span) const {
        if (statement == kNone || draft_.gone[statement]) return false;
        if (draft_.life.dead[statement]) return true;
        return std::any_of(arms_.begin(), arms_.end(), [&](const Span& arm) { return arm.holds(span); });
    }

    void put(const Span& span, std::string text) {
        draft_.edits.push_back({span, std::move(text)});
        ++draft_.counts.mutated;
    }

    void change(const Expression& expression) {
        switch (expression.kind) {
        case ExpressionKind::Operator: return change_operator(expression.span);
        case ExpressionKind::Number: return change_number(expression.span);
        case ExpressionKind::Condition:
            draft_.edits.push_back({{expression.span.begin, expression.span.begin}, "!("});
            return put({expression.span.end, expression.span.end}, ")");
        case ExpressionKind::Arm: return;
        }
    }

    void change_operator(const Span& span) {
        const std::string now = unit_.text_of(span);
        for (const auto& family : kFamilies) {
            std::vector<std::string_view> others;
            bool mine = false;
            for (const std::string_view one : family) {
                mine |= one == now;
                if (!one.empty() && one != now) others.push_back(one);
            }
            if (mine) return put(span, std::string(choices_.element(others)));
        }
    }

    // Only an int becomes another int, because the type of what is around it must stay.
    void change_number(const Span& span) {
        const std::string now = unit_.text_of(span);
        int32_t value = 0;
        const auto [end, error] = std::from_chars(now.data(), now.data() + now.size(), value);
        if (error != std::errc() || end != now.data() + now.size()) return;
        if (now.size() > 1 && now[0] == '0') return;
        put(span, std::string(kNumbers[choices_.below(std::size(kNumbers))]));
    }

    void rename(const Use& use) {
        const Variable& variable = unit_.variables[use.variable];
        const uint32_t function = unit_.statements[use.statement].function;
        if (!variable.plain) return;
        std::vector<uint32_t> fitting = draft_.names.of_type(unit_, variable.type, use.span.begin, function);
        std::erase_if(fitting, [&](uint32_t other) {
            return other == use.variable || !declared_outside(unit_.variables[other], use);
        });
        if (!fitting.empty()) put(use.span, unit_.variables[choices_.element(fitting)].name);
    }

    // What declares it may go, and a variable in its own initialiser helps nobody.
    bool declared_outside(const Variable& other, const Use& use) const {
        return other.statement == kNone ||
               (other.statement != use.statement && !draft_.gone[other.statement]);
    }
};

} // namespace

void mutate_dead(Draft& draft, choice::Choices& choices) { Mutator(draft, choices).run(); }

} // namespace assay::source::prune
