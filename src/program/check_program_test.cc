#include "program/check_program.h"

#include "program/build.h"
#include "program/test_texts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace assay::program {
namespace {

const Platform kC = platform_of("lp64", Standard::C11), kCxx17 = platform_of("lp64", Standard::Cxx17),
               kCxx20 = platform_of("lp64", Standard::Cxx20);

std::string check_text(std::string_view text, const Platform& platform = kC) {
    return complaint(loaded(text, platform));
}

constexpr std::string_view kAround = R"(
    (enum E (E0 0) (E5 5))
    (struct S (field a int) (bits w llong 40) (bits n uint 3))
    (struct K (field a (const int)) (field b int))
    (union U (field i int) (field f float))
    (global g int) (global s (struct S)) (global k (struct K) (init)) (global vs (volatile (struct S))) (global e (enum E))
    (global v4 (vec int 4)) (global p (ptr int))
    (func other int ((x int)) (block (return x)))
    (entry run))";

std::string check_body(std::string_view statements, const Platform& platform = kC) {
    return check_text(fmt::format("{}(func run void () (block {}))", kAround, statements), platform);
}

void expect_rule(std::string_view statements, std::string_view wanted, const Platform& platform = kC) {
    EXPECT_EQ(rule(check_body(statements, platform)), wanted) << statements;
}

// Broken in one, fine in the other.
void expect_only_in(const Platform& platform, const Platform& other, std::string_view statements,
                    std::string_view wanted) {
    expect_rule(statements, wanted, platform);
    expect_rule(statements, "ok", other);
}

TEST(CheckProgram, TheSamplePasses) {
    EXPECT_EQ(check_text(kEveryKind), "ok");
    for (const Standard standard : {Standard::C99, Standard::C17, Standard::C23})
        EXPECT_EQ(check_text(kEveryKind, platform_of("lp64", standard)), "ok");
}

TEST(CheckProgram, MessagesNameThePlace) {
    EXPECT_EQ(check_text("(func f void () (block (break)))(entry f)"),
              "function 'f': Break (node 0): it is in no loop or switch");
    EXPECT_EQ(
        check_text("(global a int)(global x int a)(func f void () (block))(entry f)"),
        "global 'x': VarRef (node 0): variable 'x': the initialiser of a static variable is no constant");
}

TEST(CheckProgram, PlacesOfStatements) {
    expect_rule("(break)", "it is in no loop or switch");
    expect_rule("(switch g (block (break)))", "ok");
    expect_rule("(switch g (block (continue)))", "it is in no loop");
    expect_rule("(while 0 (switch g (block (continue))))", "ok");
    expect_rule("(dowhile (break) 0)", "ok");
    expect_rule("(for _ _ _ (if g (continue) (break)))", "ok");
    expect_rule("(case 1)", "it must stand directly in the block of a switch");
    expect_rule("(switch g (block (block (default))))", "it must stand directly in the block of a switch");
    expect_rule("(switch g (block (if g (case 1))))", "it must stand directly in the block of a switch");
    expect_rule("(switch g (empty))", "the body of a switch must be a block");
    expect_rule("(if g (declare x int))", "it must stand directly in a block");
    expect_rule("(while g (label L))", "it must stand directly in a block");
    expect_rule("(for (empty) _ _ (empty))", "a for loop begins with an expression or a declaration");
    expect_rule("(for (declare static x int 1) _ _ (empty))", "a for loop cannot declare a static variable");
    expect_rule("(for (declare x (vla int) (length 2)) _ _ (empty))",
                "a for loop cannot declare a variable-length array");
}

