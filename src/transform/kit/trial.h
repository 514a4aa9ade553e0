// Changes whose consequences are everywhere, such as that of a type: instead of working out whether the
// program stays sound, the change is made on a copy and looked at.
#pragma once

#include "program/check_program.h"
#include "program/typing.h"
#include "transform/size.h"
#include "transform/transform.h"

namespace assay::transform {

template <typename Args = NoArgs> class Trial : public TransformOf<Args> {
  public:
    using TransformOf<Args>::TransformOf;
    using typename TransformOf<Args>::Named;
    using typename TransformOf<Args>::Offer;

  private:
    // What can be asked before anything is copied.
    virtual bool may(const View&, const Named&) const { return true; }
    // False: there is nothing to do. Types of expressions are derived anew after it.
    virtual bool change(Program& program, const Named& step) const = 0;

    bool make(Program& program, const Named& step) const {
        return change(program, step) && program::retype(program, program::Platform(program.platform)).ok();
    }
    // Would the changed program be sound, and smaller?
    bool can(const View& view, const Named& step) const final {
        if (!may(view, step)) return false;
        Program copy = view.program();
        return make(copy, step) && program::check_program(copy) && size_of(copy) < size_of(view.program());
    }
    void perform(Program& program, const Named& step) const final { make(program, step); }
};

} // namespace assay::transform
