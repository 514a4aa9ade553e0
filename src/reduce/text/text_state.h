// A text being reduced, and its edits: pieces of it are removed or replaced.
#pragma once

#include "reduce/state.h"

#include <string>
#include <vector>

namespace assay::reduce::text {

class TextState final : public State {
  public:
    explicit TextState(std::string text);
    uint64_t hash() const override { return hash_; }
    uint64_t size() const override { return text_->size(); }
    const std::string& text() const { return *text_; }

  private:
    friend class TextEdits;
    std::shared_ptr<const std::string> text_;
    uint64_t hash_;
    // How it came from the text that edits were proposed on, so that more of them can be applied.
    std::shared_ptr<const std::string> root_;
    std::vector<uint32_t> applied_;
};

struct Change {
    uint32_t from, to;
    std::string with = {};
};
using Edit = std::vector<Change>;

class TextEdits final : public Proposal {
  public:
    TextEdits(const TextState& state, std::vector<Edit> edits)
        : root_(state.text_), edits_(std::move(edits)) {}
    size_t count() const override { return edits_.size(); }
    StatePtr apply(const State& base, std::span<const uint32_t> chosen) const override;

  private:
    std::shared_ptr<const std::string> root_;
    std::vector<Edit> edits_;
};

// For tests of texts alone.
class InterestingText : public Interesting {
  public:
    Answer test(const State& state, unsigned slot) final {
        return test_text(static_cast<const TextState&>(state).text(), slot);
    }
    virtual Answer test_text(const std::string& text, unsigned slot) = 0;
};

} // namespace assay::reduce::text