TEST(CheckProgram, Conditions) {
    for (const char* stmt :
         {"(if s (empty))", "(while s (empty))", "(dowhile (empty) s)", "(for _ s _ (empty))"})
        expect_rule(stmt, "a condition must be a number or a pointer");
    expect_rule("(if p (empty))", "ok");
    expect_rule("(declare a (array (ptr int) 3)) (if a (empty))", "ok"); // it decays
    expect_rule("(switch p (block))", "the subject of a switch must be an integer");
    expect_rule("(switch 1.5 (block))", "the subject of a switch must be an integer");
    expect_rule("(observe s)", "only numbers can be observed");
    expect_rule("(observe p)", "only numbers can be observed");
    expect_rule("(observe v4)", "only numbers can be observed");
}

TEST(CheckProgram, Returns) {
    expect_rule("(return 1)", "a void function returns no value");
    EXPECT_EQ(rule(check_text("(func f int () (block (return)))(func run void () (block))(entry run)")),
              "the result is missing");
    EXPECT_EQ(
        rule(check_text(
            "(global p (ptr int))(func f int () (block (return p)))(func run void () (block))(entry run)")),
        "the value does not fit the function's result");
}

TEST(CheckProgram, Cases) {
    expect_rule("(switch g (block (case 1) (case 1)))", "another case has its value");
    expect_rule("(switch g (block (case 1) (case (- E5 4))))", "another case has its value");
    expect_rule("(switch g (block (case 4) (case (cast int (sizeof-type int)))))",
                "another case has its value");
    expect_rule("(switch g (block (default) (default)))", "there is another default");
    expect_rule("(switch g (block (case (+ 1 (* 2 (cast int 3.5)))) (case (?: (&& 1 0) 1 (| 2 (<< 1 4)))) "
                "(case 'a') (case (~ (! 5)))))",
                "ok");
    for (const char* value : {"g", "(+ 2147483647 1)", "(/ 1 0)", "(% 5 0)", "(<< 1 32)", "(<< 1 -1)",
                              "(<< -1 1)", "(comma 1 2)", "(cast int (+ 1.5 1.5))", "(cast int 1e10)", "1.5",
                              "(call other 1)", "(neg -2147483648)", "(cast int (sizeof s))"})
        expect_rule(fmt::format("(switch g (block (case {})))", value),
                    "its value is no integer constant expression");
    expect_rule("(switch g (block (case 3000000000l)))", "its value does not fit the type of the subject");
    expect_rule("(switch (cast uint g) (block (case -1)))", "its value does not fit the type of the subject");
    expect_rule("(switch (cast uchar g) (block (case 256) (case -1)))", "ok"); // compared as int
    expect_rule("(switch (cast ulong g) (block (case 0xffffffffffffffffull)))", "ok");
}

TEST(CheckProgram, Jumps) {
    const std::string_view into_vla = "(goto L) (block (declare x (vla int) (length 2)) (label L))";
    expect_rule(into_vla, "it jumps into the scope of 'x'");
    expect_rule("(declare x (vla int) (length 2)) (goto L) (block (label L))", "ok");
    expect_rule("(block (declare x (vla int) (length 2)) (goto L)) (label L)", "ok");
    expect_rule("(label L) (declare x (vla int) (length 2)) (goto L)", "ok");
    expect_rule("(switch g (block (case 1) (declare x (vla int) (length 2)) (default)))",
                "it jumps into the scope of 'x'");
    expect_rule("(switch g (block (case 1) (block (declare x (vla int) (length 2))) (default)))", "ok");
    expect_only_in(kCxx17, kC, "(goto L) (declare x int 1) (label L)", "it jumps into the scope of 'x'");
    expect_only_in(kCxx17, kC, "(goto L) (for (declare x int 1) _ _ (block (label L)))",
                   "it jumps into the scope of 'x'");
    expect_only_in(kCxx17, kC, "(switch g (block (case 1) (declare x int 1) (default)))",
                   "it jumps into the scope of 'x'");
    expect_rule("(goto L) (declare x int) (declare y (struct S)) (declare static z int 1) (label L)", "ok",
                kCxx17);
    expect_rule("(declare x int 1) (label L) (goto L)", "ok", kCxx17);
    expect_rule("(block (declare x int 1) (goto L)) (label L)", "ok", kCxx17);
}

