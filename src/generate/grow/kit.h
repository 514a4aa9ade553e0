// What idioms are made with: operands of the surrounding program, arrays to work on, loops, and places where
// results go.
#pragma once

#include "generate/grow/expr.h"

#include <functional>

namespace assay::generate::grow {

// Operands without side effects or calls, so that they may be repeated.
Expr pure_number(World& w, int depth);
Expr pure_of(World& w, TypeId type, int depth); // converted
Expr pure_variable(World& w);                   // a variable, element or member if there is one
Expr small_constant(World& w, int64_t low, int64_t high);

TypeId unsigned_type(World& w); // of 8 to 64 bits
TypeId signed_type(World& w);   // int or wider
TypeId narrow_type(World& w);   // 8 or 16 bits
int width_of(const World& w, TypeId type);

// A block under construction. Locals it declares are visible until it is done.
class Block {
  public:
    explicit Block(World& world) : w(world), visible_(world.visible.size()) { ++w.depth; }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    void add(NodeId stmt) { stmts_.push_back(stmt); }
    NodeId last() const { return stmts_.back(); }
    VarId local(std::string_view stem, TypeId type, NodeId init = {});
    // Part of the block that random statements must not touch: never offered to them.
    VarId hidden(std::string_view stem, TypeId type, NodeId init = {});
    NodeId done();  // a statement
    NodeId whole(); // a block, as functions need one

    World& w;

  private:
    void leave();
    size_t visible_;
    std::vector<NodeId> stmts_;
};

// While another function is made in the middle of one: only globals are in sight, and nothing of the
// expression at hand is touched.
class Aside {
  public:
    explicit Aside(World& world);
    ~Aside();
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

    // A static function; its body is set by the caller.
    FuncId begin(std::string_view stem, TypeId result, const std::vector<TypeId>& params);

  private:
    World& w_;
    Position saved_;
};

// While the body of a loop is made.
class InLoop {
  public:
    InLoop(World& world, int64_t trips, bool can_break, bool can_continue);
    ~InLoop();
    InLoop(const InLoop&) = delete;
    InLoop& operator=(const InLoop&) = delete;

  private:
    World& w_;
    uint64_t trips_;
    bool breakable_, continuable_;
};

std::vector<NodeId> list_of(const World& w, NodeId block);

// The value becomes part of what the program shows: a statement.
NodeId keep(World& w, const Expr& value);

// An array of integers that may be read (and written): one of the program's, or a new one, which is a global
// or lives in the block.
VarId number_array(World& w, Block& block, uint32_t least, bool written);
VarId array_of(World& w, Block& block, TypeId element, uint32_t count);
uint32_t length(const World& w, VarId array);
VarId new_global(World& w, std::string_view stem, TypeId type); // initialised

// for (T i = from; i < to; i += by), or an equivalent while or do loop, with the counter's type drawn (one
// that can hold the values). by may be negative: from > i >= to.
NodeId loop_over(World& w, int64_t from, int64_t to, int64_t by,
                 const std::function<void(VarId, Block&)>& body);

} // namespace assay::generate::grow
