// Node::form: other ways to write the same meaning. 0 is the plain way; a form that a node cannot have in its
// place (a vector has no `i[a]`) is printed plainly, so that any number is harmless.
#pragma once

#include "program/nodes.h"

#include <span>
#include <string_view>

namespace assay::print {

struct FormRow {
    program::NodeKind kind;
    uint8_t form;
    std::string_view looks; // an example
    std::string_view when;  // else it is printed plainly
};
std::span<const FormRow> form_rows();
uint8_t form_count(program::NodeKind kind); // with the plain one

} // namespace assay::print