TEST(CheckProgram, StaticInitialisers) {
    const auto expect = [](std::string_view type, std::string_view init, bool good) {
        const std::string wanted =
            good ? "ok" : "variable 'x': the initialiser of a static variable is no constant";
        const std::string before = "(struct T (field a int) (field b (array int 4)))(enum E (A 3))(global t "
                                   "(struct T))(global a (array int 5))"
                                   "(global q (ptr int))(func f int ((n int)) (block (return n)))";
        EXPECT_EQ(rule(check_text(fmt::format("{}(global x {} {})(func run void () (block))(entry run)",
                                              before, type, init))),
                  wanted)
            << init;
        EXPECT_EQ(
            rule(check_text(fmt::format("{}(func run void () (block (declare static x {} {})))(entry run)",
                                        before, type, init))),
            wanted)
            << init;
    };
    for (const char* init :
         {"(+ 1 2)", "A", "'a'", "(cast int 2.5)", "(sizeof t)", "(+ 1 (sizeof-type (struct T)))",
          "(?: (< 1 2) 3 4)", "(* 2 1.5)", "(neg 0.5f)", "(- 5u 6u)", "(! 1.5)"})
        expect("int", init, true);
    for (const char* init : {"([] a 1)", "(call f 1)", "(= ([] a 0) 1)", "(/ 1 0)", "(/ 1.5 0.0)",
                             "(+ 2147483647 1)", "(comma 1 2)", "(cast int 1e30)", "(deref q)",
                             "(builtin popcount 1u)", "(&& 1 (call f 1))", "(?: ([] a 1) 1 2)"})
        expect("int", init, false);
    for (const char* init : {"(addr ([] a 2))", "a", "(+ a 2)", "(+ 2 a)", "(- (addr ([] a 4)) 1)",
                             "(addr (. t a))", "(. t b)", "(addr ([] (. t b) (+ 1 1)))", "(cast (ptr int) 0)",
                             "(cast (ptr int) (addr t))", "(addr (deref (+ a 1)))", "(addr (-> (addr t) a))"})
        expect("(ptr int)", init, true);
    for (const char* init : {"q", "(addr ([] a ([] a 0)))", "(addr ([] q 1))", "(+ a ([] a 0))", "(?: 1 a a)",
                             "(addr (deref q))"})
        expect("(ptr int)", init, false);
    expect("(ptr (fn int int))", "f", true);
    expect("(ptr (fn int int))", "(addr f)", true);
    expect("(struct T)", "(init 1 (init 2 (+ 1 2)))", true);
    expect("(struct T)", "(init 1 (init 2 (call f 1)))", false);
    expect("(struct T)", "t", false);
    EXPECT_EQ(rule(check_body("(declare static x (struct S) (literal (struct S) (init 1)))")),
              "variable 'x': the initialiser of a static variable is no constant");
    EXPECT_EQ(rule(check_body("(declare y int) (declare static x (ptr int) (addr y))")),
              "variable 'x': the initialiser of a static variable is no constant");
    EXPECT_EQ(rule(check_body("(declare y int) (declare x (ptr int) (addr y))")), "ok");
}

