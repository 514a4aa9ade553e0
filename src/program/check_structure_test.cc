#include "program/check_program.h"

#include "program/build.h"
#include "program/test_texts.h"
#include "program/walk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace assay::program {
namespace {

// Programs that no text can describe are made by breaking a good one.

class Broken : public testing::Test {
  protected:
    Program p = loaded("(struct S (field a int))(enum E (A 0))(global g int 5)(global h int)"
                       "(func f int ((x int)) (block (declare y int 7) (return (+ x (call f y)))))(func run "
                       "void () (block (label L) (goto L)))(entry run)");
    NodeId find(NodeKind kind) const {
        NodeId found;
        walk(p, [&](NodeId id) {
            if (p[id].kind == kind) found = id;
        });
        return found;
    }
};

TEST_F(Broken, IsGoodAtFirst) { EXPECT_EQ(complaint(p), "ok"); }

TEST_F(Broken, NoEntry) {
    p.entry = {};
    EXPECT_EQ(complaint(p), "the program has no entry");
}

TEST_F(Broken, EntryWithParameters) {
    p.entry = {0};
    EXPECT_EQ(complaint(p), "function 'f': the entry must be void and without parameters");
}

TEST_F(Broken, IdsOutsideTheTables) {
    const auto expect = [&](const auto& change, std::string_view wanted) {
        const Program good = p;
        change();
        EXPECT_EQ(complaint(p), wanted);
        p = good;
    };
    const NodeId sum = find(NodeKind::Binary), call = find(NodeKind::Call), ref = find(NodeKind::VarRef),
                 jump = find(NodeKind::Goto);
    expect([&] { p.vars[0].type = {99}; }, "variable 0: its type is outside the table");
    expect([&] { p.vars[0].name = {99}; }, "variable 0: its name is outside the table");
    expect([&] { p.vars[0].init = {99}; }, "variable 0: its initialiser is outside the table");
    expect([&] { p.vars[0].length = {99}; }, "variable 0: its length is outside the table");
    expect([&] { p.vars[2].owner = {}; }, "variable 2: its function is outside the table");
    expect([&] { p.vars[0].storage = static_cast<Storage>(9); }, "variable 0: its storage is none");
    expect([&] { p.globals.push_back({99}); }, "a global that is no global variable");
    expect([&] { p.globals.push_back({3}); }, "a global that is no global variable");
    expect([&] { p.globals.push_back({0}); }, "global 'g' is listed twice");
    expect([&] { p.funcs[0].type = type::Int; }, "function 'f': its type is no function type");
    expect([&] { p.funcs[0].name = {}; }, "function 0: its name is outside the table");
    expect([&] { p.funcs[0].body = {}; }, "function 'f': it has no body");
    expect([&] { p.funcs[0].body = sum; },
           fmt::format("function 'f': Binary (node {}): the body of a function must be a block", sum.index));
    expect([&] { p.funcs[0].first_param = 5; }, "function 'f': its parameters are outside the table");
    expect([&] { p.funcs[0].param_count = 0; },
           "function 'f': it has more or fewer parameters than its type");
    expect([&] { p.param_vars[0] = {99}; }, "function 'f': a parameter is outside the table");
    expect([&] { p.param_vars[0] = {0}; }, "function 'f': a parameter is no parameter of it");
    expect([&] { p.vars[2].init = find(NodeKind::IntConst); }, "function 'f': a parameter is initialised");
    expect([&] { p.vars[2].type = type::Long; }, "function 'f': its parameters are not those of its type");
    expect([&] { p.types.records[0].field_count = 9; }, "a record outside the tables");
    expect([&] { p.types.fields[0].type = {99}; }, "a member outside the tables");
    expect([&] { p.types.enums[0].count = 9; }, "an enum outside the tables");
    expect([&] { p.types.enumerators[0].name = {99}; }, "an enumerator outside the tables");
    expect([&] { p.labels[0] = {99}; }, "a label without a name");
    const auto place = [&](std::string_view func, std::string_view kind, NodeId id) {
        return fmt::format("function '{}': {} (node {}): ", func, kind, id.index);
    };
    expect([&] { p[sum].op = 16; }, place("f", "Binary", sum) + "there is no such operator");
    expect([&] { p[sum].type = {99}; }, place("f", "Binary", sum) + "its type is outside the table");
    expect([&] { p[sum].slot[0] = 99; },
           place("f", "Binary", sum) + "a child is missing or outside the table");
    expect([&] { p[sum].slot[0] = UINT32_MAX; },
           place("f", "Binary", sum) + "a child is missing or outside the table");
    expect([&] { p[call].slot[at::Call::func] = 99; },
           place("f", "Call", call) + "a function is outside the table");
    expect([&] { p[call].slot[at::Call::args] = 99; },
           place("f", "Call", call) + "its list is outside the table");
    expect([&] { p[ref].slot[0] = 99; }, place("f", "VarRef", ref) + "a variable is outside the table");
    expect([&] { p[jump].slot[0] = 99; }, place("run", "Goto", jump) + "a label is outside the table");
    expect([&] { p[jump].guarded = true; }, place("run", "Goto", jump) + "a statement cannot be guarded");
    expect([&] { p[p[sum].child(0)].kind = static_cast<NodeKind>(200); },
           place("f", "Binary", sum) + "a child is of no kind");
}

TEST_F(Broken, TwoParents) {
    const NodeId sum = find(NodeKind::Binary);
    p[sum].slot[0] = p[sum].slot[1];
    EXPECT_EQ(rule(complaint(p)), "it has two parents");
}

TEST_F(Broken, Cycle) {
    const NodeId sum = find(NodeKind::Binary);
    p[sum].slot[0] = sum.index;
    EXPECT_EQ(rule(complaint(p)), "it has two parents");
}

TEST_F(Broken, WrongClass) {
    const NodeId sum = find(NodeKind::Binary);
    p[sum].slot[0] = find(NodeKind::Goto).index;
    EXPECT_EQ(rule(complaint(p)), "it stands in the place of an expression");
    p[sum].slot[0] = p[sum].slot[1];
    Program q = loaded("(func run void () (block (empty)))(entry run)");
    q.lists[q[q.funcs[0].body].slot[0]] = Build(q).integer(1);
    EXPECT_EQ(rule(complaint(q)), "it stands in the place of a statement");
}

TEST_F(Broken, TooDeep) {
    Build b(p);
    NodeId sum = b.integer(1);
    for (int i = 0; i < 2000; ++i) sum = b.unary(UnaryOp::Minus, sum);
    p[p.globals[1]].init = sum;
    EXPECT_EQ(rule(complaint(p)), "the tree is deeper than 960 nodes");
}

// As deep as the checker allows, everything still works.
TEST_F(Broken, NotTooDeep) {
    Build b(p);
    NodeId sum = b.integer(1);
    for (int i = 0; i < 950; ++i) sum = b.unary(UnaryOp::Plus, sum);
    p[p.globals[1]].init = sum;
    EXPECT_EQ(complaint(p), "ok");
    EXPECT_EQ(save(loaded(save(p))), save(p));
}

TEST_F(Broken, TypesThatDoNotFollow) {
    p[find(NodeKind::Binary)].type = type::Long;
    EXPECT_EQ(rule(complaint(p)), "its type is not what its operands make it");
}

TEST_F(Broken, NodesThatDoNotType) {
    const NodeId call = find(NodeKind::Call);
    p[call].slot[at::Call::args + 1] = 0;
    EXPECT_EQ(rule(complaint(p)), "Call: 0 arguments for 1 parameters");
}

TEST_F(Broken, InitialiserListInAnExpression) {
    Build b(p);
    const NodeId sum = find(NodeKind::Binary);
    p[sum].slot[0] = b.init(p.types.array_of(type::Int, 2), {}).index;
    EXPECT_EQ(rule(complaint(p)), "an initialiser list stands where none can");
}

TEST_F(Broken, Constants) {
    Build b(p);
    const auto expect = [&](NodeId init, TypeId type, std::string_view wanted) {
        const Program good = p;
        p.vars[0].init = init;
        p.vars[0].type = type;
        EXPECT_EQ(rule(complaint(p)), wanted);
    };
    expect(b.real(type::Double, 1.0 / 0.0), type::Double, "the number is not finite");
    expect(b.real(type::Float, 0.1), type::Float, "the number is no float");
    expect(b.character(200), type::Int, "the character is not ASCII");
    const NodeId wide = b.integer(5);
    p[wide].set_bits(base::UInt128{1} << 40);
    expect(wide, type::Int, "IntConst: the value does not fit its type");
}

TEST_F(Broken, DeclaredTwice) {
    const NodeId declare = find(NodeKind::Declare);
    p[p[declare].var()].init = {};
    Build b(p);
    p.funcs[0].body =
        b.block(std::array{b.declare({3}), b.block(std::array{b.declare({3})}), b.return_(b.integer(1))});
    EXPECT_EQ(rule(complaint(p)), "'y' is declared twice");
}

TEST_F(Broken, DeclaresWhatIsNoLocal) {
    Build b(p);
    p.vars[0].init = {};
    p.funcs[1].body = b.block(std::array{b.declare({0})});
    EXPECT_EQ(rule(complaint(p)), "it declares a variable that is no local");
    p.vars[3].init = {};
    p.funcs[0].body = b.block(std::array{b.return_(b.integer(1))});
    p.funcs[1].body = b.block(std::array{b.declare({3})});
    EXPECT_EQ(rule(complaint(p)), "it declares a variable of another function");
}

TEST_F(Broken, NamesThatAreNotVisible) {
    Build b(p);
    const VarId local = b.local({1}, "local", type::Int);
    p.funcs[1].body = b.block(std::array{b.expr(b.ref(local)), b.declare(local)});
    EXPECT_EQ(rule(complaint(p)), "the variable 'local' is not visible here");
    p.funcs[1].body = b.block(std::array{b.expr(b.ref(VarId{2}))});
    EXPECT_EQ(rule(complaint(p)), "the variable 'x' is not visible here");
}

TEST_F(Broken, HiddenNames) {
    Build b(p);
    const VarId g = b.local({1}, "g", type::Int), f = b.local({1}, "f", type::Int),
                a = b.local({1}, "A", type::Int);
    const auto body = [&](VarId hiding, NodeId use) {
        return b.block(std::array{b.declare(hiding), b.expr(use)});
    };
    p.funcs[1].body = body(g, b.ref(VarId{0}));
    EXPECT_EQ(rule(complaint(p)), "'g' is hidden by another variable of this name here");
    p.funcs[1].body = body(f, b.call({0}, std::array{b.integer(1)}));
    EXPECT_EQ(rule(complaint(p)), "'f' is hidden by another variable of this name here");
    p.funcs[1].body = body(f, b.ref(FuncId{0}));
    EXPECT_EQ(rule(complaint(p)), "'f' is hidden by another variable of this name here");
    p.funcs[1].body = body(a, b.enumerator(p.types.enumeration({0}), 0));
    EXPECT_EQ(rule(complaint(p)), "'A' is hidden by another variable of this name here");
    p.funcs[1].body = body(g, b.ref(g));
    EXPECT_EQ(complaint(p), "ok");
}

TEST_F(Broken, TwoOfOneNameInAScope) {
    Build b(p);
    const VarId one = b.local({1}, "one", type::Int), two = b.local({1}, "one", type::Int);
    p.funcs[1].body = b.block(std::array{b.declare(one), b.declare(two)});
    EXPECT_EQ(rule(complaint(p)), "'one' is declared twice in one scope");
    p.funcs[1].body = b.block(std::array{b.declare(one), b.block(std::array{b.declare(two)})});
    EXPECT_EQ(complaint(p), "ok");
    const VarId x = b.local({0}, "x", type::Int);
    p.funcs[0].body = b.block(std::array{b.declare(x), b.return_(b.integer(1))});
    EXPECT_EQ(rule(complaint(p)), "'x' is declared twice in one scope");
}

TEST_F(Broken, FileScope) {
    p.vars[1].name = p.vars[0].name;
    EXPECT_EQ(complaint(p), "the name 'g' stands for two things at file scope");
    p.vars[1].name = p.names.add("printf");
    EXPECT_EQ(complaint(p), "the name 'printf' is reserved for the harness");
    p.vars[1].name = p.names.add("while");
    EXPECT_EQ(complaint(p), "the name 'while' is a keyword of C or C++");
    p.vars[1].name = p.names.add("fine");
    p.types.records[0].name = p.names.add("A");
    EXPECT_EQ(complaint(p), "the name 'A' stands for two things at file scope");
}

TEST_F(Broken, InnerNames) {
    p.vars[3].name = p.names.add("memcpy");
    EXPECT_EQ(rule(complaint(p)), "variable 'memcpy': the name is reserved for the harness");
    p.vars[3].name = p.names.add("abs");
    EXPECT_EQ(complaint(p), "ok"); // a local may hide what the library has
    p.labels[0] = p.names.add("if");
    EXPECT_EQ(rule(complaint(p)), "the name 'if' is a keyword of C or C++");
    p.types.fields[0].name = p.names.add("this");
    EXPECT_EQ(complaint(p), "struct 'S': the member name 'this' is a keyword of C or C++");
}

TEST_F(Broken, Records) {
    const auto expect = [&](const auto& change, std::string_view wanted) {
        const Program good = p;
        change();
        EXPECT_EQ(complaint(p), wanted);
        p = good;
    };
    expect([&] { p.types.records[0].align = 3; }, "struct 'S': its alignment is no power of two");
    expect([&] { p.types.records[0].field_count = 0; }, "struct 'S': it has no named member");
    expect([&] { p.types.fields[0].bits = 40; },
           "struct 'S': member 0: a bit-field of 40 bits in a type of 32");
    expect([&] { p.types.fields[0].type = p.types.struct_or_union({0}); },
           "struct 'S': member 0: a member of a type without a size");
    expect(
        [&] {
            p.types.fields[0].type = p.types.pointer_to(p.types.array_of(p.types.struct_or_union({0}), 2));
        },
        "struct 'S': member 0: an array of elements without a size");
    expect(
        [&] {
            const std::array fields{p.types.fields[0], p.types.fields[0]};
            p.types.add_record({.name = p.names.add("T")}, fields);
        },
        "struct 'T': it has two members 'a'");
    expect([&] { p.types.enums[0].count = 0; }, "enum 'E': it has no enumerators");
    expect([&] { p.types.enumerators[0].value = 1; }, "enum 'E': its range is not that of its enumerators");
    expect(
        [&] {
            p.types.enumerators[0].value = p.types.enums[0].smallest = p.types.enums[0].largest = INT64_MAX;
        },
        "enum 'E': an enumerator does not fit int");
}

TEST_F(Broken, FunctionFlags) {
    const auto expect = [&](FuncId func, uint8_t flags, std::string_view wanted) {
        p[func].flags = flags;
        EXPECT_EQ(complaint(p), wanted);
        p[func].flags = 0;
    };
    expect({0}, kFuncInline | kFuncStatic, "ok");
    expect({0}, kFuncInline, "function 'f': it is inline but not static, which C does not define");
    expect({0}, kFuncInline | kFuncStatic | kFuncNoinline, "function 'f': it is both inline and noinline");
    expect({0}, kFuncPure | kFuncConst, "function 'f': it is both pure and const");
    expect({1}, kFuncPure, "function 'run': it is pure or const without a result");
}

TEST_F(Broken, LabelsTwice) {
    Build b(p);
    p.funcs[1].body = b.block(std::array{b.label({0}), b.label({0})});
    EXPECT_EQ(rule(complaint(p)), "the label is there twice");
    const LabelId other = p.add_label("L");
    p.funcs[1].body = b.block(std::array{b.label({0}), b.label(other)});
    EXPECT_EQ(rule(complaint(p)), "another label has this name");
    p.funcs[1].body = b.block(std::array{b.label({0}), b.goto_(other)});
    EXPECT_EQ(rule(complaint(p)), "the label 'L' is not in this function");
}

TEST_F(Broken, OrphansDoNoHarm) {
    Build b(p);
    b.local({0}, "while", type::Int, b.integer(1));
    b.expr(b.integer(1));
    p.types.array_of(type::Void, 3);
    EXPECT_EQ(complaint(p), "ok");
}

// Whatever stands in the tables, the checker says something and does not crash.
TEST(CheckStructure, CorruptedTablesNeverCrash) {
    const Program good = loaded(kEveryKind);
    uint64_t state = 0x9e3779b97f4a7c15ULL;
    const auto next = [&](uint64_t below) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<uint32_t>(state % below);
    };
    int found = 0;
    for (int round = 0; round < 3000; ++round) {
        Program p = good;
        Node& node = p.nodes[next(p.nodes.size())];
        const Node& other = good.nodes[next(good.nodes.size())];
        switch (next(9)) {
        case 0: node.kind = static_cast<NodeKind>(next(kNodeKindCount + 3)); break;
        case 1: node.op = static_cast<uint8_t>(next(40)); break;
        case 2: node.type = {next(good.types.size() + 2)}; break;
        case 3: node.slot[next(4)] = next(good.nodes.size() + 5); break;
        case 4: node = other; break;
        case 5: p.vars[next(p.vars.size())].type = {next(good.types.size())}; break;
        case 6: p.vars[next(p.vars.size())].storage = static_cast<Storage>(next(6)); break;
        case 7: p.vars[next(p.vars.size())].init = {next(good.nodes.size())}; break;
        default: p.types.fields[next(p.types.fields.size())].type = {next(good.types.size())};
        }
        if (!check_program(p)) ++found;
    }
    EXPECT_GT(found, 2000);
}

} // namespace
} // namespace assay::program
