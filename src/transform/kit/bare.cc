#include "transform/kit/bare.h"

#include "program/typing.h"

namespace assay::transform {

namespace {

// Not ?:, to which C++ gives the type of both arms if that is one, nor a declaration: the braces of C++ do
// not narrow.
constexpr program::KindSet kPromoting{
    NodeKind::Unary,          NodeKind::Binary,  NodeKind::Logical, NodeKind::Index, NodeKind::Assign,
    NodeKind::CompoundAssign, NodeKind::Call,    NodeKind::Cast,    NodeKind::If,    NodeKind::For,
    NodeKind::While,          NodeKind::DoWhile, NodeKind::Switch,  NodeKind::Return};

} // namespace

bool promotes_children(NodeKind kind) { return kPromoting.has(kind); }

bool promotes_alike(const View& view, NodeId expr) {
    const NodeId parent = view.parent(expr);
    if (!parent || !promotes_children(view[parent].kind)) return false;
    // Vectors and enums have rules of their own.
    const Program& p = view.program();
    const TypeKind around = p.types.kind(p[parent].type.valid() ? p[parent].type : program::type::Int);
    if (around == TypeKind::Vector || around == TypeKind::Enum) return false;
    if (view[parent].kind == NodeKind::Binary)
        for (const uint8_t slot : {uint8_t{0}, uint8_t{1}})
            if (!program::is_arithmetic(p.types.kind(p[p[parent].child(slot)].type))) return false;
    return true;
}

} // namespace assay::transform
