// Inputs whose value is known here and not to a compiler that sees the function alone.
#include "generate/grow/world.h"

#include <limits>

namespace assay::generate::grow {
namespace {

std::vector<VarId> known_inputs(const World& w) {
    std::vector<VarId> inputs;
    for (const VarId var : w.visible)
        if (w.input(var) && is_integer(w.kind(w.p[var].type)) && w.p[var].init &&
            w.p[w.p[var].init].kind == program::NodeKind::IntConst)
            inputs.push_back(var);
    return inputs;
}

base::Int128 value_of(const World& w, VarId input) {
    return static_cast<base::Int128>(w.p[w.p[input].init].bits());
}

} // namespace

VarId known_input(World& w) {
    const std::vector<VarId> inputs = known_inputs(w);
    return inputs.empty() ? VarId{} : w.c.element(inputs);
}

NodeId value_of_input(World& w, VarId input, int distance) {
    const base::UInt128 beside = w.p[w.p[input].init].bits() + static_cast<base::UInt128>(distance);
    return w.b.integer(program::basic(w.kind(w.p[input].type)), static_cast<base::Int128>(beside));
}

NodeId by_another_input(World& w, VarId input) {
    // What holds in int does so in every data model.
    constexpr base::Int128 kMost = std::numeric_limits<int32_t>::max();
    const auto value = [&](VarId var) { return value_of(w, var); };
    const TypeKind kind = w.kind(w.p[input].type);
    if (kind > TypeKind::ULLong) return {};
    const TypeId type = kind < TypeKind::Int ? type::Int : program::basic(kind);
    const bool is_signed = integer_form(w.kind(type), w.p.platform.target).is_signed;
    std::vector<VarId> others = known_inputs(w);
    std::erase_if(others, [&](VarId other) {
        if (other == input || !w.may_read(other)) return true;
        if (value(other) < (is_signed ? -kMost : 0) || value(other) > kMost) return true;
        const base::Int128 distance = value(input) - value(other);
        return distance < -kMost || distance > kMost;
    });
    if (others.empty()) return {};
    const VarId other = w.c.element(others);
    const base::Int128 distance = value(input) - value(other);
    w.note_read(other);
    NodeId made = w.b.ref(other);
    if (w.kind(w.p[other].type) > w.kind(type)) made = w.b.cast(type, made);
    if (distance == 0) return made;
    const NodeId by = w.b.integer(type, distance < 0 ? -distance : distance);
    return w.b.binary(distance < 0 ? BinaryOp::Sub : BinaryOp::Add, made, by);
}

} // namespace assay::generate::grow
