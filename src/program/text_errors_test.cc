// Every message of load(), with its place.
#include "program/sexpr.h"
#include "program/test_texts.h"
#include "program/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::program {
namespace {

std::string error_of(std::string_view text, const Platform& platform = {}) {
    const base::Result<Program> program = load(text, platform, "t");
    return program ? "no error" : program.error().message;
}

std::string body_error(std::string_view statements) {
    return error_of(fmt::format("(struct S (field a int))(union U (field a int))(global g int)(global s "
                                "(struct S))(global u (union U))"
                                "(func f void ()(block\n{}))",
                                statements));
}

TEST(TextErrors, OfReading) {
    EXPECT_EQ(error_of("(func f"), "t:1:1: '(' without its ')'");
    EXPECT_EQ(error_of("; hello\n  )"), "t:2:3: ')' without its '('");
    EXPECT_EQ(error_of("(global \x01 int)"), "t:1:9: a character that is not printable ASCII");
    EXPECT_EQ(error_of("(global \xc3\xa4 int)"), "t:1:9: a character that is not printable ASCII");
    const std::string deep(100000, '(');
    EXPECT_EQ(error_of(deep), fmt::format("t:1:{}: nested deeper than 1000 brackets", kMaxNesting + 1));
}

TEST(TextErrors, AtTheTopLevel) {
    EXPECT_EQ(
        error_of("x"),
        "t:1:1: expected (enum ...), (struct ...), (union ...), (global ...), (func ...) or (entry ...)");
    EXPECT_EQ(
        error_of("()"),
        "t:1:1: expected (enum ...), (struct ...), (union ...), (global ...), (func ...) or (entry ...)");
    EXPECT_EQ(error_of("(enum E)"), "t:1:1: 'enum' takes at least 2 parts, not 1");
    EXPECT_EQ(error_of("(enum E A)"), "t:1:9: expected an enumerator and its value: (A 5)");
    EXPECT_EQ(error_of("(enum E (A 5000000000))"), "t:1:12: the value of an enumerator must fit int");
    EXPECT_EQ(error_of("(enum E (A 99999999999999999999))"),
              "t:1:12: expected a whole number of 64 bits, not '99999999999999999999'");
    EXPECT_EQ(error_of("(enum E (A 0) (A 1))"), "t:1:16: 'A' is defined already, in line 1");
    EXPECT_EQ(error_of("(global int int)"), "t:1:9: the name 'int' is a keyword of C or C++");
    EXPECT_EQ(error_of("(global template int)"), "t:1:9: the name 'template' is a keyword of C or C++");
    EXPECT_EQ(error_of("(global 5 int)"), "t:1:9: the name '5' is no identifier");
    EXPECT_EQ(error_of("(global main int)"), "t:1:9: the name 'main' is reserved for the harness");
    EXPECT_EQ(error_of("(global assay_x int)"), "t:1:9: the name 'assay_x' is reserved for the harness");
    EXPECT_EQ(error_of("(global a__b int)"), "t:1:9: the name 'a__b' is reserved for compilers");
    EXPECT_EQ(error_of("(global linux int)"), "t:1:9: the name 'linux' is a macro of some compilers");
    EXPECT_EQ(error_of("(global y1 int)"), "t:1:9: the name 'y1' is a name of the C library");
    EXPECT_EQ(error_of("(global pure int)"), "t:1:9: the name 'pure' has a meaning in saved text");
    EXPECT_EQ(error_of(fmt::format("(global {} int)", std::string(201, 'a'))),
              fmt::format("t:1:9: the name '{}' is longer than 200 characters", std::string(201, 'a')));
    EXPECT_EQ(error_of("(global (x) int)"), "t:1:9: expected a name, not a list");
    EXPECT_EQ(error_of("(global x)"),
              "t:1:1: expected (global [static] [unobserved] NAME TYPE [INITIALISER])");
    EXPECT_EQ(error_of("(global x int)\n(global x int)"), "t:2:9: 'x' is defined already, in line 1");
    EXPECT_EQ(error_of("(global x (vla int))"), "t:1:11: a global cannot have a variable length");
    EXPECT_EQ(error_of("(global x void)"), "t:1:11: a variable cannot have this type");
    EXPECT_EQ(error_of("(global x int y)(global y int)"),
              "t:1:15: no variable, function or enumerator named 'y' is visible here");
    EXPECT_EQ(error_of("(global x (ptr int) 5)"),
              "t:1:21: the initialiser does not fit the type of the variable");
    EXPECT_EQ(error_of("(func f)"), "t:1:1: expected (func [static] [inline] [noinline] [pure] [const] NAME "
                                    "RESULT ((NAME TYPE) ...) (block ...))");
    EXPECT_EQ(error_of("(func f int (x) (block))"), "t:1:14: expected a parameter and its type: (x int)");
    EXPECT_EQ(error_of("(func f (array int 3) () (block))"),
              "t:1:7: a function with a result that cannot be returned");
    EXPECT_EQ(error_of("(func f (const int) () (block))"), "t:1:7: a function with a qualified result");
    EXPECT_EQ(error_of("(func f int ((x (array int 3))) (block))"),
              "t:1:7: a function with a parameter that cannot be passed");
    EXPECT_EQ(error_of("(func f int ((x int) (x int)) (block))"),
              "t:1:23: 'x' is declared already in this scope");
    EXPECT_EQ(error_of("(func f int () (empty))"), "t:1:16: expected the body: (block ...)");
    EXPECT_EQ(error_of("(entry f)"), "t:1:8: no function is named 'f'");
    EXPECT_EQ(error_of("(func f void () (block))(entry f)(entry f)"), "t:1:34: a second entry");
}

TEST(TextErrors, OfTypes) {
    EXPECT_EQ(error_of("(global x foo)"), "t:1:11: unknown type 'foo'");
    EXPECT_EQ(error_of("(global x (foo int))").substr(0, 27), "t:1:11: expected a type: a ");
    EXPECT_EQ(error_of("(global x ())").substr(0, 27), "t:1:11: expected a type: a ");
    EXPECT_EQ(error_of("(global x (struct S))"), "t:1:19: no struct is named 'S'");
    EXPECT_EQ(error_of("(union S (field a int))(global x (struct S))"), "t:1:42: no struct is named 'S'");
    EXPECT_EQ(error_of("(global x (enum E))"), "t:1:17: no enum is named 'E'");
    EXPECT_EQ(error_of("(global x (ptr))"), "t:1:11: 'ptr' takes 1 part, not 0");
    EXPECT_EQ(error_of("(global x (array int 0))"),
              "t:1:11: there is no such type: an array without elements");
    EXPECT_EQ(error_of("(global x (array int -1))"),
              "t:1:22: expected a number from 0 to 67108864, not '-1'");
    EXPECT_EQ(error_of("(global x (array int 100000000000000000000000000000000000000000))"),
              "t:1:22: '100000000000000000000000000000000000000000' needs more than 128 bits");
    EXPECT_EQ(error_of("(global x (array (array int 10000) 10000))"),
              "t:1:11: there is no such type: an array larger than 67108864 bytes");
    EXPECT_EQ(error_of("(global x (array void 3))"),
              "t:1:11: there is no such type: an array of elements without a size");
    EXPECT_EQ(error_of("(global x (array (vla int) 3))"),
              "t:1:11: there is no such type: an array of variable-length arrays");
    EXPECT_EQ(error_of("(global x (ptr (vla int)))"),
              "t:1:11: there is no such type: a pointer to a variable-length array");
    EXPECT_EQ(error_of("(global x (vec int 3))"),
              "t:1:11: there is no such type: a vector of 3 lanes: no power of two");
    EXPECT_EQ(error_of("(global x (vec int 1))"),
              "t:1:11: there is no such type: a vector of 4 bytes: 8 to 64 are possible");
    EXPECT_EQ(error_of("(global x (vec int 32))"),
              "t:1:11: there is no such type: a vector of 128 bytes: 8 to 64 are possible");
    EXPECT_EQ(
        error_of("(global x (vec bool 8))"),
        "t:1:11: there is no such type: a vector of lanes that are neither integers nor floating point");
    EXPECT_EQ(error_of("(global x (vec (const int) 4))"),
              "t:1:11: there is no such type: a vector of qualified lanes");
    EXPECT_EQ(error_of("(global x (ptr (const (fn int))))"), "t:1:16: a function type has no qualifiers");
    EXPECT_EQ(error_of("(global x (ptr (fn int (const int))))"),
              "t:1:16: there is no such type: a function type with a qualified parameter");
    EXPECT_EQ(error_of("(global x int128)", platform_of("ilp32", Standard::C11)),
              "t:1:11: there is no such type: a 128-bit integer, which the target lacks");
}

TEST(TextErrors, OfRecords) {
    EXPECT_EQ(error_of("(struct S)"), "t:1:1: 'struct' takes at least 2 parts, not 1");
    EXPECT_EQ(error_of("(struct S packed)"), "t:1:1: a record needs a named member");
    EXPECT_EQ(error_of("(struct S (bits _ int 3))"), "t:1:1: a record needs a named member");
    EXPECT_EQ(error_of("(struct S (align 3) (field a int))"), "t:1:18: an alignment is a power of two");
    EXPECT_EQ(error_of("(struct S a)"), "t:1:11: expected (field NAME TYPE) or (bits NAME TYPE WIDTH)");
    EXPECT_EQ(error_of("(struct S (field a))"), "t:1:11: 'field' takes 2 parts, not 1");
    EXPECT_EQ(error_of("(struct S (field _ int))"), "t:1:18: the name '_' has a meaning in saved text");
    EXPECT_EQ(error_of("(struct S (field a int) (field a int))"), "t:1:32: the member 'a' is there already");
    EXPECT_EQ(error_of("(struct S (field a (struct S)))"), "t:1:11: a member of a type without a size");
    EXPECT_EQ(error_of("(struct S (field a (array (struct S) 2)))"),
              "t:1:20: there is no such type: an array of elements without a size");
    EXPECT_EQ(error_of("(struct S (field a (struct T)))(struct T (field a int))"),
              "t:1:11: a member of a type without a size");
    EXPECT_EQ(error_of("(struct S (field a (fn int)))"), "t:1:11: a member of a type without a size");
    EXPECT_EQ(error_of("(struct S (bits a int 33))"), "t:1:11: a bit-field of 33 bits in a type of 32");
    EXPECT_EQ(error_of("(struct S (bits a bool 2))"), "t:1:11: a bit-field of 2 bits in a type of 1");
    EXPECT_EQ(error_of("(struct S (bits a int 0))"), "t:1:11: a named bit-field without bits");
    EXPECT_EQ(error_of("(struct S (bits a float 3))"), "t:1:11: a bit-field of a type that is no integer");
    std::string doubling = "(struct S0 (field a int))";
    for (int i = 0; i < 100; ++i)
        doubling += fmt::format("(struct S{0} (field a (struct S{1})) (field b (struct S{1})))", i + 1, i);
    EXPECT_NE(error_of(doubling).find("a record larger than 67108864 bytes"), std::string::npos);
}

TEST(TextErrors, OfExpressions) {
    EXPECT_EQ(body_error("(do x)"), "t:2:5: no variable, function or enumerator named 'x' is visible here");
    EXPECT_EQ(body_error("(do ())"), "t:2:5: expected an expression");
    EXPECT_EQ(body_error("(do (foo 1))"), "t:2:5: unknown expression 'foo'");
    EXPECT_EQ(body_error("(do (+ 1))"), "t:2:5: '+' takes 2 parts, not 1");
    EXPECT_EQ(body_error("(do (?: 1 2))"), "t:2:5: '?:' takes 3 parts, not 2");
    EXPECT_EQ(body_error("(do (cast int))"), "t:2:5: 'cast' takes 2 parts, not 1");
    EXPECT_EQ(body_error("(do (guard))"), "t:2:5: 'guard' takes 1 part, not 0");
    EXPECT_EQ(body_error("(do (form 256 1))"), "t:2:11: expected a number from 0 to 255, not '256'");
    EXPECT_EQ(body_error("(do (== 1 s))"), "t:2:5: Binary: an operand is not arithmetic");
    EXPECT_EQ(body_error("(do (<= 1 (&& s 1)))"), "t:2:11: Logical: an operand is no scalar");
    EXPECT_EQ(body_error("(do 2147483648)"), "t:2:5: the number does not fit its type of 32 bits");
    EXPECT_EQ(body_error("(do -1u)"), "t:2:5: the number does not fit its type of 32 bits");
    EXPECT_EQ(body_error("(do 0x100000000)"), "t:2:5: the number does not fit its type of 32 bits");
    EXPECT_EQ(body_error("(do (int bool 2))"), "t:2:5: the number does not fit its type of 1 bits");
    EXPECT_EQ(body_error("(do (int float 2))"), "t:2:5: expected an integer type");
    EXPECT_EQ(body_error("(do (int short 2l))"), "t:2:16: expected an integer without a suffix");
    EXPECT_EQ(body_error("(do (int short x))"), "t:2:16: expected a number, not 'x'");
    EXPECT_EQ(body_error("(do (float int 2))"), "t:2:5: FloatConst: the type is no floating point type");
    EXPECT_EQ(body_error("(do 5x)"), "t:2:5: '5x' is no number");
    EXPECT_EQ(body_error("(do 0x)"), "t:2:5: '0x' is no number");
    EXPECT_EQ(body_error("(do 1.5.5)"), "t:2:5: '1.5.5' is no number");
    EXPECT_EQ(body_error("(do 1e999)"), "t:2:5: '1e999' is too large");
    EXPECT_EQ(body_error("(do 1e39f)"), "t:2:5: '1e39f' is too large");
    EXPECT_EQ(body_error("(do 'ab')"), "t:2:5: expected a character as 'a'; any other is (char CODE)");
    EXPECT_EQ(body_error("(do (char 128))"), "t:2:11: expected a number from 0 to 127, not '128'");
    EXPECT_EQ(body_error("(do (. g a))"), "t:2:10: the object is no struct or union");
    EXPECT_EQ(body_error("(do (. s b))"), "t:2:10: no member named 'b' in 'S'");
    EXPECT_EQ(body_error("(do (-> s a))"), "t:2:5: Deref: the operand is no pointer");
    EXPECT_EQ(body_error("(do (builtin foo))"), "t:2:14: no builtin is named 'foo'");
    EXPECT_EQ(body_error("(do (builtin clz 1 2))"), "t:2:5: CallBuiltin: 2 arguments for 1 of __builtin_clz");
    EXPECT_EQ(body_error("(do (call g))"), "t:2:11: no function is named 'g'");
    EXPECT_EQ(body_error("(do (call f 1))"), "t:2:5: Call: 1 arguments for 0 parameters");
    EXPECT_EQ(body_error("(do (init 1))"), "t:2:5: an initialiser list stands only where its type is known");
    EXPECT_EQ(body_error("(declare x int (init 1))"),
              "t:2:16: an initialiser list for a type that has no members or elements");
    EXPECT_EQ(body_error("(declare x (array int 1) (init 1 2))"),
              "t:2:34: more initialisers than members or elements");
    EXPECT_EQ(body_error("(declare x (struct S) (init s))"), "t:2:23: InitList: element 1 does not fit");
    EXPECT_EQ(body_error("(declare x (struct S) (init-member a 1))"),
              "t:2:23: only a union is initialised by member");
    EXPECT_EQ(body_error("(declare x (union U) (init-member b 1))"), "t:2:35: no member named 'b' in 'U'");
    EXPECT_EQ(body_error("(declare x (union U) (init 1 2))"), "t:2:22: 'init' takes 1 part, not 2");
}

TEST(TextErrors, OfStatements) {
    EXPECT_EQ(body_error("g"), "t:2:1: expected a statement");
    EXPECT_EQ(body_error("(foo)"), "t:2:1: unknown statement 'foo'");
    EXPECT_EQ(body_error("(if g)"), "t:2:1: 'if' takes 2 to 3 parts, not 1");
    EXPECT_EQ(body_error("(for _ _ (empty))"), "t:2:1: 'for' takes 4 parts, not 3");
    EXPECT_EQ(body_error("(while _ (empty))"),
              "t:2:8: no variable, function or enumerator named '_' is visible here");
    EXPECT_EQ(body_error("(declare x)"), "t:2:1: expected (declare [static] NAME TYPE [INITIALISER])");
    EXPECT_EQ(body_error("(declare x void)"), "t:2:12: a variable cannot have this type");
    EXPECT_EQ(body_error("(declare x int)(declare x int)"), "t:2:25: 'x' is declared already in this scope");
    EXPECT_EQ(body_error("(declare x (vla int))"),
              "t:2:1: a variable-length array needs its length: (declare NAME (vla T) (length N))");
    EXPECT_EQ(body_error("(declare static x (vla int) (length 3))"),
              "t:2:1: a variable-length array cannot be static");
    EXPECT_EQ(body_error("(declare x (vla int) (length s))"), "t:2:30: the length is no integer");
    EXPECT_EQ(body_error("(declare x int (length 3))"), "t:2:16: unknown expression 'length'");
    EXPECT_EQ(body_error("(goto L)"), "t:2:7: no label is named 'L' in this function");
    EXPECT_EQ(body_error("(label L)(label L)"), "t:2:10: the label 'L' is there already");
    EXPECT_EQ(body_error("(block (declare x int))(do x)"),
              "t:2:28: no variable, function or enumerator named 'x' is visible here");
}

} // namespace
} // namespace assay::program
