#include "program/typing.h"

#include "program/build.h"
#include "program/test_texts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace assay::program {
namespace {

const Platform kLp64 = platform_of("lp64", Standard::C11), kIlp32 = platform_of("ilp32", Standard::C11),
               kLlp64 = platform_of("llp64", Standard::C11), kCxx = platform_of("lp64", Standard::Cxx17);

// Something of every type, to make expressions of.
constexpr std::string_view kObjects = R"(
    (enum E (E0 0) (E9 9)) (enum N (NM -1) (N1 1))
    (struct S (field a int) (bits u3 uint 3) (bits s3 int 3) (bits u32 uint 32) (bits u31 uint 31) (bits b bool 1)
              (bits u40 ullong 40) (bits s40 llong 40) (bits u8 uchar 8) (field arr (array short 4)) (bits e (enum E) 5))
    (union U (field i int) (field f float))
    (global b bool) (global c char) (global sc schar) (global uc uchar) (global s short) (global us ushort)
    (global i int) (global ui uint) (global l long) (global ul ulong) (global ll llong) (global ull ullong)
    (global f float) (global d double) (global e (enum E)) (global n (enum N))
    (global st (struct S)) (global cst (const (struct S)) (init)) (global un (union U))
    (global ci (const int) 1) (global vi (volatile int))
    (global pi (ptr int)) (global pci (ptr (const int))) (global pv (ptr void)) (global pf (ptr (fn int int)))
    (global ppi (ptr (ptr int))) (global ai (array int 5)) (global aai (array (array int 5) 2)) (global aci (array (const int) 2) (init))
    (global pst (ptr (struct S))) (global pai (ptr (array int 5)))
    (global vi4 (vec int 4)) (global vu4 (vec uint 4)) (global vf4 (vec float 4)) (global vll2 (vec llong 2)) (global vs8 (vec short 8))
    (func fn int ((x int)) (block (return x)))
    (func mk (struct S) () (block (return st)))
    (func nothing void () (block))
)";

// The type of an expression as text, or the reason why it has none.
std::string type_of(std::string_view expr, const Platform& platform = kLp64) {
    const base::Result<Program> loaded_program =
        load(fmt::format("{}\n(func test void () (block (do {})))", kObjects, expr), platform, "t");
    if (!loaded_program)
        return loaded_program.error().message.substr(loaded_program.error().message.find(' ') + 1);
    Program p = *loaded_program;
    const NodeId stmt = p.list(p[p.funcs.back().body], at::Block::stmts)[0];
    Build(p).global("shown", p[p[stmt].child(0)].type);
    const std::string text = save(p); // the one way a type becomes text
    const std::string_view line_start = "(global static shown ";
    const size_t start = text.find(line_start) + line_start.size();
    const size_t end = text.find("\n\n", start) - 1;
    std::string found = text.substr(start, end - start);
    for (size_t at = found.find("\n  "); at != found.npos; at = found.find("\n  ")) found.replace(at, 3, " ");
    return found;
}

// On lp64, ilp32 and llp64 in C, then on lp64 in C++.
void expect_types(std::string_view expr, std::array<std::string_view, 4> wanted) {
    EXPECT_EQ(type_of(expr, kLp64), wanted[0]) << expr << " lp64";
    EXPECT_EQ(type_of(expr, kIlp32), wanted[1]) << expr << " ilp32";
    EXPECT_EQ(type_of(expr, kLlp64), wanted[2]) << expr << " llp64";
    EXPECT_EQ(type_of(expr, kCxx), wanted[3]) << expr << " C++";
}

void expect_type(std::string_view expr, std::string_view wanted) {
    expect_types(expr, {wanted, wanted, wanted, wanted});
}

TEST(Typing, Promotions) {
    for (const char* name : {"b", "c", "sc", "uc", "s", "us", "i"})
        expect_type(fmt::format("(plus {})", name), "int");
    expect_type("(plus ui)", "uint");
    expect_type("(neg l)", "long");
    expect_type("(~ ul)", "ulong");
    expect_type("(~ ll)", "llong");
    expect_type("(plus ull)", "ullong");
    expect_type("(neg f)", "float");
    expect_type("(plus vi)", "int"); // values have no qualifiers
}

