// Whole programs: jumps, lifetimes, order of evaluation, budgets, and what the profile says.
#include "program/build.h"
#include "semantics/evaluate_case.h"

#include <gtest/gtest.h>

namespace assay::semantics {
namespace {

const program::Platform kCxx{{}, program::Standard::Cxx17};

TEST(Order, AReadWaitsForNoSideEffectInItsOwnOperands) {
    const char* const a = "(global unobserved a (array int 4) (init 1 2 3 4))";
    EXPECT_EQ(run_body("(do (= r ([] a (- (postinc ([] a 0)) 1))))", a), "unsequenced");
    EXPECT_EQ(run_body("(do (= r ([] a (postinc ([] a 0)))))", a), "r=2");
    EXPECT_EQ(run_body("(do (postinc ([] a (- (postinc ([] a 0)) 1))))", a), "unsequenced");
    EXPECT_EQ(run_body("(do (+= ([] a (- (postinc ([] a 0)) 1)) 1))", a), "unsequenced");
    EXPECT_EQ(run_body("(do (= ([] a (- (postinc ([] a 0)) 1)) 1))", a), "unsequenced");
    EXPECT_EQ(run_body("(do (= r ([] a (comma (postinc ([] a 0)) 0))))", a), "r=2");
}

TEST(Order, SequencePoints) {
    EXPECT_EQ(run_body("(do (= r (postinc r)))"), "unsequenced");
    EXPECT_EQ(run_body("(do (= r (comma (postinc r) 7)))"), "r=7");
    EXPECT_EQ(run_body("(do (= r (comma 7 (postinc r))))"), "unsequenced");
    EXPECT_EQ(run_body("(do (= r (&& (preinc r) 1)))"), "r=1");
    EXPECT_EQ(run_body("(do (= r (&& 1 (preinc r))))"), "unsequenced");
    EXPECT_EQ(run_body("(do (= r (?: (preinc r) (+ r 4) 0)))"), "r=5");
    EXPECT_EQ(run_body("(do (= r (?: 1 (preinc r) 0)))"), "unsequenced");
}

// What a call does is complete when it is back, however long its log was.
TEST(Order, LongCalls) {
    const char* const f =
        "(func f int ((a int) (b int)) (block (for (declare i int 0) (< i 1000) (postinc i) (block"
        " (declare t int 0) (do (= t (postinc g))))) (return (+ a b))))";
    const std::string g = "(global unobserved g int)(global unobserved h int 3)";
    EXPECT_EQ(run_body("(do (= g (call f h h))) (do (= r g))", g + f), "r=6");
    EXPECT_EQ(run_body("(do (= r (+ g (call f h h))))", g + f), "unsequenced");
    EXPECT_EQ(run_body("(do (= r (+ h (call f h h))))", g + f), "r=9");
    EXPECT_EQ(run_body("(do (= r (+ (call f 1 1) (call f 2 2))))", g + f), "unsequenced");
}

TEST(Order, LargeOperandsAreComparedQuickly) {
    const char* const f = "(global unobserved a (array int 9000))(global unobserved b (array int 9000))"
                          "(func f int ((p (ptr int))) (block (for (declare i int 0) (< i 9000) (+= i 2)"
                          " (do (preinc ([] p i)))) (return 1)))";
    EXPECT_EQ(
        run_body("(for (declare k int 0) (< k 30) (postinc k) (do (= r (+ (call f a) (call f b)))))", f),
        "r=2");
    EXPECT_EQ(run_body("(do (= r (+ (call f a) (call f (+ a 1)))))", f), "r=2") << "interleaved";
    EXPECT_EQ(run_body("(do (= r (+ (call f a) (call f a))))", f), "unsequenced");
}

TEST(Initialisers, DoNotSeeWhatTheyInitialise) {
    const char* const s = "(struct S (field a int) (field b int))";
    EXPECT_EQ(run_body("(declare s (struct S) (init 1 (. s a))) (do (= r (. s b)))", s), "uninitialised");
    EXPECT_EQ(run_body("(declare s (struct S) (init 1 (= (. s a) 7))) (do (= r (. s b)))", s), "unsequenced");
    EXPECT_EQ(run_body("(declare s (struct S) (init (= r 1) (= r 2)))", s), "unsequenced");
    EXPECT_EQ(run_body("(declare s (struct S) (init (preinc r) 2)) (do (+= r (. s b)))", s), "r=3");
    EXPECT_EQ(run_body("(declare x int (= x 3)) (do (= r x))"), "unsequenced");
}

TEST(Literals, AreOneObjectPerBlock) {
    const char* const s = "(struct S (field a int))";
    const std::string start =
        "(declare p (ptr (struct S)) (cast (ptr (struct S)) 0)) (declare q (ptr (struct S)) p)"
        "(declare j int 0) (label again) (do (= q p)) ";
    EXPECT_EQ(
        run_body(start + "(do (= p (addr (literal (struct S) (init (postinc j)))))) (if (< j 2) (goto again))"
                         "(do (= r (+ (* 10 (== p q)) (-> q a))))",
                 s),
        "r=11");
    EXPECT_EQ(run_body(start + "(do (= p (addr (literal (struct S) (init (?: (! q) 5 (+ (-> q a) 1)))))))"
                               "(if (< (preinc j) 2) (goto again)) (do (= r (-> p a)))",
                       s),
              "uninitialised");
    EXPECT_EQ(run_body("(declare p (ptr (const int)) (addr (literal (const int) 1)))"
                       "(do (= r (== p (addr (literal (const int) 1)))))"),
              "pointer-comparison");
}

TEST(Literals, DieWithTheStatementThatIsTheirBlock) {
    const std::string p = "(declare p (ptr int) (addr r)) ";
    EXPECT_EQ(run_body(p + "(do (= p (addr (literal int 5)))) (do (= r (deref p)))"), "r=5");
    EXPECT_EQ(run_body(p + "(if (== r 0) (do (= p (addr (literal int 5))))) (do (= r (deref p)))"),
              "dangling");
    EXPECT_EQ(run_body(p + "(if (= p (addr (literal int 5))) (do (= r (deref p))))"), "r=5");
    EXPECT_EQ(run_body(p + "(if (= p (addr (literal int 5))) (empty)) (do (= r (deref p)))"), "dangling");
    EXPECT_EQ(run_body(p + "(for (declare i int 0) (< i 2) (postinc i) (do (comma (+= r (deref p)) (= p "
                           "(addr (literal int 5))))))"),
              "dangling");
    EXPECT_EQ(
        run_body(p + "(switch (deref (= p (addr (literal int 5)))) (block (case 5) (do (= r (deref p)))))"),
        "r=5");
    EXPECT_EQ(run_body(p + "(switch (deref (= p (addr (literal int 5)))) (block)) (do (= r (deref p)))"),
              "dangling");
}

TEST(Lifetimes, PointersDieWithTheirObjects) {
    const char* const f = "(global p (ptr int))(global q (ptr int))(func f void () (block (declare x int 1) "
                          "(do (= p (addr x)))))"
                          "(func g (ptr int) () (block (declare x int 1) (return (addr x))))";
    EXPECT_EQ(run_body("(do (call f))", f), "r=0");
    EXPECT_EQ(run_body("(do (call f)) (do (= q p))", f), "dangling") << "even a copy";
    EXPECT_EQ(run_body("(do (call f)) (do (= r (cast int (cast bool p))))", f), "dangling");
    EXPECT_EQ(run_body("(do (= p (call g)))", f), "dangling");
}

TEST(Lifetimes, VariableLengthArraysEndWhenTheirScopeIsLeft) {
    EXPECT_EQ(run_body("(declare n int 3) (declare p (ptr int) (addr n)) (declare j int 0) (label again)"
                       "(do (= (deref p) 1)) (declare v (vla int) (length n)) (do (= p v)) (if (< (preinc j) "
                       "2) (goto again))"),
              "dangling");
    EXPECT_EQ(
        run_body("(declare n int 3) (declare j int 0) (label again) (declare v (vla int) (length (+ n j)))"
                 "(do (= ([] v j) j)) (do (+= r ([] v j))) (if (< (preinc j) 4) (goto again))"),
        "r=6");
}

TEST(Jumps, IntoALoopPastItsDeclaration) {
    EXPECT_EQ(run_body("(goto in) (for (declare i int 5) (< i 4) (postinc i) (block (label in) (do (= i 2)) "
                       "(do (preinc r)) "
                       "(do (+= i r))))"),
              "r=1");
    EXPECT_EQ(
        run_body("(goto in) (for (declare i int 5) (< i 4) (postinc i) (block (label in) (do (= r i))))"),
        "uninitialised");
}

TEST(Jumps, IntoBranchesAndSwitches) {
    EXPECT_EQ(
        run_body("(goto in) (if (== r 1) (do (= r 10)) (block (do (= r 20)) (label in) (do (+= r 3))))"),
        "r=3");
    EXPECT_EQ(run_body("(switch 2 (block (declare x int 4) (case 1) (do (= r 1)) (case 2) (do (= r x))))"),
              "uninitialised");
    EXPECT_EQ(run_body("(switch 2 (block (declare x int 4) (case 1) (do (= r 1)) (case 2) (do (= x 8)) "
                       "(default) (do (= r x))))"),
              "r=8");
    EXPECT_EQ(
        run_body("(declare n int 0) (switch 9 (block (case 1) (label one) (do (preinc r)) (break) (default)"
                 "(do (preinc n)) (if (< n 3) (goto one)) (do (= r 50)))) (do (+= r n))"),
        "r=2");
    EXPECT_EQ(
        run_body("(declare j int 0) (label again) (declare x int) (if (== j 1) (do (= r x))) (do (= x 5))"
                 "(if (< (preinc j) 2) (goto again))"),
        "uninitialised");
}

TEST(Unions, StoringAMemberLeavesTheRestWithoutValue) {
    const char* const u =
        "(union U (field i int) (field c uchar) (field b (array uchar 4)) (field s (array short 2)))"
        "(struct T (field u (union U)) (field k int))";
    const std::string make = "(declare u (union U)) (do (= (. u i) 16909060)) ";
    EXPECT_EQ(run_body(make + "(do (= (. u c) (int uchar 5))) (do (= r (. u i)))", u), "uninitialised");
    EXPECT_EQ(run_body(make + "(do (= ([] (. u b) 1) (int uchar 5))) (do (= r (. u i)))", u), "r=16909572");
    EXPECT_EQ(run_body(make + "(do (= r ([] (. u s) 1)))", u), "r=258");
    EXPECT_EQ(
        run_body("(declare t (struct T) (init (init-member c (int uchar 1)) 3)) (do (= r (. (. t u) i)))", u),
        "uninitialised");
}

TEST(Unions, PointersDoNotChangeTheStoredMember) {
    const char* const u = "(union U (field i int) (field f float))";
    const std::string make =
        "(declare u (union U)) (declare p (ptr int) (addr (. u i))) (declare q (ptr float) (addr (. u f))) ";
    EXPECT_EQ(run_body(make + "(do (= (deref p) 3)) (do (= r (. u i)))", u), "r=3");
    EXPECT_EQ(run_body(make + "(do (= (deref q) 1.0f)) (do (= (deref p) 3)) (do (= r (. u i)))", u),
              "union-member");
    EXPECT_EQ(run_body(make + "(do (= (deref p) 3)) (do (= r (. u i)))", u, kCxx), "union-member");
    EXPECT_EQ(run_body(make + "(do (= (. u i) 2)) (do (= (deref p) 3)) (do (= r (. u i)))", u, kCxx), "r=3");
}

TEST(Unions, CopiedBytesAreOfAnyType) {
    const char* const u = "(union U (field i int) (field f float))(global unobserved x float 1.0f)";
    const std::string copy = "(declare u (union U)) (do (builtin memcpy (addr u) (addr x) 4)) ";
    const std::string set = "(declare u (union U)) (do (builtin memset (addr u) 0 4)) ";
    const std::string as_float = "(do (= r (cast int (. u f)))) ", as_int = "(do (= r (>> (. u i) 23)))";
    EXPECT_EQ(run_body(copy + as_float, u), "r=1");
    EXPECT_EQ(run_body(copy + as_float, u, kCxx), "r=1");
    EXPECT_EQ(run_body(copy + as_float + as_int, u), "r=127");
    EXPECT_EQ(run_body(copy + as_float + as_int, u, kCxx), "union-member");
    EXPECT_EQ(run_body(set + as_float, u), "r=0");
    EXPECT_EQ(run_body(set + as_float, u, kCxx), "union-member");
}

TEST(Unions, OverlappingAssignment) {
    const char* const u = "(union U (field i int) (field c uchar) (field k uint))";
    const std::string make = "(declare u (union U)) (do (= (. u i) 5)) ";
    EXPECT_EQ(run_body(make + "(do (= (. u c) (. u i))) (do (= r (. u c)))", u), "overlapping-copy");
    EXPECT_EQ(run_body(make + "(do (= (. u c) (+ (. u i) 0))) (do (= r (. u c)))", u), "r=5");
    EXPECT_EQ(run_body(make + "(do (= (. u i) (. u i))) (do (= r (. u i)))", u), "r=5");
}

TEST(Padding, GoesWithTheNextStore) {
    const char* const s = "(struct S (field c char) (field i int))";
    const std::string make = "(declare s (struct S)) (do (builtin memset (addr s) 7 8)) ";
    EXPECT_EQ(run_body(make + "(do (= r ([] (cast (ptr uchar) (addr s)) 1)))", s), "r=7");
    EXPECT_EQ(run_body(make + "(do (= (. s i) 1)) (do (= r ([] (cast (ptr uchar) (addr s)) 1)))", s),
              "uninitialised");
    EXPECT_EQ(run_body(make + "(do (= (. s i) 1)) (do (= r (. s c)))", s), "r=7");
}

TEST(Pointers, WalkOverWhatTheyWereConvertedTo) {
    const char* const s = "(struct S (field a int) (field b int))(global unobserved s (struct S) (init 1 2))"
                          "(global unobserved t (array int 3) (init 4 5 6))";
    EXPECT_EQ(run_body("(do (= r (deref (cast (ptr int) (addr s)))))", s), "r=1");
    EXPECT_EQ(run_body("(do (= r ([] (cast (ptr int) (addr s)) 1)))", s), "out-of-bounds");
    EXPECT_EQ(run_body("(do (= r (-> (cast (ptr (struct S)) (addr (. s a))) b)))", s), "r=2");
    EXPECT_EQ(run_body("(do (= r ([] (cast (ptr int) (cast (ptr void) (addr ([] t 1)))) 1)))", s), "r=6");
    EXPECT_EQ(run_body("(do (= r ([] (cast (ptr int) (+ (cast (ptr char) t) 4)) -1)))", s), "r=4");
}

TEST(Pointers, NullPlusZero) {
    const std::string body = "(declare p (ptr int) (cast (ptr int) 0)) (do (= r (cast int (== (+ p 0) p))))";
    EXPECT_EQ(run_body(body), "pointer-overflow");
    EXPECT_EQ(run_body(body, "", kCxx), "r=1");
    EXPECT_EQ(
        run_body("(declare p (ptr int) (cast (ptr int) 0)) (do (= r (cast int (== (addr (deref p)) p))))"),
        "r=1");
    EXPECT_EQ(
        run_body("(declare p (ptr int) (cast (ptr int) 0)) (do (= r (cast int (== (addr (deref p)) p))))", "",
                 kCxx),
        "null-dereference");
}

TEST(Statics, OfAnUnreachableDeclarationDoNoHarm) {
    program::Program p = checked(
        "(global r int)(func run void () (block (declare static x int (+ 1 2)) (do (= r x))))(entry run)");
    program::Build build(p);
    p[p.entry].body = build.block({});
    EXPECT_EQ(shown(p, evaluate(p)), "r=0");
}

TEST(Cxx, EnumerationsHoldTheirRange) {
    const char* const e = "(enum E (A 0) (B 5))(global unobserved e (enum E))";
    EXPECT_EQ(run_body("(do (= e (cast (enum E) 7))) (do (= r (cast int e)))", e, kCxx), "r=7");
    EXPECT_EQ(run_body("(do (= e (cast (enum E) 8))) (do (= r (cast int e)))", e, kCxx), "enum-range");
    EXPECT_EQ(run_body("(do (= e (cast (enum E) 8.5))) (do (= r (cast int e)))", e, kCxx), "enum-range");
    EXPECT_EQ(run_body("(do (builtin memset (addr e) 1 4)) (do (= r (cast int e)))", e, kCxx), "enum-range");
    EXPECT_EQ(run_body("(do (builtin memset (addr e) 1 4)) (do (= r (cast int e)))", e), "r=16843009");
}

} // namespace
} // namespace assay::semantics
