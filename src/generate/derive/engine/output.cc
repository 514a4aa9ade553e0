#include "generate/derive/engine/output.h"

#include <utility>

namespace assay::generate::derive {

int Output::slot() {
    buffers_.emplace_back();
    const int buffer = static_cast<int>(buffers_.size()) - 1;
    add({Token::Kind::Slot, {}, buffer});
    return buffer;
}

int Output::redirect(int buffer) { return std::exchange(current_, buffer); }

class Printer {
  public:
    explicit Printer(const Output& output) : output_(output) {}

    std::string run() {
        print(0);
        end_line();
        return std::move(text_);
    }

  private:
    using Kind = Output::Token::Kind;

    void print(int buffer) {
        for (const Output::Token& token : output_.buffers_[static_cast<size_t>(buffer)]) {
            switch (token.kind) {
            case Kind::Text: word(token.text, false); break;
            case Kind::Name: word(token.text, true); break;
            case Kind::Line: end_line(); break;
            case Kind::Indent:
                end_line();
                ++level_;
                break;
            case Kind::Dedent:
                end_line();
                --level_;
                break;
            case Kind::Tight: tight_ = true; break;
            case Kind::Slot: print(token.buffer); break;
            }
        }
    }

    void end_line() {
        if (!last_.empty()) text_ += '\n';
        last_ = {};
        tight_ = false;
    }

    void word(std::string_view next, bool name) {
        if (next.empty()) return;
        if (last_.empty())
            text_.append(4 * static_cast<size_t>(level_), ' ');
        else if (space(next))
            text_ += ' ';
        text_ += next;
        last_ = next;
        last_name_ = name;
        tight_ = false;
    }

    static bool one_of(std::string_view text, std::string_view symbols) {
        return text.size() == 1 && symbols.find(text[0]) != std::string_view::npos;
    }

    bool space(std::string_view next) const {
        if (output_.spaced_) return true;
        // Two operators side by side could become another one.
        constexpr std::string_view operators = "+-*/%&|^<>=!~?:.";
        const bool risky = operators.find(last_.back()) != std::string_view::npos &&
                           operators.find(next.front()) != std::string_view::npos;
        if (tight_) return risky;
        if (one_of(next, ":") || std::string_view(",;)]").find(next.front()) != std::string_view::npos)
            return false;
        if (one_of(last_, "[") || last_.back() == '(') return false;
        if (one_of(last_, ".!~") || one_of(next, ".")) return risky && !one_of(next, ".");
        if (one_of(next, "([") && (last_name_ || one_of(last_, "]"))) return false;
        if ((next == "++" || next == "--") && last_name_) return false;
        return true;
    }

    const Output& output_;
    std::string text_;
    std::string_view last_; // on this line
    bool last_name_ = false;
    bool tight_ = false;
    int level_ = 0;
};

std::string Output::text() const { return Printer(*this).run(); }

} // namespace assay::generate::derive
