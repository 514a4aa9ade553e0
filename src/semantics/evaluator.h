// Evaluator: the interpreter behind evaluate(). Only this room includes it. Its bodies are split by what they
// interpret: expressions, lvalues, operators, pointers and vectors, calls, builtins, statements, final
// values.
#pragma once

#include "semantics/evaluate.h"
#include "semantics/memory.h"
#include "semantics/sequencing.h"

#include <optional>
#include <unordered_map>

namespace assay::semantics {

using program::BinaryOp;
using program::ExprKind;
using program::FuncId;
using program::LabelId;
using program::Node;
using program::NodeKind;
using program::StmtKind;

// An rvalue. Structs, unions and vectors are named by where their bytes are.
struct Value {
    enum class Kind : uint8_t { None, Int, Float, Pointer, Block };
    union {
        [[gnu::packed, gnu::aligned(8)]] UInt128 bits; // as aligned as the others, for a third less to copy
        double real;
        Pointer pointer; // Block: object and offset
    };
    Kind kind = Kind::None;
    bool via_union = false; // Block: its bytes lie in a union
    Value() : bits(0) {}
    static Value integer(UInt128 bits) {
        Value v;
        v.kind = Kind::Int;
        v.bits = bits;
        return v;
    }
    static Value floating(double real) {
        Value v;
        v.kind = Kind::Float;
        v.real = real;
        return v;
    }
    static Value address(const Pointer& pointer, Kind kind = Kind::Pointer) {
        Value v;
        v.kind = kind;
        v.pointer = pointer;
        return v;
    }
};

class Evaluator {
  public:
    Evaluator(const program::Program& program, program::Program* repairable, Repairer* repairer,
              const EvaluateOptions& options);
    Meaning run();

  private:
    enum class Flow : uint8_t { Next, Break, Continue, Return, Goto };

    // What the interpreter wants to know of a type or node at once.
    struct TypeFacts {
        TypeKind kind = TypeKind::Void;
        IntShape shape;
        uint32_t size = 0;
    };
    struct NodeFacts {
        bool effects = false; // may write, call or show something
        // Binary, CompoundAssign of numbers: what the operands are converted to.
        TypeId operands;
        // Of these, if both are integers: their shapes, where a shift's count keeps its own, promoted type.
        // Cast of one integer type to another: the latter's.
        bool integers = false;
        IntShape shape, count;
    };
    struct SwitchTable {
        std::vector<std::pair<UInt128, uint32_t>> cases; // value, index in the body's list
        uint32_t otherwise = UINT32_MAX;
    };
    struct Frame {
        FuncId func;
        ObjectRef result;   // where a struct result goes
        uint64_t since = 0; // objects from this serial on belong to it or to what it called
        std::vector<std::pair<NodeId, ObjectRef>> literals;
    };

    struct BitRange {
        uint64_t first, last;
    };
    // A union on the way to an lvalue: storing the member leaves the rest of the union without values.
    struct UnionStep {
        ObjectRef object;
        uint32_t low, high;           // the union
        uint32_t keep_low, keep_high; // the member; empty: bit-fields, which know their bits themselves
    };
    // Held while an lvalue is in use: lvalue() pushes what unions it passes.
    struct LvalueInUse {
        explicit LvalueInUse(Evaluator& evaluator) : steps(evaluator.union_steps_), first(steps.size()) {}
        ~LvalueInUse() {
            if (steps.size() != first) steps.resize(first);
        }
        LvalueInUse(const LvalueInUse&) = delete;
        LvalueInUse& operator=(const LvalueInUse&) = delete;
        std::vector<UnionStep>& steps;
        size_t first;
    };
    // Counts nested evaluations, which nest the interpreter's own calls: trees and recursion together may be
    // too deep for its stack.
    struct Nested {
        explicit Nested(uint32_t& counter) : depth(counter) {
            if (++depth > kMaxNested) throw OverBudget{};
        }
        ~Nested() { --depth; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;
        static constexpr uint32_t kMaxNested = 3000;
        uint32_t& depth;
    };

    // evaluator.cc
    void prepare();
    void make_room(); // for the nodes and types that there are, also after a repair
    bool prepare_node(NodeId id, std::vector<NodeId>& path);
    void prepare_operands(NodeId id);
    void start_globals();
    void step(NodeId id) {
        here_ = id;
        if (++meaning_.steps > options_.step_budget) [[unlikely]]
            throw OverBudget{};
        if (profile_ != nullptr) ++profile_[id.index].runs;
    }
    void charge(uint64_t bytes); // for work that no node shows
    static constexpr uint64_t kBytesPerStep = 64;
    void profile_number(NodeId id, UInt128 bits) {
        NodeProfile& profile = profile_[id.index];
        const bool small = bits <= UInt128{INT64_MAX};
        const int64_t number = small ? static_cast<int64_t>(bits) : clamped(id, bits);
        if (number < profile.smallest) profile.smallest = number;
        if (number > profile.largest) profile.largest = number;
    }
    int64_t clamped(NodeId id, UInt128 bits) const;
    void note_truth(NodeId id, bool truth);
    const TypeFacts& facts(TypeId type) const { return type_facts_[type.index]; }
    const Node& node(NodeId id) const { return p_.nodes[id.index]; }
    bool has_effects(NodeId id) const {
        return id.index < node_facts_.size() && node_facts_[id.index].effects;
    }

