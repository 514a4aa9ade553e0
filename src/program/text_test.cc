#include "program/text.h"

#include "program/check_program.h"
#include "program/test_texts.h"
#include "program/walk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace assay::program {
namespace {

TEST(Text, TheSampleHasEveryKind) {
    const Program p = loaded(kEveryKind);
    std::array<bool, kNodeKindCount> seen{};
    walk(p, [&](NodeId id) { seen[static_cast<size_t>(p[id].kind)] = true; });
    for (int i = 0; i < kNodeKindCount; ++i)
        EXPECT_TRUE(seen[static_cast<size_t>(i)]) << info(static_cast<NodeKind>(i)).name;
}

TEST(Text, RoundTrips) {
    const Program first = loaded(kEveryKind);
    const std::string text = save(first);
    const Program second = loaded(text);
    EXPECT_EQ(save(second), text);
    EXPECT_EQ(second.nodes.size(), first.nodes.size());
    EXPECT_EQ(count_nodes(second), count_nodes(first));
    EXPECT_EQ(second.vars.size(), first.vars.size());
    EXPECT_EQ(second.globals.size(), first.globals.size());
    EXPECT_EQ(second.entry, first.entry);
    for (size_t i = 0; i < first.vars.size(); ++i) {
        EXPECT_EQ(second.vars[i].storage, first.vars[i].storage);
        EXPECT_EQ(second.vars[i].observed, first.vars[i].observed);
    }
    for (size_t i = 0; i < first.funcs.size(); ++i) EXPECT_EQ(second.funcs[i].flags, first.funcs[i].flags);
}

TEST(Text, LinesStayShort) {
    const std::string text = save(loaded(kEveryKind));
    for (size_t start = 0; start < text.size();) {
        const size_t end = text.find('\n', start);
        EXPECT_LE(end - start, 100u) << text.substr(start, end - start);
        start = end + 1;
    }
}

TEST(Text, LongExpressionsAreSpreadOverLines) {
    std::string sum = "1";
    for (int i = 0; i < 40; ++i) sum = fmt::format("(+ {} {})", sum, 1000 + i);
    const std::string text = save(loaded(fmt::format("(global g int {})", sum)));
    EXPECT_NE(text.find("\n  "), text.npos);
    EXPECT_EQ(save(loaded(text)), text);
}

// What is saved without its type must come back with it.
TEST(Text, ConstantsKeepTypeAndBits) {
    const std::vector<std::string> constants{"5",
                                             "-5",
                                             "-2147483648",
                                             "4294967295u",
                                             "-9223372036854775808l",
                                             "18446744073709551615ul",
                                             "-1ll",
                                             "0ull",
                                             "(int bool 1)",
                                             "(int char -1)",
                                             "(int schar -128)",
                                             "(int uchar 255)",
                                             "(int short -32768)",
                                             "(int ushort 65535)",
                                             "(int int128 -170141183460469231731687303715884105728)",
                                             "(int uint128 340282366920938463463374607431768211455)",
                                             "0.0",
                                             "-0x0p+0",
                                             "1.5",
                                             "0.5f",
                                             "-3.25f",
                                             "0x1.999999999999ap-4",
                                             "0x0.0000000000001p-1022",
                                             "0x1.fffffffffffffp+1023",
                                             "'a'",
                                             "'('",
                                             "'''",
                                             "(char 10)",
                                             "(char 32)"};
    for (const std::string& constant : constants) {
        const Program p = loaded(fmt::format("(global g int128 {})", constant));
        EXPECT_EQ(save(p), fmt::format("(global g int128 {})\n", constant));
    }
}

TEST(Text, HexadecimalDigitsAreBits) {
    const auto value = [](std::string_view text) {
        const Program p = loaded(fmt::format("(global g int128 {})", text));
        return base::to_text(static_cast<base::Int128>(p[p[p.globals[0]].init].bits()));
    };
    EXPECT_EQ(value("0xff"), "255");
    EXPECT_EQ(value("0xffffffff"), "-1");
    EXPECT_EQ(value("(int schar 0x80)"), "-128");
    EXPECT_EQ(value("-0x10"), "-16");
    EXPECT_EQ(value("(int int128 0xffffffffffffffffffffffffffffffff)"), "-1");
}

TEST(Text, PlainCharHasTheSignOfTheTarget) {
    const std::string_view text = "(global g char (int char -1))";
    EXPECT_EQ(save(loaded(text, platform_of("lp64-uchar", Standard::C11))),
              "(global g char (int char 255))\n");
    EXPECT_EQ(save(loaded("(global g char (int char 255))")), "(global g char (int char -1))\n");
}

TEST(Text, TypesAreDerivedForThePlatform) {
    const std::string_view text =
        "(global a uint)(global b long)(func f void () (block (do (+ a b)) (do (== a b)) (do 'c')))";
    const auto types = [&](std::string_view target, Standard standard) {
        const Program p = loaded(text, platform_of(target, standard));
        std::vector<TypeId> found;
        for (const NodeId stmt : p.list(p[p.funcs[0].body], at::Block::stmts))
            found.push_back(p[p[stmt].child(0)].type);
        return found;
    };
    EXPECT_EQ(types("lp64", Standard::C11), (std::vector{type::Long, type::Int, type::Int}));
    EXPECT_EQ(types("ilp32", Standard::C99), (std::vector{type::ULong, type::Int, type::Int}));
    EXPECT_EQ(types("llp64", Standard::Cxx17), (std::vector{type::ULong, type::Bool, type::Char}));
}

TEST(Text, NamesMeanTheInnermostVariable) {
    const Program p = loaded("(global x int)(func f void ((y int)) (block (do x) (block (do x) (declare x "
                             "int x) (do x)) (do x) (do y)))");
    std::vector<uint32_t> vars;
    walk(p, p.funcs[0].body, [&](NodeId id) {
        if (p[id].kind == NodeKind::VarRef) vars.push_back(p[id].var().index);
    });
    // 0: the global, 1: the parameter, 2: the local, which its own initialiser sees
    EXPECT_EQ(vars, (std::vector<uint32_t>{0, 0, 2, 2, 0, 1}));
}

TEST(Text, LengthOfAnArraySeesTheOuterName) {
    const Program p = loaded("(global n int)(func f void () (block (declare n (vla int) (length n))))");
    EXPECT_EQ(p[p.vars[1].length].var(), VarId{0});
}

TEST(Text, FunctionsAndRecordsMayBeUsedBeforeTheirLine) {
    EXPECT_TRUE(
        load("(entry f)(func f void () (block (do (call g))))(func g void () (block))", {}, "t").ok());
    EXPECT_TRUE(
        load("(global x (struct B))(struct A (field b (ptr (struct B))))(struct B (field a (struct A)))", {},
             "t")
            .ok());
}

// A broken text gives an error or a program, never a crash; a program that also passes the checker
// round-trips.
TEST(Text, MutatedTextsNeverCrash) {
    uint64_t state = 88172645463325252ULL;
    const auto next = [&](uint64_t below) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<size_t>(state % below);
    };
    const std::string_view original = kEveryKind;
    const std::array<std::string_view, 24> pieces{"(",
                                                  ")",
                                                  " 0 ",
                                                  "-1",
                                                  " _ ",
                                                  "(init 1)",
                                                  "int128",
                                                  "(ptr void)",
                                                  "x",
                                                  "counter",
                                                  "(addr counter)",
                                                  "(deref p)",
                                                  "99999999999",
                                                  "'",
                                                  ";",
                                                  "\n",
                                                  "void",
                                                  "(vla int)",
                                                  "(fn int)",
                                                  "static",
                                                  "(struct Flags)",
                                                  "lanes",
                                                  "wide",
                                                  "(. flags d)"};
    int loaded_count = 0, passed = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string text(original);
        for (size_t edits = 1 + next(3); edits > 0; --edits) {
            const size_t at = next(text.size()), length = next(12);
            switch (next(4)) {
            case 0: text.erase(at, length); break;
            case 1: text.insert(at, pieces[next(pieces.size())]); break;
            case 2: text.insert(at, original.substr(next(original.size()), length)); break;
            default: { // one atom for another
                const size_t end = text.find_first_of(" ()\n", at);
                const size_t begin = text.find_last_of(" ()\n", at) + 1;
                if (end != text.npos && begin < end)
                    text.replace(begin, end - begin, pieces[next(pieces.size())]);
            }
            }
        }
        const Platform platform = round % 3 == 0 ? platform_of("llp64-be", Standard::C99) : Platform{};
        const base::Result<Program> program = load(text, platform, "t");
        if (!program) {
            EXPECT_EQ(program.error().message.find('\n'), std::string::npos);
            continue;
        }
        ++loaded_count;
        if (!check_program(*program)) continue;
        ++passed;
        const std::string saved = save(*program);
        const base::Result<Program> again = load(saved, platform, "again");
        ASSERT_TRUE(again.ok()) << again.error().message << "\n" << text;
        ASSERT_EQ(save(*again), saved) << text;
    }
    // Else the edits would be too wild to reach beyond the reader.
    EXPECT_GT(loaded_count, 100);
    EXPECT_GT(passed, 20);
}

} // namespace
} // namespace assay::program
