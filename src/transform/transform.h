// Transform: a kind of small change, with the promises it keeps. All randomness is the caller's: it picks a
// site among the nodes of a View and a 64-bit word, and propose() turns them into steps whose arguments say
// everything.
//
// Whoever writes a transform says what it needs in two parts: can() looks at the program alone, and whatever
// fits leaves a program that the checker accepts; is_safe() adds what the run must have shown for the promise
// to hold. A step changes nothing but the tree below its site, and adds globals and functions, unless its
// site is the body of a function.
#pragma once

#include "transform/step.h"
#include "transform/view.h"

#include <initializer_list>

namespace assay::transform {

struct Flags {
    bool preserves = false; // what the program shows stays the same (it may take longer)
    bool dead_only = false; // only nodes that never ran are changed, so that too
    bool extends = false;   // what was shown still is, in the same order, and something is shown beside it
    bool shrinks = false;   // the program is smaller by size.h; its meaning may change
};

struct About {
    std::string_view name;
    std::string_view precondition; // in English: "an integer operation that ..."
    std::string_view effect;       // in English: "a - b becomes a + -b"
    Flags flags;
    uint8_t arg_count = 0;
};

class Transform {
  public:
    explicit Transform(const About& about) : about_(about) {}
    virtual ~Transform() = default;
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;

    const About& about() const { return about_; }

    // Adds a few steps at `site` that apply; which, is up to `word`. Cost: about that of the tree below
    // `site`.
    void propose(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const;

    // May the step be applied at all? Nothing is assumed of it: it may come from a file.
    bool fits(const View& view, const Step& step) const;
    // And does it keep what the flags promise? Needs the program's meaning with profile.
    bool applies(const View& view, const Step& step) const;

    // For a step that fits. Raises the step's fresh ids to where its rows really start. The site keeps its id
    // for what now stands in its place.
    void apply(Program& program, Step& step) const;

  private:
    virtual void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const = 0;
    virtual bool can(const View& view,
                     const Step& step) const = 0; // number of arguments and site are known to be right
    virtual bool is_safe(const View&, const Step&) const { return true; }
    virtual void perform(Program& program, const Step& step) const = 0;

    const About about_;
};

// What suggest() adds: the rest of the step is filled in by propose().
Step step_at(NodeId site, std::initializer_list<UInt128> args = {});

} // namespace assay::transform