TEST(Typing, PromotionOfEnums) {
    // gcc and clang make an enum without negative values unsigned in C; C++ goes by the values.
    expect_types("(plus e)", {"uint", "uint", "uint", "int"});
    expect_type("(plus n)", "int");
    expect_types("E9", {"int", "int", "int", "(enum E)"});
    expect_type("(+ E9 0)", "int");
    expect_types("(+ e -1)", {"uint", "uint", "uint", "int"});
}

TEST(Typing, PromotionOfBitFields) {
    for (const char* name : {"u3", "s3", "u31", "b", "u8", "e"})
        expect_type(fmt::format("(plus (. st {}))", name), "int");
    expect_type("(plus (. st u32))", "uint");
    expect_type("(plus (. st u40))", "ullong");
    expect_type("(. st u3)", "uint");
    expect_type("(+ (. st u3) -1)", "int");
    expect_type("(+ (. st u32) -1)", "uint");
}

TEST(Typing, UsualConversions) {
    struct Row {
        const char *a, *b;
        std::array<std::string_view, 4> wanted;
    };
    const std::vector<Row> rows{
        {"b", "b", {"int", "int", "int", "int"}},
        {"c", "us", {"int", "int", "int", "int"}},
        {"i", "ui", {"uint", "uint", "uint", "uint"}},
        {"s", "ui", {"uint", "uint", "uint", "uint"}},
        {"i", "l", {"long", "long", "long", "long"}},
        {"ui", "l", {"long", "ulong", "ulong", "long"}}, // long has room for uint only where it is wider
        {"i", "ul", {"ulong", "ulong", "ulong", "ulong"}},
        {"ui", "ul", {"ulong", "ulong", "ulong", "ulong"}},
        {"l", "ul", {"ulong", "ulong", "ulong", "ulong"}},
        {"l", "ll", {"llong", "llong", "llong", "llong"}},
        {"ul", "ll", {"ullong", "llong", "llong", "ullong"}},
        {"ui", "ll", {"llong", "llong", "llong", "llong"}},
        {"ll", "ull", {"ullong", "ullong", "ullong", "ullong"}},
        {"ul", "ull", {"ullong", "ullong", "ullong", "ullong"}},
        {"ull", "f", {"float", "float", "float", "float"}},
        {"f", "d", {"double", "double", "double", "double"}},
        {"c", "d", {"double", "double", "double", "double"}},
    };
    for (const Row& row : rows) {
        for (const char* op : {"+", "-", "*", "/"}) {
            expect_types(fmt::format("({} {} {})", op, row.a, row.b), row.wanted);
            expect_types(fmt::format("({} {} {})", op, row.b, row.a), row.wanted);
        }
        if (row.wanted[0] == "float" || row.wanted[0] == "double") {
            expect_type(fmt::format("(% {} {})", row.a, row.b),
                        "Binary: integer operation on floating point");
            expect_type(fmt::format("(<< {} {})", row.a, row.b),
                        "Binary: integer operation on floating point");
        } else {
            for (const char* op : {"%", "&", "|", "^"})
                expect_types(fmt::format("({} {} {})", op, row.a, row.b), row.wanted);
        }
    }
}

TEST(Typing, WideIntegers) {
    const auto both = [](std::string_view expr, std::string_view wanted) {
        EXPECT_EQ(type_of(expr, kLp64), wanted);
        EXPECT_EQ(type_of(expr, kCxx), wanted);
    };
    both("(+ (cast int128 i) ull)", "int128");
    both("(+ (cast uint128 i) ll)", "uint128");
    both("(+ (cast uint128 i) (cast int128 i))", "uint128");
    both("(+ (cast uint128 i) f)", "float");
}

TEST(Typing, ShiftsHaveTheTypeOfTheLeftOperand) {
    expect_type("(<< c ull)", "int");
    expect_type("(>> ui ll)", "uint");
    expect_type("(<< l b)", "long");
}

TEST(Typing, TruthIsIntInCAndBoolInCxx) {
    for (const char* expr : {"(< i ui)", "(== f d)", "(!= pi pi)", "(>= pi pci)", "(&& i pi)", "(|| f pf)",
                             "(! pi)", "(! d)", "(== ai pi)"})
        expect_types(expr, {"int", "int", "int", "bool"});
}

