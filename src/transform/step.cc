#include "transform/step.h"

#include "transform/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay::transform {
namespace {

std::optional<UInt128> number_in(std::string_view word) {
    const bool is_negative = word.starts_with('-');
    if (is_negative) word.remove_prefix(1);
    if (word.empty()) return std::nullopt;
    UInt128 value = 0;
    constexpr UInt128 limit = UInt128{1} << 127; // of the magnitude
    for (const char c : word) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + static_cast<UInt128>(c - '0');
        if (value > limit || (value == limit && !is_negative)) return std::nullopt;
    }
    return is_negative ? -value : value;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (true) {
        const size_t begin = line.find_first_not_of(" \t\r");
        if (begin == line.npos) return words;
        line.remove_prefix(begin);
        const size_t end = std::min(line.find_first_of(" \t\r"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

struct LineError {
    std::string what;
};

class LineReader {
  public:
    explicit LineReader(std::vector<std::string_view> words) : words_(std::move(words)) {}

    Step step(std::span<const Transform* const> known) {
        Step made;
        made.kind = words_[next_++];
        const auto named = [&](const Transform* t) { return t->about().name == made.kind; };
        const auto transform = std::ranges::find_if(known, named);
        if (transform == known.end()) throw LineError{fmt::format("no transform is named '{}'", made.kind)};
        made.site = {index("the node")};
        keyword("with");
        while (next_ < words_.size() && words_[next_] != "new") made.args.push_back(number("an argument"));
        if (made.args.size() != (*transform)->arg_count())
            throw LineError{fmt::format("{} takes {} arguments, not {}", made.kind, (*transform)->arg_count(),
                                        made.args.size())};
        keyword("new");
        made.fresh.nodes = index("the first new node");
        made.fresh.vars = index("the first new variable");
        made.fresh.labels = index("the first new label");
        if (next_ < words_.size()) throw LineError{fmt::format("'{}' is too much", words_[next_])};
        return made;
    }

  private:
    std::string_view word(std::string_view wanted) {
        if (next_ == words_.size()) throw LineError{fmt::format("the line ends where {} is wanted", wanted)};
        return words_[next_++];
    }
    void keyword(std::string_view wanted) {
        const std::string_view found = word(fmt::format("'{}'", wanted));
        if (found != wanted) throw LineError{fmt::format("'{}' is wanted, not '{}'", wanted, found)};
    }
    UInt128 number(std::string_view wanted) {
        const std::string_view text = word(wanted);
        const std::optional<UInt128> value = number_in(text);
        if (!value) throw LineError{fmt::format("{} must be a number, not '{}'", wanted, text)};
        return *value;
    }
    uint32_t index(std::string_view wanted) {
        const UInt128 value = number(wanted);
        if (value > kLargestId) throw LineError{fmt::format("{} is out of range", wanted)};
        return static_cast<uint32_t>(value);
    }

    // Tables are filled up to a step's fresh ids, so a wrong digit must not cost gigabytes.
    static constexpr uint32_t kLargestId = 1u << 26;

    std::vector<std::string_view> words_;
    size_t next_ = 0;
};

} // namespace

std::string save_steps(std::span<const Step> steps) {
    std::string out;
    for (const Step& step : steps) {
        out += fmt::format("{} {} with", step.kind, step.site.index);
        for (const UInt128 arg : step.args) out += " " + base::to_text(static_cast<Int128>(arg));
        out += fmt::format(" new {} {} {}\n", step.fresh.nodes, step.fresh.vars, step.fresh.labels);
    }
    return out;
}

base::Result<std::vector<Step>> load_steps(std::string_view text, std::string_view file_name,
                                           std::span<const Transform* const> known) {
    std::vector<Step> steps;
    for (int line = 1; !text.empty(); ++line) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::vector<std::string_view> words = words_of(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (words.empty() || words[0].starts_with(';')) continue;
        try {
            steps.push_back(LineReader(std::move(words)).step(known));
        } catch (const LineError& error) {
            return base::Error{fmt::format("{}:{}: {}", file_name, line, error.what)};
        }
    }
    return steps;
}

} // namespace assay::transform
