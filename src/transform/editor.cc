#include "transform/editor.h"

namespace assay::transform {

Editor::Editor(Program program, Meaning meaning)
    : program_(std::move(program)), meaning_(std::move(meaning)) {
    view_.emplace(program_, &meaning_);
}

bool Editor::apply(const Transform& transform, Step step) {
    if (!transform.applies(*view_, step)) return false;
    const bool is_local = view_->parent(step.site).valid();
    if (is_local) view_->leave(step.site);
    transform.apply(program_, step);
    if (is_local)
        view_->enter(step.site);
    else
        view_.emplace(program_, &meaning_);
    steps_.push_back(std::move(step));
    return true;
}

void Editor::learn(Meaning meaning) {
    meaning_ = std::move(meaning);
    view_.emplace(program_, &meaning_);
}

} // namespace assay::transform