    // eval_expr.cc
    Value eval(NodeId id);
    UInt128 integer(NodeId id); // the same for integral types, which most expressions have
    UInt128 integer_inside(NodeId id, const Node& n);
    Value eval_kind(NodeId id, const Node& n);
    UInt128 eval_variable(NodeId id, program::VarId var);
    Value eval_lvalue(NodeId id);
    Value eval_addr_of(const Node& n);
    Value eval_conditional(NodeId id, const Node& n);
    Value eval_logical(NodeId id, const Node& n);
    Value eval_comma(const Node& n);
    Value eval_assign(NodeId id, const Node& n);
    Value eval_compound(NodeId id, const Node& n);
    bool becomes_assignment(NodeId id, const Place& place, TypeId from);
    Value eval_incdec(NodeId id, const Node& n);
    Value stepped(NodeId id, NodeId target, const Place& place, const Value& old, bool up);
    bool truth(NodeId id);
    Value convert_to(const Value& value, TypeId from, TypeId to) {
        const TypeFacts& t = facts(to);
        if (value.kind == Value::Kind::Int && is_integer(t.kind)) [[likely]]
            return Value::integer(convert(value.bits, t.shape));
        return convert_other(value, from, to);
    }
    Value convert_other(const Value& value, TypeId from, TypeId to);

    // eval_access.cc
    Value load(const Place& place);
    void store(const Place& place, const Value& value); // value has the place's type
    void store(const LvalueInUse& lvalue, const Place& place, const Value& value);
    void put(const Place& place, const Value& value);             // the bytes alone
    Value narrowed(const Place& place, const Value& value) const; // as a bit-field holds it
    BitRange bits_of(const Place& place) const;
    void check_unsequenced(const Place& target, uint32_t left, uint32_t right);
    void check_pending(const Place& place, uint32_t from);
    void check_overlap(NodeId source, const Place& target);
    void check_read(const Place& place);
    void note_read(const Object& object, ObjectRef ref, BitRange bits, TypeId type) {
        log_.note(object.serial, bits.first, bits.last, false);
        loaded_ = {ref, bits, type};
        if (object.serial < const_since_ && !object.is_constant) throw Undefined{Ub::FalseAttribute};
    }
    void check_write(const Place& place);

    // initialise.cc
    struct InitPart {
        Place place;
        Value value; // None: zero, with `member` as the stored one of a union
        uint8_t member = 0;
    };
    std::vector<InitPart> spare_parts_; // memory of the initialiser before
    std::vector<uint32_t> spare_pieces_;
    void initialise(const Place& place, NodeId init);
    void gather(const Place& place, NodeId init, std::vector<InitPart>& parts, std::vector<uint32_t>& pieces);

    // eval_lvalue.cc
    Place lvalue(NodeId id, bool past_end_allowed = false);
    Place lvalue_index(NodeId id, const Node& n, bool past_end_allowed);
    UInt128 repaired_subscript(NodeId id, UInt128 subscript, uint32_t count, bool count_known, Ub ub);
    UInt128 around(NodeId id, NodeId inner, UInt128 value);
    Place lvalue_member(NodeId id, const Node& n);
    Place lvalue_literal(NodeId id, const Node& n);
    Place place_of(program::VarId var);
    Place field_place(const Place& record, uint32_t field);
    Place element_place(const Place& array, uint32_t index);
    Place block_place(const Value& value, TypeId type) const;
    Place pointee(NodeId at, const Pointer& pointer, TypeId type);
    Place temporary(TypeId type);
    Pointer pointer_to(const Place& place) const;

