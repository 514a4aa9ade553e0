#include "choice/recording.h"

#include "choice/site.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace assay::choice {

constexpr std::string_view kHeader = "assay recording 1";

std::string Place::describe() const {
    if (!site.empty()) return fmt::format("a pick at site '{}' of {} alternatives", site, bound);
    if (bound == 0) return "64 bits";
    return fmt::format("a number below {}", bound);
}

void Recording::add(const Place& place, std::uint64_t value) {
    auto [entry, fresh] = place_index_.try_emplace(place, static_cast<std::uint32_t>(places_.size()));
    if (fresh) places_.push_back(place);
    asked_.push_back(entry->second);
    values_.push_back(value);
}

std::string Recording::to_text() const {
    constexpr std::size_t kPerLine = 16;
    std::string text(kHeader);
    text += '\n';
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        if (!place.site.empty())
            text += fmt::format("place {} site {} {}\n", i, place.site, place.bound);
        else if (place.bound == 0)
            text += fmt::format("place {} bits\n", i);
        else
            text += fmt::format("place {} number {}\n", i, place.bound);
    }
    text += fmt::format("decisions {}\n", size());
    for (std::size_t i = 0; i < size(); ++i) {
        bool last = i % kPerLine == kPerLine - 1 || i + 1 == size();
        fmt::format_to(std::back_inserter(text), "{}:{}{}", asked_[i], values_[i], last ? '\n' : ' ');
    }
    return text;
}

// Reads the text line by line, word by word; the first problem ends it.
class RecordingReader {
  public:
    RecordingReader(std::string_view text, std::string_view file_name) : rest_(text), file_name_(file_name) {}

    base::Result<Recording> read() {
        if (!next_line() || line_ != kHeader)
            return error(fmt::format("not a recording: the first line must be '{}'", kHeader));
        while (next_line() && line_.starts_with("place "))
            if (std::string problem = read_place(); !problem.empty()) return error(problem);
        std::optional<std::uint64_t> count;
        if (next_word() == "decisions") count = next_number();
        if (!count || !line_.empty()) return error("expected 'place ...' or 'decisions COUNT'");
        while (next_line())
            while (!line_.empty())
                if (std::string problem = read_decision(); !problem.empty()) return error(problem);
        if (result_.size() != *count)
            return error(fmt::format("{} decisions announced, {} found: the file is cut or was edited",
                                     *count, result_.size()));
        return std::move(result_);
    }

  private:
    bool next_line() {
        if (rest_.empty()) return false;
        std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++line_number_;
        return true;
    }

    std::string_view next_word(char separator = ' ') {
        std::size_t end = std::min(line_.find(separator), line_.size());
        std::string_view word = line_.substr(0, end);
        line_.remove_prefix(std::min(end + 1, line_.size()));
        return word;
    }

    std::optional<std::uint64_t> next_number(char separator = ' ') {
        std::string_view word = next_word(separator);
        std::uint64_t value = 0;
        auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
        return value;
    }

    std::string read_place() {
        next_word();
        std::optional<std::uint64_t> index = next_number();
        std::string_view kind = next_word();
        std::optional<Place> place;
        if (kind == "site") {
            std::string site(next_word());
            std::optional<std::uint64_t> count = next_number();
            if (valid_name(site) && count && *count > 0 && *count <= kMaxAlternatives)
                place = Place{std::move(site), *count};
        } else if (kind == "number") {
            if (std::optional<std::uint64_t> bound = next_number(); bound && *bound > 0)
                place = Place{"", *bound};
        } else if (kind == "bits") {
            place = Place{"", 0};
        }
        if (!place || !line_.empty())
            return "expected 'place INDEX site NAME COUNT', 'place INDEX number BOUND' or 'place INDEX bits'";
        if (index != result_.places_.size())
            return fmt::format("expected place {}: places are numbered from 0", result_.places_.size());
        if (!result_.place_index_.try_emplace(*place, static_cast<std::uint32_t>(*index)).second)
            return "the place is listed twice";
        result_.places_.push_back(std::move(*place));
        return "";
    }

    std::string read_decision() {
        std::optional<std::uint64_t> place = next_number(':');
        std::optional<std::uint64_t> value = next_number();
        if (!place || !value) return "expected decisions as PLACE:VALUE";
        if (*place >= result_.places_.size()) return fmt::format("there is no place {}", *place);
        const Place& asked = result_.places_[*place];
        if (asked.bound != 0 && *value >= asked.bound)
            return fmt::format("{} is too large for {}", *value, asked.describe());
        result_.asked_.push_back(static_cast<std::uint32_t>(*place));
        result_.values_.push_back(*value);
        return "";
    }

    base::Error error(std::string_view what) const {
        return base::Error{fmt::format("{}:{}: {}", file_name_, std::max(line_number_, 1), what)};
    }

    std::string_view rest_;
    std::string_view line_;
    std::string_view file_name_;
    int line_number_ = 0;
    Recording result_;
};

base::Result<Recording> Recording::from_text(std::string_view text, std::string_view file_name) {
    return RecordingReader(text, file_name).read();
}

} // namespace assay::choice
