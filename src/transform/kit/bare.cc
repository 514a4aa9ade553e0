#include "transform/kit/bare.h"

#include "program/typing.h"

namespace assay::transform {

bool promotes_children(NodeKind kind) {
    switch (kind) {
    case NodeKind::Unary:
    case NodeKind::Binary:
    case NodeKind::Logical:
    case NodeKind::Index:
    case NodeKind::Assign:
    case NodeKind::CompoundAssign:
    case NodeKind::Call:
    case NodeKind::If:
    case NodeKind::For:
    case NodeKind::While:
    case NodeKind::DoWhile:
    case NodeKind::Switch:
    case NodeKind::Return:
    case NodeKind::Cast: return true;
    case NodeKind::Conditional: // C++ gives it the type of both arms, if that is one
    case NodeKind::Comma:
    case NodeKind::Observe:
    case NodeKind::Declare: // the braces of C++ do not narrow
    case NodeKind::InitList:
    case NodeKind::CompoundLiteral:
    case NodeKind::CallBuiltin:
    case NodeKind::CallPointer:
    case NodeKind::ConvertVector:
    case NodeKind::IntConst:
    case NodeKind::FloatConst:
    case NodeKind::CharConst:
    case NodeKind::EnumConst:
    case NodeKind::VarRef:
    case NodeKind::FuncRef:
    case NodeKind::Member:
    case NodeKind::Deref:
    case NodeKind::AddrOf:
    case NodeKind::IncDec:
    case NodeKind::SizeofType:
    case NodeKind::SizeofExpr:
    case NodeKind::ExprStmt:
    case NodeKind::Block:
    case NodeKind::Case:
    case NodeKind::Default:
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::Goto:
    case NodeKind::Label:
    case NodeKind::Empty: return false;
    }
    return false;
}

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
