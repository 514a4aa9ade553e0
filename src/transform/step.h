// Step: one change of a program, as plain data. Every choice is made before a step exists, so a step does the
// same each time, and a list of steps turns a start program into the same program again.
//
// A step names nodes by id. What it adds gets the ids from `fresh` on, also in a list from which earlier
// steps were cut, so that the steps behind them still mean what they meant. The start program must therefore
// have the ids that the list was made for: if it is kept as text, load that text before the first step.
#pragma once

#include "base/int128.h"
#include "base/result.h"
#include "program/program.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::transform {

using base::Int128;
using base::UInt128;
using program::FuncId;
using program::LabelId;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::TypeId;
using program::TypeKind;
using program::VarId;

// The first rows of the tables that a step may fill.
struct Fresh {
    uint32_t nodes = 0;
    uint32_t vars = 0;
    uint32_t labels = 0;
    bool operator==(const Fresh&) const = default;
};

struct Step {
    std::string kind; // the name of its transform
    NodeId site;      // where it acts; the body of the entry, if on the program as a whole
    std::vector<UInt128> args;
    Fresh fresh;

    bool operator==(const Step&) const = default;
};

class Transform;

// One line per step: "split-constant 17 with 0 5 -3 new 240 12 0" (kind, site, arguments, fresh). Empty lines
// and lines that start with ; mean nothing.
std::string save_steps(std::span<const Step> steps);

// Errors read "file:line: what is wrong"; a kind must be one of `known`.
base::Result<std::vector<Step>> load_steps(std::string_view text, std::string_view file_name,
                                           std::span<const Transform* const> known);

} // namespace assay::transform
