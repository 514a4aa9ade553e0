// The interfaces of the engine, which knows neither programs nor compilers. A State is what shrinks, a Pass
// offers edits of a state as numbered data, and an Interesting says which states still show the failure.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace assay::reduce {

// One version of what is being reduced. It never changes, so threads may share it.
class State {
  public:
    virtual ~State() = default;
    virtual uint64_t hash() const = 0; // of all that a test can see: equal hashes mean equal states
    virtual uint64_t size() const = 0; // for people who watch
    // The same state with the same hash, without leftovers of earlier edits. Null: there are none.
    virtual std::shared_ptr<const State> tidied() const { return nullptr; }
};
using StatePtr = std::shared_ptr<const State>;

// Edits of one state, numbered from 0, those that remove most first.
class Proposal {
  public:
    virtual ~Proposal() = default;
    virtual size_t count() const = 0;
    // Applies the chosen edits to `base`. Edits that no longer fit are skipped, and so are some if not all
    // fit together. Null: nothing is left to try. `base` is the state the edits were proposed on, or a result
    // of edits of this proposal. The same question has the same answer each time.
    virtual StatePtr apply(const State& base, std::span<const uint32_t> chosen) const = 0;
};

class Pass {
  public:
    virtual ~Pass() = default;
    virtual std::string_view name() const = 0;
    // The edits of one level: outer constructs come in earlier levels than inner ones, bold edits before
    // timid ones. `state` is the result of the earlier levels. Null: there is no such level.
    virtual std::unique_ptr<Proposal> propose(const State& state, uint32_t level) const = 0;
};

enum class Answer : uint8_t {
    No,
    Yes,
    Unknown, // the test itself failed; counts as no, and is not kept for another run
};

class Interesting {
  public:
    virtual ~Interesting() = default;
    // Called from several threads at once, but never twice at once with the same slot (0, 1, ...), so each
    // slot can have its own folder. The answer should depend on the state alone.
    virtual Answer test(const State& state, unsigned slot) = 0;
};

} // namespace assay::reduce
