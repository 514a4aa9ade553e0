// Editor: a program under change, with a View that follows, so that a step costs about as much as the tree it
// changes.
#pragma once

#include "transform/transform.h"

#include <optional>

namespace assay::transform {

class Editor {
  public:
    Editor(Program program, Meaning meaning);
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    const Program& program() const { return program_; }
    const View& view() const { return *view_; }
    const std::vector<Step>& steps() const { return steps_; } // all that were applied, in order

    // False, and nothing happens, if the step does not apply (any more).
    bool apply(const Transform& transform, Step step);

    // The program was evaluated anew. Due after steps that do not preserve the meaning; after others it makes
    // more known.
    void learn(Meaning meaning);

  private:
    Program program_;
    Meaning meaning_;
    std::optional<View> view_; // of the two above
    std::vector<Step> steps_;
};

} // namespace assay::transform
