// Random programs over every kind of node, for tests of the model itself: they are wide, not clever. Integer
// operations are mended while evaluating; a program that is undefined for another reason is thrown away by
// the caller.
#pragma once

#include "choice/choices.h"
#include "program/build.h"
#include "program/program.h"

#include <vector>

namespace assay::tests {

class RandomProgram {
  public:
    RandomProgram(choice::Choices& choices, const program::Platform& platform);
    program::Program make();

  private:
    using NodeId = program::NodeId;
    using TypeId = program::TypeId;
    using VarId = program::VarId;
    using FuncId = program::FuncId;

    // random_types.cc
    void make_types();
    void make_globals();
    void make_functions();
    NodeId initialiser(TypeId type);
    TypeId integer_type();
    TypeId unqualified_pool_type();

    // random_values.cc
    NodeId number(int depth);  // any arithmetic type, settled
    NodeId integer(int depth); // any integer type, settled
    NodeId integer_of(TypeId type, int depth);
    NodeId constant();
    NodeId real(TypeId type, int depth);
    NodeId condition(int depth);
    NodeId value_of(TypeId type, int depth); // exactly this value type
    NodeId record(TypeId type, int depth);
    NodeId vector(TypeId type, int depth);
    NodeId pointer(TypeId type, int depth);
    NodeId settled(NodeId expr);
    NodeId as_integer(NodeId number);
    NodeId operation(int depth);
    NodeId builtin(int depth);
    NodeId effect(int depth);
    NodeId call(FuncId func, int depth);
    NodeId subscript(uint32_t count, int depth);
    NodeId place(TypeId type, int depth, bool writable); // an lvalue of exactly this type, or invalid
    NodeId number_place(int depth, bool writable);       // of any integer or floating type
    NodeId into(NodeId lvalue, int depth, bool writable, bool (*wanted)(program::TypeKind));

    // random_statements.cc
    NodeId statement(int depth);
    NodeId block(int depth, int count);
    NodeId loop(int depth);
    NodeId jump_loop(int depth);
    NodeId switch_(int depth);
    NodeId declaration(int depth);
    NodeId memory_statement();
    VarId fresh_local(TypeId type, NodeId init);

    bool cxx() const { return program::is_cxx(p.platform.standard); }
    bool chance(uint64_t percent) { return c.percent(percent); }
    std::string fresh(std::string_view stem) { return std::string(stem) + std::to_string(names_++); }

    choice::Choices& c;
    program::Program p;
    program::Build b;
    std::vector<TypeId> pool_; // of object types
    std::vector<TypeId> vectors_, records_, enums_;
    std::vector<VarId> visible_;
    std::vector<FuncId> callable_;
    FuncId function_;
    VarId fuel_; // every loop burns some, so that all ends
    int loops_ = 0;
    bool in_switch_ = false;
    int names_ = 0;
};

} // namespace assay::tests
