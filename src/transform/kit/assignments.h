// The forms of assignment that steps know by number: =, then op= for each operator, then ++ and --.
#pragma once

#include "program/operators.h"
#include "transform/step.h"

#include <optional>

namespace assay::transform {

inline constexpr uint32_t kAssignForms = 15, kFirstStepForm = 11;

constexpr uint32_t assign_form(program::BinaryOp op) { return static_cast<uint32_t>(op) + 1; }
constexpr uint32_t assign_form(program::IncDecOp op) { return static_cast<uint32_t>(op) + kFirstStepForm; }
inline std::optional<program::BinaryOp> assign_op(uint32_t form) {
    if (form == 0 || form >= kFirstStepForm) return std::nullopt;
    return static_cast<program::BinaryOp>(form - 1);
}
constexpr bool is_step_form(uint32_t form) { return form >= kFirstStepForm; }
constexpr program::IncDecOp step_op(uint32_t form) {
    return static_cast<program::IncDecOp>(form - kFirstStepForm);
}

} // namespace assay::transform
