// Loops that count: what add-loop makes, as numbers, and the values that the counter takes.
#pragma once

#include "program/operators.h"
#include "transform/arguments.h"

#include <optional>

namespace assay::transform {

enum class LoopForm : uint8_t {
    For,   // for (T i = start; i < bound; i += step) {}
    While, // { T i = start; while (i < bound) { {} i += step; } }
    Do,    // { T i = start; do { {} i += step; } while (i < bound); }
    Goto,  // { T i = start; again:; if (i < bound) { {} i += step; goto again; } }
};
inline constexpr uint32_t kLoopForms = 4;
template <> inline constexpr uint32_t kValues<LoopForm> = kLoopForms;
enum class LoopExit : uint8_t { None, Break, Continue }; // of the round in which i == where; continue: for
template <> inline constexpr uint32_t kValues<LoopExit> = 3;

struct Counting {
    LoopForm form = LoopForm::For;
    TypeKind kind = TypeKind::Int;
    UInt128 start = 0, bound = 0, step = 1; // canonical in the promoted type
    program::BinaryOp compare = program::BinaryOp::Lt, advance = program::BinaryOp::Add;
    LoopExit exit = LoopExit::None;
    UInt128 where = 0;
};

inline constexpr size_t kMostRounds = 40;
// What the counter is in each round that begins; nothing if it is undefined, or there are too many rounds.
std::optional<std::vector<UInt128>> rounds_of(const Program& program, const Counting& counting);

bool is_counting(const Program& program, const Counting& counting); // any numbers may be asked about

} // namespace assay::transform