TEST(Typing, Conditional) {
    expect_types("(?: i c c)", {"int", "int", "int", "char"});
    expect_types("(?: i b b)", {"int", "int", "int", "bool"});
    expect_type("(?: i c s)", "int");
    expect_type("(?: i i d)", "double");
    expect_type("(?: i st (call mk))", "(struct S)");
    expect_type("(?: i pi pci)", "(ptr (const int))");
    expect_type("(?: i ai pi)", "(ptr int)");
    expect_type("(?: i (call nothing) (call nothing))", "void");
    expect_type("(?: i pi pv)", "Conditional: the arms have different types");
    expect_type("(?: i pi 0)", "Conditional: the arms have different types");
    expect_type("(?: st i i)", "Conditional: the condition is no scalar");
}

TEST(Typing, Pointers) {
    expect_type("(+ pi l)", "(ptr int)");
    expect_type("(+ c pi)", "(ptr int)");
    expect_type("(- pi 1)", "(ptr int)");
    expect_type("(+ ai 1)", "(ptr int)");
    expect_type("(+ aai 1)", "(ptr (array int 5))");
    expect_types("(- pi pci)", {"long", "int", "llong", "long"});
    expect_type("(- 1 pi)", "Binary: no such operation on a pointer and an integer");
    expect_type("(+ pi pi)", "Binary: no such operation on pointers");
    expect_type("(* pi 2)", "Binary: no such operation on a pointer and an integer");
    expect_type("(+ pv 1)", "Binary: arithmetic on a pointer to no object type");
    expect_type("(+ pf 1)", "Binary: arithmetic on a pointer to no object type");
    expect_type("(+ pi 1.5)", "Binary: the offset is no integer");
    expect_type("(- pi ppi)", "Binary: pointers to different types");
    expect_type("(== pi 0)", "Binary: no such operation on a pointer and an integer");
    expect_type("(< pf pf)", "Binary: pointers to no object type");
    expect_type("(deref pi)", "int");
    expect_type("(deref pci)", "(const int)");
    expect_type("(deref aai)", "(array int 5)");
    expect_type("(deref pv)", "Deref: the operand points to void");
    expect_type("(deref i)", "Deref: the operand is no pointer");
    expect_type("(addr i)", "(ptr int)");
    expect_type("(addr ci)", "(ptr (const int))");
    expect_type("(addr ai)", "(ptr (array int 5))");
    expect_type("(addr fn)", "(ptr (fn int int))");
    expect_type("(addr 5)", "AddrOf: the operand is no lvalue");
    expect_type("(addr (+ i 1))", "AddrOf: the operand is no lvalue");
    expect_type("(addr (. st u3))", "AddrOf: the operand is a bit-field");
    expect_type("(addr ([] vi4 1))", "AddrOf: the operand is an element of a vector");
}

TEST(Typing, MembersAndElements) {
    expect_type("(. st a)", "int");
    expect_type("(. cst a)", "(const int)");
    expect_type("(. cst arr)", "(array (const short) 4)");
    expect_type("(-> pst arr)", "(array short 4)");
    expect_type("([] (. cst arr) 1)", "(const short)");
    expect_type("(. (call mk) a)", "int");
    expect_type("([] ai uc)", "int");
    expect_type("([] aci e)", "(const int)");
    expect_type("([] ([] aai 1) 2)", "int");
    expect_type("([] pai 0)", "(array int 5)");
    expect_type("([] vf4 i)", "float");
    expect_type("([] ai d)", "Index: the subscript is no integer");
    expect_type("([] i 1)", "Index: neither array, pointer nor vector");
    expect_type("([] pv 1)", "Index: neither array, pointer nor vector");
}