TEST(CheckProgram, CxxAlone) {
    const Platform c = kC;
    expect_only_in(kCxx17, c, "(do (literal (array int 2) (init 1)))",
                   "C++ has no compound literals of arrays");
    expect_rule("(do (literal (vec int 4) (init 1))) (do (literal (struct S) (init 1)))", "ok", kCxx17);
    expect_only_in(kCxx17, c, "(declare x (vla int) (length 3))",
                   "variable 'x': C++ has no variable-length arrays");
    expect_only_in(kCxx17, c, "(declare x (const int))",
                   "variable 'x': a variable with const in it must be initialised in C++");
    expect_only_in(kCxx17, c, "(declare x (struct K))",
                   "variable 'x': a variable with const in it must be initialised in C++");
    expect_only_in(kCxx17, kCxx20, "(declare x (union U) (init-member f 1.5f))",
                   "C++ before C++20 initialises only the first member of a union");
    expect_rule("(declare x (union U) (init-member i 1))", "ok", kCxx17);
    expect_only_in(kCxx17, c, "(for (declare i int 0) _ _ (block (declare i int 1)))",
                   "'i' is declared twice in one scope");
    expect_rule("(for (declare i int 0) _ _ (block (block (declare i int 1))))", "ok", kCxx17);
    expect_only_in(kCxx17, c, "(do (= s vs))", "C++ does not copy a volatile struct or union");
    expect_only_in(kCxx17, c, "(do (= vs s))", "C++ does not copy a volatile struct or union");
    expect_only_in(kCxx17, c, "(declare x (struct S) vs)", "C++ does not copy a volatile struct or union");
    expect_rule("(do (= (. vs a) (cast int (sizeof vs)))) (declare x (ptr (volatile (struct S))) (addr vs))",
                "ok", kCxx17);
    // Typing says the rest.
    for (const char* stmt : {"(do (= e 1))", "(declare b bool) (do (preinc b))"}) {
        expect_rule(stmt, "ok");
        Program p = loaded(fmt::format("{}(func run void () (block {}))", kAround, stmt));
        p.platform = kCxx17;
        EXPECT_NE(complaint(p), "ok");
    }
    EXPECT_EQ(rule(check_text(
                  "(func inline f int () (block (return 1)))(func run void () (block))(entry run)", kCxx17)),
              "ok");
}

TEST(CheckProgram, ConstMembers) {
    expect_rule("(do (= k k))", "the target has a const member");
    expect_rule("(do (= (. k b) 1))", "ok");
    expect_rule("(declare x (struct K) k)", "ok");
}

TEST(CheckProgram, WhatCompilersDoNotTake) {
    expect_rule("(do (builtin expect (cast long g) 1l))", "ok");
    expect_rule("(do (builtin expect 1l (cast long (preinc g))))", "the expected value is no constant");
    expect_only_in(platform_of("ilp32", Standard::C11), kC,
                   "(declare x (vec float 4) (literal (vec float 4) (init 1.5f))) (do (+= x 2.0f))",
                   "a floating point vector with a scalar on i386");
}

TEST(CheckProgram, UnsettledValues) {
    const std::string_view wanted =
        "compilers differ on the type of this value, so it must be converted at once";
    for (const char* bad :
         {"(do (+ (. s w) 1))", "(do (neg (. s w)))", "(do (?: 1 (. s w) 2))", "(do (+= g (. s w)))",
          "(observe (. s w))", "(switch (. s w) (block))", "(do (+ (= (. s n) 1) 2))",
          "(do (sizeof (= (. s n) 1)))", "(do (+= (. s w) 1))", "(do (postinc (. s w)))",
          "(do (+ (comma 1 (. s n)) 1))", "(observe (postinc (. s n)))", "(do (= v4 (< v4 v4)))",
          "(do ([] (< v4 v4) 1))", "(declare x (vec int 4) (== v4 v4))", "(do (+ (< v4 v4) v4))",
          "(do (builtin add_overflow (. s w) 1 (addr g)))"})
        expect_rule(bad, wanted);
    for (const char* good :
         {"(do (+ (cast llong (. s w)) 1))", "(do (= g (. s w)))", "(if (. s w) (empty))",
          "(do (&& (. s w) (! (. s w))))", "(declare x llong (. s w))", "(do (call other (. s w)))",
          "(do (= (. s w) 5))", "(do (= g (= (. s n) 1)))", "(do (+= (. s n) 1))", "(do ([] p (. s w)))",
          "(do (< v4 v4))", "(do (= v4 (cast (vec int 4) (< v4 v4))))",
          "(do (convertvector (vec short 4) (< v4 v4)))", "(do (+ (. s n) 1))", "(do (builtin abs (. s w)))",
          "(do (?: (. s w) 1 2))", "(declare a (array int 2) (init (. s w)))"})
        expect_rule(good, "ok");
    expect_rule("(do (+ (. s w) 1))", "ok", kCxx17);
}

