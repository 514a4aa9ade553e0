// What the engine works with. It knows neither programs nor compilers: a State is whatever shrinks, a Pass
// offers edits of a state as numbered data, and an Interesting says which states still show what matters.
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
    virtual uint64_t hash() const = 0; // of all that a test can see: states with equal hashes are one
    virtual uint64_t size() const = 0; // for people who watch
    // The same, of the same hash, without what earlier edits left behind. Null: there is nothing of it.
    virtual std::shared_ptr<const State> tidied() const { return nullptr; }
};
using StatePtr = std::shared_ptr<const State>;

// Edits of one state, numbered from 0, those that take most away first.
class Proposal {
  public:
    virtual ~Proposal() = default;
    virtual size_t count() const = 0;
    // `base` with the chosen edits; those that do not fit it (any more) are left out, and so are some if not
    // all can stand together. Null: nothing is left to try. `base` is the state the edits were proposed on,
    // or what came of it by edits of this proposal. The same question has the same answer each time.
    virtual StatePtr apply(const State& base, std::span<const uint32_t> chosen) const = 0;
};

class Pass {
  public:
    virtual ~Pass() = default;
    virtual std::string_view name() const = 0;
    // The edits of one level: outer things come in earlier levels than those inside them, bold edits before
    // timid ones. `state` is what the earlier levels left. Null: there is no such level.
    virtual std::unique_ptr<Proposal> propose(const State& state, uint32_t level) const = 0;
};

enum class Answer : uint8_t {
    No,
    Yes,
    Unknown, // the test itself failed; counts as no, and is not remembered for another run
};

class Interesting {
  public:
    virtual ~Interesting() = default;
    // Called from several threads at once, never twice at once with the same slot (0, 1, ...), so that each
    // slot can have a folder of its own. It should be a function of the state.
    virtual Answer test(const State& state, unsigned slot) = 0;
};

} // namespace assay::reduce
