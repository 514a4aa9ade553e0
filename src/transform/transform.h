// Transform: a kind of small change, with the promises it keeps. All randomness is the caller's: it picks a
// site among the nodes of a View and a 64-bit word, and propose() turns them into steps whose arguments say
// everything.
//
// Whoever writes a transform derives from TransformOf<Args>, where Args is a struct of the arguments (see
// arguments.h), and says what it needs in two parts: can() looks at the program alone, and whatever fits
// leaves a program that the checker accepts; is_safe() adds what the run must have shown for the promise to
// hold. A step changes nothing but the tree below its site, and adds globals and functions, unless its site
// is the body of a function.
#pragma once

#include "base/check.h"
#include "transform/arguments.h"
#include "transform/step.h"
#include "transform/view.h"

namespace assay::transform {

struct Flags {
    bool preserves = false; // what the program shows stays the same (it may take longer)
    bool dead_only = false; // only nodes that never ran are changed, so that too
    bool extends = false;   // what was shown still is, in the same order, and something is shown beside it
    bool shrinks = false;   // the program is smaller by size.h; its meaning may change
};

// Which nodes may be the site of a step at all.
enum class Sites : uint8_t {
    All,
    Program, // only the body of the entry, which stands for the whole program
    Bodies,  // bodies of functions
    Blocks,
    Integers, // integer constants
};

struct About {
    std::string_view name;
    std::string_view precondition; // in English: "an integer operation that ..."
    std::string_view effect;       // in English: "a - b becomes a + -b"
    Flags flags;
    Sites sites = Sites::All;
};

class Transform {
  public:
    Transform(const About& about, size_t arg_count) : about_(about), arg_count_(arg_count) {}
    virtual ~Transform() = default;
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;

    const About& about() const { return about_; }
    size_t arg_count() const { return arg_count_; }

    // Adds a few steps at `site` that apply; which, is up to `word`. Cost: about that of the tree below
    // `site`.
    virtual void propose(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const = 0;

    // May the step be applied at all? Nothing is assumed of it: it may come from a file.
    bool fits(const View& view, const Step& step) const;
    // And does it keep what the flags promise? Needs the program's meaning with profile.
    bool applies(const View& view, const Step& step) const;

    // A step that still has no arguments.
    Step step_at(const View& view, NodeId site) const;

    // For a step that fits. Raises the step's fresh ids to where its rows really start. The site keeps its id
    // for what now stands in its place.
    void apply(Program& program, Step& step) const;

  protected:
    static Fresh fresh_of(const Program& program);
    // The part of fits() that does not depend on arguments.
    bool takes(const View& view, NodeId site) const;

  private:
    virtual bool can_take(const View& view, const Step& step) const = 0; // the site is known to be right
    virtual bool is_step_safe(const View& view, const Step& step) const = 0;
    virtual void perform_step(Program& program, const Step& step) const = 0;

    const About about_;
    const size_t arg_count_;
};

template <typename Args = NoArgs> class TransformOf : public Transform {
  public:
    using Named = NamedStep<Args>;
    explicit TransformOf(const About& about) : Transform(about, transform::arg_count<Args>()) {}

    void propose(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const final {
        if (takes(view, site)) suggest(view, site, word, Offer(*this, view, site, out));
    }

  protected:
    // What suggest() calls with arguments: keeps them as a step if it applies, and says whether it did.
    class Offer {
      public:
        Offer(const TransformOf& transform, const View& view, NodeId site, std::vector<Step>& out)
            : transform_(transform), view_(view), site_(site), out_(out) {}

        bool operator()(const Args& args = {}) const {
            const Named step{args, site_, fresh_of(view_.program())};
            if (!transform_.can(view_, step) || !transform_.is_safe(view_, step)) return false;
            out_.push_back(transform_.step_at(view_, site_));
            write_args(args, out_.back().args);
            return true;
        }

      private:
        const TransformOf& transform_;
        const View& view_;
        NodeId site_;
        std::vector<Step>& out_;
    };

  private:
    // Offers arguments that are worth trying; it may be generous.
    virtual void suggest(const View&, NodeId, uint64_t, const Offer& offer) const { offer(); }
    virtual bool can(const View& view, const Named& step) const = 0; // the site is one of about().sites
    virtual bool is_safe(const View&, const Named&) const { return true; }
    virtual void perform(Program& program, const Named& step) const = 0;

    static std::optional<Named> named(const Step& step) {
        const std::optional<Args> args = read_args<Args>(step.args);
        if (!args) return std::nullopt;
        return Named{*args, step.site, step.fresh};
    }
    bool can_take(const View& view, const Step& step) const final {
        const std::optional<Named> it = named(step);
        return it && can(view, *it);
    }
    bool is_step_safe(const View& view, const Step& step) const final { return is_safe(view, *named(step)); }
    void perform_step(Program& program, const Step& step) const final {
        const std::optional<Named> it = named(step);
        base::check(it.has_value(), "a step that is applied has the arguments of its transform");
        perform(program, *it);
    }
};

} // namespace assay::transform
