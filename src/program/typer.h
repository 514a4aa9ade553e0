// The inside of derive_type(), split by concern: one node, typed from its children.
#pragma once

#include "program/typing.h"

#include <fmt/format.h>

#include <span>

namespace assay::program {

class Typer {
  public:
    Typer(Program& program, const Node& node) : p(program), n(node), cxx(is_cxx(program.platform.standard)) {}
    base::Result<TypeId> derive();

  private:
    template <typename T> using Result = base::Result<T>;

    Program& p;
    const Node n; // a copy: interning and adding nodes may move the table
    bool cxx;

    TypeId type_of(uint8_t slot) const { return p[n.child(slot)].type; }
    TypeId value_of(uint8_t slot) const { return value_type(p, n.child(slot)); }
    TypeKind kind(TypeId id) const { return p.types.kind(id); }
    TypeId truth() const { return cxx ? type::Bool : type::Int; }
    base::Error bad(std::string_view why) const {
        return base::Error{fmt::format("{}: {}", info(n.kind).name, why)};
    }

    // typing.cc: constants, places, sizes, lists
    Result<TypeId> constant();
    Result<TypeId> member();
    Result<TypeId> index();
    Result<TypeId> deref();
    Result<TypeId> addr_of();
    Result<TypeId> size_of(TypeId operand);
    Result<TypeId> init_list();

    // typing_operators.cc
    bool is_object_pointer(TypeId id) const;
    uint32_t vector_bytes(TypeId vector) const;
    Result<TypeId> unary();
    Result<TypeId> binary();
    Result<TypeId> vector_binary(BinaryOp op, TypeId left, TypeId right);
    Result<TypeId> pointer_binary(BinaryOp op, TypeId left, TypeId right);
    Result<TypeId> conditional();
    Result<TypeId> cast();
    Result<TypeId> convert_vector();
    bool writable(NodeId target) const;
    Result<TypeId> assign();
    Result<TypeId> compound();
    Result<TypeId> incdec();

    // typing_calls.cc
    Result<TypeId> call(TypeId function, std::span<const NodeId> args);
    Result<TypeId> call_pointer();
    Result<TypeId> builtin();
    bool builtin_takes(BuiltinType wanted, NodeId arg);
    TypeId builtin_type(BuiltinType t);
};

} // namespace assay::program