TEST(Typing, Assignments) {
    expect_type("(= c ull)", "char");
    expect_type("(= vi i)", "int");
    expect_type("(= st (call mk))", "(struct S)");
    expect_type("(= pci pi)", "(ptr (const int))");
    expect_type("(= pv pi)", "(ptr void)");
    expect_type("(= pf fn)", "(ptr (fn int int))");
    expect_type("(= pi ai)", "(ptr int)");
    for (const char* expr : {"(= pi pci)", "(= pi pv)", "(= pi ppi)", "(= i pi)", "(= pi 0)", "(= st un)",
                             "(= i st)", "(= pai ai)"})
        expect_type(expr, "Assign: the value does not fit the target");
    for (const char* expr :
         {"(= ci 1)", "(= (. cst a) 1)", "(= 5 1)", "(= (. (call mk) a) 1)", "(= ([] aci 0) 1)"})
        expect_type(expr, "Assign: the target is no writable lvalue");
    expect_type("(= ai ai)", "Assign: the target is an array");
    expect_types("(= e 1)",
                 {"(enum E)", "(enum E)", "(enum E)", "Assign: the value does not fit the target"});
    expect_types("(= e n)",
                 {"(enum E)", "(enum E)", "(enum E)", "Assign: the value does not fit the target"});
    expect_type("(= e (cast (enum E) 1))", "(enum E)");
    expect_type("(+= c d)", "char");
    expect_type("(<<= s ull)", "short");
    expect_type("(-= pi c)", "(ptr int)");
    expect_type("(*= pi 2)", "CompoundAssign: no such operation on a pointer");
    expect_type("(%= d 2)", "CompoundAssign: integer operation on floating point");
    expect_type("(+= ci 2)", "CompoundAssign: the target is no writable lvalue");
    expect_types("(+= e 1)", {"(enum E)", "(enum E)", "(enum E)",
                              "CompoundAssign: no arithmetic result fits an enumeration in C++"});
    expect_types("(preinc b)", {"bool", "bool", "bool", "IncDec: not of bool or an enumeration in C++"});
    expect_type("(postdec d)", "double");
    expect_type("(preinc ppi)", "(ptr (ptr int))");
    expect_type("(preinc pv)", "IncDec: the target is neither a number nor a pointer to an object");
    expect_type("(preinc ci)", "IncDec: the target is no writable lvalue");
    expect_type("(postinc vi4)", "IncDec: the target is neither a number nor a pointer to an object");
}

TEST(Typing, CastsCommasAndSizes) {
    expect_type("(cast (enum E) d)", "(enum E)");
    expect_type("(cast (ptr char) pci)", "(ptr char)");
    expect_type("(cast (ptr char) 0)", "(ptr char)");
    expect_type("(cast bool pi)", "bool");
    expect_type("(cast void st)", "void");
    expect_type("(cast int pi)", "Cast: no such conversion");
    expect_type("(cast (ptr int) 5)", "Cast: only the constant zero becomes a pointer");
    expect_type("(cast (ptr int) pf)", "Cast: between pointers to functions and to objects");
    expect_type("(cast (const int) i)", "Cast: the type is qualified");
    expect_type("(cast (struct S) i)", "Cast: no such conversion");
    expect_type("(cast (vec uint 4) vf4)", "(vec uint 4)");
    expect_type("(cast (vec uint 2) vf4)", "Cast: between vectors of different sizes");
    expect_type("(convertvector (vec double 4) vi4)", "(vec double 4)");
    expect_type("(convertvector (vec double 2) vi4)", "ConvertVector: between different numbers of lanes");
    expect_type("(convertvector (vec int 4) i)", "ConvertVector: not between vectors");
    expect_type("(comma d ci)", "int");
    expect_type("(comma i ai)", "(ptr int)");
    expect_types("(sizeof i)", {"ulong", "uint", "ullong", "ulong"});
    expect_types("(sizeof-type (struct S))", {"ulong", "uint", "ullong", "ulong"});
    expect_type("(sizeof fn)", "SizeofExpr: the operand has no fixed size");
    expect_type("(sizeof (. st u3))", "SizeofExpr: the operand is a bit-field");
    expect_type("(sizeof-type void)", "SizeofType: the operand has no fixed size");
}

TEST(Typing, Calls) {
    expect_type("(call fn d)", "int");
    expect_type("(call mk)", "(struct S)");
    expect_type("(call fn pi)", "Call: argument 1 does not fit");
    expect_type("(call fn)", "Call: 0 arguments for 1 parameters");
    expect_type("(callptr pf 1)", "int");
    expect_type("(callptr (deref pf) 1)", "int");
    expect_type("(callptr fn 1)", "int");
    expect_type("(callptr pi 1)", "CallPointer: the callee is no function");
    expect_type("(builtin add_overflow c ull (addr s))", "bool");
    expect_type("(builtin add_overflow c d (addr s))",
                "CallBuiltin: argument 2 of __builtin_add_overflow does not fit");
    expect_type("(builtin add_overflow c c (addr b))",
                "CallBuiltin: argument 3 of __builtin_add_overflow does not fit");
    expect_type("(builtin add_overflow c c (addr ci))",
                "CallBuiltin: argument 3 of __builtin_add_overflow does not fit");
    expect_type("(builtin memcpy ai aci 8ul)", "(ptr void)");
    expect_type("(builtin memcpy aci ai 8ul)", "CallBuiltin: argument 1 of memcpy does not fit");
    expect_type("(builtin bswap16 us)", "ushort");
    expect_types("(builtin bswap64 us)", {"ulong", "ullong", "ullong", "ulong"});
}

