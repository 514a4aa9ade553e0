// Short ways to add well-typed nodes to a program. Each derives the new node's type; a node that does not
// type is a broken invariant of the caller.
#pragma once

#include "program/program.h"

#include <initializer_list>

namespace assay::program {

class Build {
  public:
    explicit Build(Program& program) : p(program) {}

    // Expressions
    NodeId integer(TypeId type, base::Int128 value); // wrapped into the type
    NodeId real(TypeId type, double value);
    NodeId character(uint8_t code);
    NodeId enumerator(TypeId enumeration, uint32_t index);
    NodeId ref(VarId var);
    NodeId ref(FuncId func);
    NodeId member(NodeId object, uint32_t field);
    NodeId index(NodeId array, NodeId subscript);
    NodeId deref(NodeId pointer);
    NodeId addr(NodeId object);
    NodeId unary(UnaryOp op, NodeId operand);
    NodeId binary(BinaryOp op, NodeId left, NodeId right);
    NodeId logical(LogicalOp op, NodeId left, NodeId right);
    NodeId conditional(NodeId condition, NodeId yes, NodeId no);
    NodeId comma(NodeId left, NodeId right);
    NodeId cast(TypeId type, NodeId operand);
    NodeId convert_vector(TypeId type, NodeId operand);
    NodeId assign(NodeId target, NodeId value);
    NodeId compound(BinaryOp op, NodeId target, NodeId value);
    NodeId incdec(IncDecOp op, NodeId target);
    NodeId call(FuncId func, std::span<const NodeId> args);
    NodeId call_pointer(NodeId callee, std::span<const NodeId> args);
    NodeId builtin(Builtin which, std::span<const NodeId> args);
    NodeId sizeof_type(TypeId type);
    NodeId sizeof_expr(NodeId operand);
    NodeId literal(TypeId type, NodeId init);
    NodeId init(TypeId type, std::span<const NodeId> elements, uint8_t union_member = 0);
    NodeId null(TypeId pointer_type) { return cast(pointer_type, integer(type::Int, 0)); }
    NodeId integer(int value) { return integer(type::Int, value); }

    // Statements
    NodeId expr(NodeId e);
    NodeId declare(VarId var);
    NodeId block(std::span<const NodeId> stmts);
    NodeId if_(NodeId condition, NodeId yes, NodeId no = {});
    NodeId for_(NodeId init, NodeId condition, NodeId step, NodeId body);
    NodeId while_(NodeId condition, NodeId body);
    NodeId do_while(NodeId body, NodeId condition);
    NodeId switch_(NodeId subject, NodeId body);
    NodeId case_(NodeId value);
    NodeId default_();
    NodeId break_();
    NodeId continue_();
    NodeId return_(NodeId value = {});
    NodeId goto_(LabelId label);
    NodeId label(LabelId label);
    NodeId empty();
    NodeId observe(NodeId value);

    // Declarations
    VarId global(std::string_view name, TypeId type, NodeId init = {}, Storage storage = Storage::Static);
    VarId local(FuncId owner, std::string_view name, TypeId type, NodeId init = {},
                Storage storage = Storage::Local);
    // A function with its parameters; the body is set afterwards.
    FuncId func(std::string_view name, TypeId result,
                std::span<const std::pair<std::string_view, TypeId>> params, uint8_t flags = 0);

    Program& p;

  private:
    NodeId finish(Node node); // derives the type, or checks the given one
};

} // namespace assay::program