    // eval_operators.cc
    Value eval_unary(NodeId id, const Node& n);
    // Both operands of an operator, whose order C leaves open.
    template <typename T>
    void eval_both(NodeId id, NodeId left, NodeId right, T (Evaluator::*operand)(NodeId), T& a, T& b) {
        if (!has_effects(left) && !has_effects(right)) {
            a = (this->*operand)(left);
            b = (this->*operand)(right);
            here_ = id;
            return;
        }
        const AccessLog::Listener listener(log_, memory_.next_serial());
        const uint32_t first = log_.open_piece();
        a = (this->*operand)(left);
        const uint32_t second = log_.open_piece();
        b = (this->*operand)(right);
        here_ = id;
        if (log_.conflict(first, second, log_.end())) throw Undefined{Ub::Unsequenced};
    }
    Value eval_binary(NodeId id, const Node& n);
    Value combine(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right, TypeId rt,
                  TypeId operands, TypeId result);
    UInt128 arithmetic(NodeId id, BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape);
    UInt128 repaired(NodeId id, BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                     Ub ub);
    Value pointer_binary(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right, TypeId rt);
    Pointer moved(const Pointer& pointer, TypeId pointer_type, UInt128 by, IntShape shape, bool backwards);
    bool pointers_equal(const Pointer& a, const Pointer& b);
    bool is_dangling(const Pointer& pointer) const {
        return !pointer.is_null() && !pointer.is_function() && !memory_.is_alive(pointer.object);
    }
    void note_rewritten(NodeId id, uint32_t first_new, const Rewrite& rewrite, UInt128 a, UInt128 b);
    Value eval_cast(const Value& value, TypeId from, TypeId to);
    void convert_args(const program::BuiltinInfo& about, std::vector<Value>& args, IntShape& shape);

    // eval_vector.cc
    Value vector_binary(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right, TypeId rt,
                        TypeId to);
    Value vector_unary(NodeId id, program::UnaryOp op, const Value& operand, TypeId type);
    Value vector_convert(const Value& operand, TypeId from, TypeId to);
    Value lane(const Value& value, TypeId type, uint32_t index);

    // eval_call.cc
    Value eval_call(NodeId id, const Node& n);
    Value call(NodeId at, FuncId callee, const std::vector<Value>& args, std::span<const NodeId> arg_nodes);
    std::vector<Value> eval_args(std::span<const NodeId> args);
    Value eval_builtin(NodeId id, const Node& n);
    Value overflow_builtin(BinaryOp op, const Node& n, const std::vector<Value>& args);
    Value memory_builtin(program::Builtin which, const std::vector<Value>& args, NodeId at, TypeId result);
    Place memory_range(const Pointer& pointer, uint32_t size, bool write);

    // exec.cc
    Flow exec(NodeId id);
    Flow exec_block(const Node& n, NodeId id);
    Flow exec_from(const Node& n, NodeId id, uint32_t first);
    void jump_over(uint32_t begin, uint32_t to, uint32_t count);
    void enter_loop(NodeId init);
    bool in_this_call(ObjectRef object) const {
        return memory_.is_alive(object) && memory_.object(object).serial >= frames_.back().since;
    }
    Flow exec_loop(NodeId id, const Node& n);
    bool ends_here(NodeId loop, NodeId body, uint32_t rounds);
    void note_fence(NodeId loop, NodeId body, uint32_t first_new, uint32_t rounds);
    Flow exec_if(NodeId id, const Node& n);
    bool turned(NodeId id, bool condition);
    Flow exec_switch(NodeId id, const Node& n);
    void exec_declare(const Node& n);
    void exec_observe(NodeId id, const Node& n);
    void exec_return(const Node& n);
    const SwitchTable& switch_table(NodeId id, const Node& n);
    bool seeking() const { return seek_.valid(); }
    bool on_path(NodeId stmt) const; // does the label sought lie in it?

    // finals.cc
    void collect_finals();
    void collect(const Place& place, program::VarId var, std::vector<uint32_t>& path);
    bool readable(const Place& place);
    Scalar scalar(const Value& value, TypeId type) const;

    const program::Program& p_;
    program::Program* repairable_;
    Repairer* repairer_;
    const EvaluateOptions options_;
    Layout layout_;
    Memory memory_;
    const ShiftRule shift_rule_;
    AccessLog log_;
    Meaning meaning_;
    NodeId here_; // the node whose own work is being done
    std::vector<TypeFacts> type_facts_;
    std::vector<NodeFacts> node_facts_;
    NodeProfile* profile_ = nullptr; // meaning_.profile, if it is asked for
    std::vector<ObjectRef> objects_of_vars_;
    std::vector<std::vector<program::VarId>> locals_of_funcs_;
    std::vector<uint32_t> active_calls_;                            // by function
    std::unordered_map<uint32_t, std::vector<NodeId>> label_paths_; // label -> statements around it
    std::unordered_map<uint32_t, SwitchTable> switches_;
    std::unordered_map<uint32_t, size_t> observed_at_;
    std::vector<Frame> frames_;
    Value returned_;
    bool has_returned_value_ = false;
    LabelId seek_;
    uint32_t literals_made_ = 0;
    uint64_t long_after_ = UINT64_MAX;                   // steps
    std::unordered_map<uint32_t, uint32_t> most_rounds_; // of loops, while they may be ended
    uint32_t depth_ = 0;
    std::vector<UnionStep> union_steps_;
    struct {
        ObjectRef object;
        BitRange bits{};
        TypeId type;
    } loaded_;                 // the newest read
    uint64_t pure_since_ = 0;  // writes to objects older than this allocation break `pure`
    uint64_t const_since_ = 0; // and reads break `const`
};

} // namespace assay::semantics