TEST(CheckProgram, Targets) {
    Program p = loaded("(global x int128)(func run void () (block))(entry run)");
    p.platform.target = target_named("ilp32").value();
    EXPECT_EQ(complaint(p),
              "global 'x': variable 'x': its type has a 128-bit integer, which the target lacks");
    Program q = loaded("(global x int)(func run void () (block (do (cast int128 x))))(entry run)");
    q.platform.target = target_named("ilp32").value();
    EXPECT_EQ(rule(complaint(q)), "its type has a 128-bit integer, which the target lacks");
    Program r = loaded("(global x (vec long 8))(func run void () (block))(entry run)");
    EXPECT_EQ(complaint(r), "ok");
    r = loaded("(global x (vec long 1))(func run void () (block))(entry run)");
    r.platform.target = target_named("ilp32").value();
    EXPECT_EQ(complaint(r),
              "global 'x': variable 'x': its type has a vector of 4 bytes: 8 to 64 are possible");
}

TEST(CheckProgram, Numbers) {
    for (const char* good : {"0.0", "-0.0f", "0x1p-126f", "-0x1p-1022", "0x1p-149", "0x1.fffffep+127f"})
        expect_rule(fmt::format("(do {})", good), "ok");
    for (const char* bad : {"0x1p-149f", "-0x1.fffffcp-127f", "0x0.0000000000001p-1022", "-0x1p-1023"})
        expect_rule(fmt::format("(do {})", bad), "the number is subnormal");
}

TEST(CheckProgram, Guards) {
    for (const char* good :
         {"(do (guard (+ g 1)))", "(do (guard (neg (cast char g))))", "(do (guard (<<= (. s n) 3)))",
          "(do (guard (postinc ([] v4 1))))", "(do (guard (% e 3u)))", "(do (guard (& g 1)))"})
        expect_rule(good, "ok");
    for (const char* bad :
         {"(do (guard (+ v4 v4)))", "(do (guard (/ v4 3)))", "(do (guard (-= v4 v4)))",
          "(do (guard (neg v4)))", "(do (guard (* 2.0 3.0)))", "(do (guard (+= g 1.5)))",
          "(do (guard (+ p 1)))", "(do (guard (preinc p)))", "(do (guard (- p p)))", "(do (guard g))",
          "(do (guard (cast char 2.5)))", "(do (guard (call other 1)))", "(do (guard (builtin clz 3u)))",
          "(do (guard (&& g g)))", "(do (guard (= g 1)))", "(do (guard (! g)))"})
        expect_rule(bad, "only arithmetic on integers can be guarded");
}

TEST(CheckProgram, VectorsThatI386LaysOutInTwoWays) {
    const auto checked = [](std::string_view member, std::string_view target) {
        Program p = loaded(fmt::format("(struct S (field a char) (field v {}))(global s (struct S))"
                                       "(global v (vec int 2))(func run void () (block))(entry run)",
                                       member));
        p.platform.target = target_named(target).value();
        return complaint(p);
    };
    for (const char* member : {"(vec int 2)", "(vec schar 8)", "(array (array (vec float 2) 3) 2)"}) {
        EXPECT_EQ(checked(member, "lp64"), "ok");
        EXPECT_EQ(checked(member, "ilp32-align8"), "ok");
        EXPECT_EQ(checked(member, "ilp32"), "struct 'S': member 1: a vector of 8 bytes as a member, which "
                                            "gcc and clang align differently on i386");
    }
    for (const char* member : {"(vec int 4)", "(vec double 2)", "(ptr (vec int 2))", "llong"})
        EXPECT_EQ(checked(member, "ilp32"), "ok") << member;
}