TEST(Typing, Vectors) {
    expect_type("(+ vi4 vi4)", "(vec int 4)");
    expect_type("(* vf4 f)", "(vec float 4)");
    expect_type("(<< vs8 vs8)", "(vec short 8)");
    expect_type("(neg vf4)", "(vec float 4)");
    expect_type("(~ vu4)", "(vec uint 4)");
    expect_type("(~ vf4)", "Unary: ~ of floating point");
    expect_type("(% vf4 vf4)", "Binary: integer operation on floating point vectors");
    expect_type("(+ vi4 vu4)", "Binary: the operands are of different vector types");
    expect_type("(+ vi4 l)", "Binary: the operands are of different vector types");
    expect_type("(< vf4 vf4)", "(vec int 4)");
    expect_type("(== vs8 vs8)", "(vec short 8)");
    expect_types("(< vll2 vll2)", {"(vec long 2)", "(vec llong 2)", "(vec llong 2)", "(vec long 2)"});
    expect_type("(+= vi4 vi4)", "(vec int 4)");
    expect_type("(! vi4)", "Unary: the operand is no scalar");
    expect_type("(&& vi4 i)", "Logical: an operand is no scalar");
    expect_type("(literal (vec int 4) (init 1 2))", "(vec int 4)");
    expect_type("(literal (vec int 2) (init 1 2 3))", "more initialisers than members or elements");
}

bool settled(std::string_view expr, const Platform& platform) {
    const Program p =
        loaded(fmt::format("{}\n(func test void () (block (do {})))", kObjects, expr), platform);
    return has_settled_type(p, p[p.list(p[p.funcs.back().body], at::Block::stmts)[0]].child(0));
}

TEST(Typing, UnsettledTypes) {
    EXPECT_TRUE(settled("(. st u32)", kLp64));
    EXPECT_FALSE(settled("(. st u40)", kLp64));
    EXPECT_FALSE(settled("(comma i (. st u40))", kLp64));
    EXPECT_FALSE(settled("(= (. st u3) 1)", kLp64));
    EXPECT_FALSE(settled("(+= (. st u3) 1)", kLp64));
    EXPECT_FALSE(settled("(postinc (. st u3))", kLp64));
    EXPECT_FALSE(settled("(comma i (. st u3))", kLp64));
    EXPECT_TRUE(settled("(= (. st a) 1)", kLp64));
    EXPECT_FALSE(settled("(< vi4 vi4)", kLp64));
    EXPECT_TRUE(settled("(+ vi4 vi4)", kLp64));
    EXPECT_TRUE(settled("(. st u40)", kCxx));
}

TEST(Typing, RetypeMovesAProgramToAnotherPlatform) {
    Program p = loaded("(global a uint)(global b long)(func f void () (block (do (+ a b)) (do (< a b)) "
                       "(declare x long (sizeof a))))");
    const auto first = [&] { return p[p[p.list(p[p.funcs[0].body], at::Block::stmts)[0]].child(0)].type; };
    const auto second = [&] { return p[p[p.list(p[p.funcs[0].body], at::Block::stmts)[1]].child(0)].type; };
    EXPECT_EQ(first(), type::Long);
    ASSERT_TRUE(retype(p, platform_of("ilp32", Standard::Cxx14)).ok());
    EXPECT_EQ(first(), type::ULong);
    EXPECT_EQ(second(), type::Bool);
    EXPECT_EQ(p[p.vars[2].init].type, type::UInt);
    EXPECT_EQ(p.platform.standard, Standard::Cxx14);
    Program q = loaded("(enum E (A 0))(global e (enum E))(func f void () (block (do (= e 0))))");
    const base::Result<void> failed = retype(q, platform_of("lp64", Standard::Cxx14));
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().message, "node 2: Assign: the value does not fit the target");
}

} // namespace
} // namespace assay::program
