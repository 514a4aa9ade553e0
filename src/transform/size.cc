#include "transform/size.h"

#include "program/walk.h"
#include "semantics/kernel.h"

#include <bit>
#include <cmath>
#include <tuple>

namespace assay::transform {
namespace {

using program::MadeKind;

// Of a variable, member or result. (An array of fewer elements is smaller.)
uint64_t weight(const Program& p, TypeId id) {
    const program::Type& type = p.types[id];
    const auto quals = static_cast<uint64_t>(std::popcount(type.quals));
    if (program::is_basic(type.kind)) return weight_of_kind(type.kind) + quals;
    switch (made_kind(type.kind)) {
    case MadeKind::Array:
    case MadeKind::Vector: return 4 + type.count + weight(p, type.base) + quals;
    case MadeKind::Vla: return 8 + weight(p, type.base);
    case MadeKind::Pointer: return 4 + weight(p, type.base) + quals;
    case MadeKind::Struct:
    case MadeKind::Union:
    case MadeKind::Function: return 4 + quals;
    case MadeKind::Enum: return weight_of_kind(type.kind) + quals;
    }
    return 0;
}

// Which structs and unions the program has a use for; those that are left over are not printed.
class RecordsInUse {
  public:
    explicit RecordsInUse(const Program& program) : p_(program), in_use_(program.types.records.size()) {}

    void note(TypeId id) {
        const program::Type& type = p_.types[id];
        if (type.base) note(type.base);
        if (type.kind == TypeKind::Function)
            for (const TypeId param : p_.types.params_of(id)) note(param);
        if (!program::is_record(type.kind) || in_use_[type.count]) return;
        in_use_[type.count] = true;
        for (const program::Field& field : p_.types.fields_of(id)) note(field.type);
    }

    void note(const Node& n) {
        if (n.kind == NodeKind::Declare) note(p_[n.var()].type);
        if (n.kind == NodeKind::SizeofType) note(TypeId{n.slot[program::at::SizeofType::operand]});
        if (n.type) note(n.type);
    }

    void add_to(Size& size) const {
        for (size_t i = 0; i < in_use_.size(); ++i) {
            if (!in_use_[i]) continue;
            const program::Record& record = p_.types.records[i];
            size.parts += record.field_count;
            size.details += (record.packed ? 1 : 0) + (record.align != 0 ? 1 : 0);
            for (uint32_t k = 0; k < record.field_count; ++k) {
                const program::Field& field = p_.types.fields[record.first_field + k];
                size.details += weight(p_, field.type) + (field.is_bit_field() ? 1 : 0);
            }
        }
    }

  private:
    const Program& p_;
    std::vector<bool> in_use_;
};

// How many comparisons it takes to show it.
uint64_t numbers_in(const Program& p, TypeId id) {
    const program::Type& type = p.types[id];
    if (type.kind == TypeKind::Array || type.kind == TypeKind::Vector)
        return type.count * numbers_in(p, type.base);
    if (type.kind != TypeKind::Struct) return type.kind == TypeKind::Pointer ? 0 : 1;
    uint64_t sum = 0;
    for (const program::Field& field : p.types.fields_of(id))
        if (field.is_named()) sum += numbers_in(p, field.type);
    return sum;
}

// A plain number is the simplest leaf of an expression, an empty statement that of a block.
uint64_t leaf_weight(NodeKind kind) {
    if (kind == NodeKind::IntConst || kind == NodeKind::FloatConst || kind == NodeKind::Empty) return 0;
    return kind == NodeKind::CharConst || kind == NodeKind::EnumConst ? 1 : 2;
}

void add_node(const Program& p, NodeId id, Size& size) {
    const Node& n = p[id];
    bool is_leaf = true;
    program::for_each_child(p, n, [&](NodeId) { is_leaf = false; });
    ++size.nodes;
    if (is_leaf) size.names += leaf_weight(n.kind);
    size.details += (n.guarded ? 1 : 0) + (n.form != 0 ? 1 : 0);
    if (n.kind == NodeKind::IntConst || n.kind == NodeKind::FloatConst)
        size.details += magnitude(p, n) + weight(p, n.type);
    if (n.kind == NodeKind::Declare) {
        ++size.parts;
        size.details += weight(p, p[n.var()].type);
    }
    if (n.kind == NodeKind::If && n.child(program::at::If::no)) ++size.parts;
    if (n.kind == NodeKind::Cast) size.details += weight(p, n.type);
    if (n.kind == NodeKind::Observe) size.nodes += 5;
    if (n.kind == NodeKind::CompoundAssign) ++size.nodes;
}

// Observations outside loops are a comparison each.
uint64_t single_observations(const Program& p, NodeId root) {
    const NodeKind kind = p[root].kind;
    if (program::is_loop(kind)) return 0;
    uint64_t count = kind == NodeKind::Observe ? 1 : 0;
    program::for_each_child(p, p[root], [&](NodeId child) {
        if (program::is_statement(p[child].kind)) count += single_observations(p, child);
    });
    return count;
}

} // namespace

uint64_t weight_of_kind(TypeKind kind) {
    if (kind == TypeKind::Int || kind == TypeKind::Void) return 0;
    if (kind == TypeKind::UInt) return 1;
    if (kind == TypeKind::Long) return 2;
    return kind == TypeKind::ULong ? 3 : 4;
}

uint64_t magnitude(const Program& p, const Node& constant) {
    if (constant.kind == NodeKind::FloatConst) {
        const double value = std::fabs(constant.real());
        if (value == 0) return std::signbit(constant.real()) ? 1 : 0;
        return value == 1 ? 1 : value == std::trunc(value) && value < 256 ? 2 : 3;
    }
    const bool is_negative =
        program::integer_form(p.types.kind(constant.type), p.platform.target).is_signed &&
        (constant.bits() >> 127) != 0;
    const UInt128 distance = is_negative ? -constant.bits() : constant.bits();
    return 2 * static_cast<uint64_t>(semantics::bit_length(distance)) + (is_negative ? 1 : 0);
}

bool Size::operator<(const Size& other) const {
    return std::tie(nodes, parts, names, details) <
           std::tie(other.nodes, other.parts, other.names, other.details);
}

Size size_of(const Program& p) {
    Size size;
    size.parts = p.globals.size() + p.funcs.size();
    RecordsInUse records(p);
    program::walk(p, [&](NodeId id) {
        add_node(p, id, size);
        records.note(p[id]);
    });
    if (p.entry.valid()) size.nodes -= 2 * single_observations(p, p[p.entry].body);
    for (const VarId global : p.globals) {
        records.note(p[global].type);
        if (p[global].observed) {
            size.nodes += 2 * numbers_in(p, p[global].type);
            ++size.parts;
        }
        size.details += weight(p, p[global].type) + (p[global].storage == program::Storage::Static ? 1 : 0);
    }
    for (uint32_t i = 0; i < p.funcs.size(); ++i) {
        records.note(p.funcs[i].type);
        size.nodes += p.funcs[i].param_count;
        size.details += weight(p, p.result_type({i})) + (p.result_type({i}) == program::type::Void ? 0 : 1);
        size.details += static_cast<uint64_t>(std::popcount(p.funcs[i].flags));
        for (const VarId param : p.params({i})) size.details += weight(p, p[param].type);
    }
    records.add_to(size);
    return size;
}

} // namespace assay::transform