TEST(CheckProgram, Variables) {
    Program p = loaded("(global g int)(func run void () (block (declare a (vla int) (length 3)) (declare b "
                       "int 1)))(entry run)");
    Build b(p);
    const Program good = p;
    EXPECT_EQ(complaint(p), "ok");
    p.vars[0].type = type::Void;
    EXPECT_EQ(complaint(p), "global 'g': variable 'g': its type has no size");
    p = good;
    p.vars[1].length = {};
    EXPECT_EQ(rule(complaint(p)), "variable 'a': a length is for variable-length arrays alone");
    p = good;
    p.vars[1].storage = Storage::LocalStatic;
    EXPECT_EQ(rule(complaint(p)), "variable 'a': only a local can have a variable length");
    p = good;
    p.vars[1].init = b.integer(1);
    EXPECT_EQ(rule(complaint(p)), "variable 'a': a variable-length array cannot be initialised");
    p = good;
    p.vars[1].length = b.real(type::Double, 1);
    EXPECT_EQ(rule(complaint(p)), "variable 'a': its length is no integer");
    p = good;
    p.vars[1].length = b.binary(BinaryOp::Add, b.integer(INT32_MAX), b.integer(1));
    EXPECT_EQ(rule(complaint(p)),
              "variable 'a': its length could be found to be negative, zero or very large");
    for (const int length : {-1, 0, 1 << 25}) {
        p = good;
        p.vars[1].length = b.integer(length);
        EXPECT_EQ(rule(complaint(p)),
                  "variable 'a': its length could be found to be negative, zero or very large");
    }
    p = good;
    p.vars[2].type = p.types.pointer_to(type::Int);
    EXPECT_EQ(rule(complaint(p)), "variable 'b': its initialiser does not fit its type");
}

TEST(CheckProgram, LengthsThatFold) {
    const auto with = [](std::string_view length) {
        return fmt::format("(declare a (vla int) (length {}))", length);
    };
    for (const char* good :
         {"5", "g", "(+ g 3)", "(- g 1)", "(% (call other 5) 7)", "(+ (& g 3) 1)", "(?: g 1 (. s a))",
          "(sizeof s)", "(cast ulong (deref p))", "(comma (= g -1) (< g 2))"})
        expect_rule(with(good), "ok");
    for (const char* bad :
         {"-5", "0", "(- 1 2)", "(+ 2147483647 1)", "100000000", "(| g -1)", "(- (- g g) 1)", "(neg (* g 0))",
          "(~ (& g 0))", "(+ g -1)", "(- (sizeof-type int) 5)", "(<< (| g 1) 31)", "(- (sizeof s) 1000)"})
        expect_rule(with(bad), "variable 'a': its length could be found to be negative, zero or very large");
}

TEST(CheckProgram, CompoundLiterals) {
    expect_rule("(do (literal int 5)) (do (literal (struct S) (init 1)))", "ok");
    expect_rule("(do (literal (struct S) s))", "its value is no list");
    expect_rule("(do (literal (vec int 4) v4))", "its value is no list");
    EXPECT_EQ(
        rule(check_text("(global x int (sizeof (literal int 5)))(func run void () (block))(entry run)")),
        "a compound literal at file scope");
}

TEST(CheckProgram, SizesThatDifferBetweenCAndCxx) {
    const std::string_view around = "(declare a (array int 3))";
    for (const char* operand :
         {"(comma 1 a)", "(?: g a a)", "(comma 1 (?: g a a))", "(comma 1 other)", "(?: g (. s n) (. s n))"})
        expect_only_in(kCxx17, kC, fmt::format("{} (do (sizeof {}))", around, operand),
                       "C and C++ differ on the size of its operand");
    expect_rule(fmt::format("{} (do (sizeof a)) (do (sizeof (comma 1 g))) (do ([] (comma 1 a) 2))", around),
                "ok", kCxx17);
}

} // namespace
} // namespace assay::program
