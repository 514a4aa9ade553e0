// Every transform, in one table.
#pragma once

#include "transform/transform.h"

namespace assay::transform {

std::span<const Transform* const> all_transforms();
const Transform* transform_named(std::string_view name); // or null

// One line per transform: the function that gives it, defined in the file of its name.
#define ASSAY_TRANSFORMS(X)                                                                                  \
    /* preserves/ */                                                                                         \
    X(split_constant)                                                                                        \
    X(swap_operands)                                                                                         \
    X(negate_subtrahend)                                                                                     \
    X(choose_known)                                                                                          \
    X(comma_with_pure)                                                                                       \
    X(cast_there_and_back)                                                                                   \
    X(introduce_zero)                                                                                        \
    X(add_zero)                                                                                              \
    X(outline_expression)                                                                                    \
    X(wrap_in_if)                                                                                            \
    X(wrap_in_block)                                                                                         \
    X(wrap_in_loop)                                                                                          \
    X(insert_dead_code)                                                                                      \
    X(split_declaration)                                                                                     \
    X(for_to_while)                                                                                          \
    X(reform_constant)                                                                                       \
    X(read_known)                                                                                            \
    X(use_varying)                                                                                           \
    X(call_known)                                                                                            \
    X(add_variable)                                                                                          \
    X(add_pointer)                                                                                           \
    X(add_vla)                                                                                               \
    X(assign_known)                                                                                          \
    X(add_branch)                                                                                            \
    X(add_loop)                                                                                              \
    X(add_switch)                                                                                            \
    X(add_function)                                                                                          \
    /* extends/ */                                                                                           \
    X(show_value)                                                                                            \
    /* dead_only/ */                                                                                         \
    X(delete_dead_statement)                                                                                 \
    X(replace_dead_expression)                                                                               \
    X(insert_dead_copy)                                                                                      \
    X(negate_dead_condition)                                                                                 \
    /* shrinks/ */                                                                                           \
    X(delete_statement)                                                                                      \
    X(unwrap_statement)                                                                                      \
    X(splice_block)                                                                                          \
    X(replace_by_child)                                                                                      \
    X(replace_by_value)                                                                                      \
    X(replace_by_constant)                                                                                   \
    X(simplify_constant)                                                                                     \
    X(drop_cast)                                                                                             \
    X(drop_initialiser)                                                                                      \
    X(drop_qualifier)                                                                                        \
    X(drop_attribute)                                                                                        \
    X(drop_guard)                                                                                            \
    X(delete_global)                                                                                         \
    X(delete_function)                                                                                       \
    X(delete_parameter)                                                                                      \
    X(hide_global)                                                                                           \
    X(observe_at_end)                                                                                        \
    X(copy_member)                                                                                           \
    X(show_alone)                                                                                            \
    X(replace_by_global)                                                                                     \
    X(replace_by_variable)                                                                                   \
    X(drop_variable)                                                                                         \
    X(merge_variables)                                                                                       \
    X(settle_global)                                                                                         \
    X(inline_result)                                                                                         \
    X(plain_assignment)                                                                                      \
    X(drop_static)                                                                                           \
    X(drop_result)                                                                                           \
    X(inline_call)                                                                                           \
    X(delete_member)                                                                                         \
    X(plain_record)                                                                                          \
    X(lower_array)                                                                                           \
    X(shorten_array)                                                                                         \
    X(lower_record)                                                                                          \
    X(plain_variable)                                                                                        \
    X(replace_type)                                                                                          \
    X(drop_qualifiers)                                                                                       \
    X(turn_branch)                                                                                           \
    X(shorten_list)                                                                                          \
    X(join_constants)                                                                                        \
    X(drop_pointer)                                                                                          \
    X(lower_rows)                                                                                            \
    X(observe_subscript)                                                                                     \
    X(observe_in_place)                                                                                      \
    X(store_observed)

#define X(name) const Transform& name();
ASSAY_TRANSFORMS(X)
#undef X

} // namespace assay::transform
