// Repairs: what each rewrite does to the tree, when a node is rewritten and when guarded, and that a repaired
// program means what the repairing run said.
#include "semantics/repair.h"

#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate_case.h"

#include <gtest/gtest.h>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::NodeKind;
using program::Program;
using Kind = Rewrite::Kind;

Program with_body(const std::string& body, const std::string& globals = "",
                  const program::Platform& platform = {}) {
    return checked(globals + "(global r int)(func run void () (block " + body + "))(entry run)", platform);
}

NodeId first_of(const Program& p, NodeKind kind) {
    NodeId found;
    program::walk(p, [&](NodeId id) {
        if (!found.valid() && p[id].kind == kind) found = id;
    });
    base::check(found.valid(), "there is such a node");
    return found;
}

// The value that is assigned to r after the rewrite of the first node of that kind, as text; empty: not
// possible in place.
std::string rewritten(const std::string& expr, NodeKind kind, const Rewrite& rewrite) {
    Program p = with_body("(do (= r " + expr + "))", "(global x int 1)(global y short)");
    if (!rewrite_tree(p, first_of(p, kind), rewrite)) return {};
    EXPECT_TRUE(program::check_program(p)) << expr;
    const std::string text = program::save(p);
    const size_t from = text.find("(= r ") + 5;
    std::string found = text.substr(from, text.rfind("(entry") - from);
    // What closes the assignment, the statement, the block and the function.
    for (int closing = 4; closing > 0;) {
        if (found.back() == ')') --closing;
        found.pop_back();
    }
    return found;
}

TEST(RewriteTree, EveryKind) {
    const auto row = [](Kind kind) { return Rewrite{.kind = kind, .binary = BinaryOp::Sub, .constant = 3}; };
    EXPECT_EQ(
        rewritten("(neg x)", NodeKind::Unary, {.kind = Kind::UseUnary, .unary = program::UnaryOp::Plus}),
        "(plus x)");
    EXPECT_EQ(rewritten("(+ x y)", NodeKind::Binary, row(Kind::UseBinary)), "(- x y)");
    EXPECT_EQ(rewritten("(<< x y)", NodeKind::Binary, row(Kind::CountPlus)), "(<< x (+ y 3))");
    EXPECT_EQ(rewritten("(<< x y)", NodeKind::Binary, row(Kind::CountMinus)), "(<< x (- y 3))");
    EXPECT_EQ(rewritten("(<< y x)", NodeKind::Binary, row(Kind::LeftPlus)), "(<< (+ y 3) x)");
    EXPECT_EQ(rewritten("(<< y x)", NodeKind::Binary, row(Kind::KeepLeft)), "(cast int y)");
    EXPECT_EQ(rewritten("(>> y x)", NodeKind::Binary, row(Kind::KeepRight)), "(cast int x)");
    EXPECT_EQ(rewritten("(+ x y)", NodeKind::Binary, row(Kind::Impossible)), "");
}

TEST(RewriteTree, CompoundAssignments) {
    const auto row = [](Kind kind) { return Rewrite{.kind = kind, .binary = BinaryOp::Sub, .constant = 3}; };
    EXPECT_EQ(rewritten("(+= x y)", NodeKind::CompoundAssign, row(Kind::UseBinary)), "(-= x y)");
    EXPECT_EQ(rewritten("(<<= x y)", NodeKind::CompoundAssign, row(Kind::CountMinus)), "(<<= x (- y 3))");
    EXPECT_EQ(rewritten("(<<= x y)", NodeKind::CompoundAssign, row(Kind::LeftPlus)), "");
    EXPECT_EQ(rewritten("(<<= x y)", NodeKind::CompoundAssign, row(Kind::KeepLeft)), "");
    EXPECT_EQ(rewritten("(postinc x)", NodeKind::IncDec, row(Kind::UseBinary)), "");
}

TEST(RewriteTree, DropsNoSideEffects) {
    const Rewrite keep_left{.kind = Kind::KeepLeft}, keep_right{.kind = Kind::KeepRight};
    EXPECT_EQ(rewritten("(<< x (postinc y))", NodeKind::Binary, keep_left), "");
    EXPECT_EQ(rewritten("(>> (= x 1) y)", NodeKind::Binary, keep_right), "");
    EXPECT_EQ(rewritten("(>> (= x 1) y)", NodeKind::Binary, keep_left), "(cast int (= x 1))");
}

struct Repaired {
    Program program;
    Meaning meaning;
    uint64_t rewritten, guarded, wrapped;
};

Repaired repaired(Program p, bool rewrites = true, uint64_t word = 12345) {
    RewriteOrGuard repairer(
        [&word] { return word = word * 6364136223846793005ULL + 1442695040888963407ULL, word >> 20; },
        rewrites);
    Meaning meaning = evaluate_and_repair(p, repairer, {.step_budget = 200000});
    return {std::move(p), std::move(meaning), repairer.rewritten(), repairer.guarded(), repairer.wrapped()};
}

void expect_same_meaning(const Repaired& it) {
    const auto check = program::check_program(it.program);
    EXPECT_TRUE(check) << check.error().message;
    const Meaning plain = evaluate(it.program, {.step_budget = 400000});
    EXPECT_EQ(describe(plain), describe(it.meaning)) << program::save(it.program);
}

TEST(Repair, FirstExecutionIsRewritten) {
    const Repaired it = repaired(with_body("(do (= r 2147483647)) (do (= r (+ r 5)))"));
    EXPECT_EQ(it.rewritten, 1u);
    EXPECT_EQ(it.guarded, 0u);
    EXPECT_EQ(shown(it.program, it.meaning), "r=2147483642");
    expect_same_meaning(it);
}

TEST(Repair, LaterExecutionsAreGuarded) {
    const Repaired it = repaired(
        with_body("(do (= r 2147483640)) (for (declare i int 0) (< i 9) (postinc i) (do (+= r i)))"));
    EXPECT_EQ(it.rewritten, 0u);
    EXPECT_EQ(it.guarded, 1u);
    EXPECT_EQ(shown(it.program, it.meaning), "r=2147483646") << "0 + 1 + 2 + 3 fit";
    expect_same_meaning(it);
}

TEST(Repair, GuardsAloneIfAsked) {
    const Repaired it = repaired(with_body("(do (= r 2147483647)) (do (= r (+ r 5)))"), false);
    EXPECT_EQ(it.rewritten, 0u);
    EXPECT_EQ(it.guarded, 1u);
    EXPECT_EQ(shown(it.program, it.meaning), "r=2147483647");
    expect_same_meaning(it);
}

// The count is rewritten to (n - constant) at the first execution. That sum overflows at the second one, and
// must not change its meaning for the first.
TEST(Repair, WhatARewriteAddsIsNotNew) {
    const char* const body = "(declare n int 2147483647) (for (declare i int 0) (< i 2) (postinc i) (block"
                             " (do (+= r (>> 1000 n))) (do (= n -2147483647))))";
    for (uint64_t word = 0; word < 20; ++word) {
        const Repaired it = repaired(with_body(body), true, word);
        EXPECT_EQ(it.rewritten, 1u);
        EXPECT_GE(it.guarded, 1u);
        ASSERT_TRUE(it.meaning.defined());
        expect_same_meaning(it);
    }
}

TEST(Repair, SideEffectsOfADroppedCount) {
    const Repaired it =
        repaired(with_body("(declare k int -3) (do (= r (<< -5 (postinc k)))) (do (+= r (* 100 k)))"));
    EXPECT_EQ(shown(it.program, it.meaning), "r=-205");
    expect_same_meaning(it);
}

TEST(Repair, InRecursion) {
    const char* const f = "(func f int ((n int)) (block (if (== n 0) (return 2147483600)) (return (+ (* n "
                          "20) (call f (- n 1))))))";
    const Repaired it = repaired(with_body("(do (= r (call f 9)))", f));
    ASSERT_TRUE(it.meaning.defined());
    EXPECT_EQ(it.rewritten, 0u) << "the innermost execution is not the first";
    expect_same_meaning(it);
}

// Whatever the repair does to a[i + 5], the executions before it went wrong (at a[5], a[6] and a[7]) stay.
TEST(Repair, SubscriptsComeBackInside) {
    const char* const globals =
        "(global a (array int 8) (init 1 2 3 4 5 6 7 8))(global b (array int 3) (init 10 20 30))";
    const char* const body = "(for (declare i int 0) (< i 12) (postinc i) (do (+= r ([] a (+ i 5)))))"
                             "(for (declare k int 0) (< k 4) (postinc k) (do (+= ([] b (- k 9)) 1)))";
    for (uint64_t word = 0; word < 20; ++word) {
        const Repaired it = repaired(with_body(body, globals), true, word);
        ASSERT_TRUE(it.meaning.defined());
        EXPECT_GE(it.wrapped, 2u);
        expect_same_meaning(it);
    }
}

TEST(Repair, SubscriptsOfEveryTypeComeBackInside) {
    for (const char* type : {"schar", "ushort", "uint", "long", "ulong", "int128", "uint128"})
        for (const char* value : {"3", "-1", "100"}) {
            const std::string globals =
                std::string("(global s ") + type + " (cast " + type + " " + value +
                "))(global a (array (array int 3) 2) (init (init 1 2 3) (init 4 5 6)))";
            const Repaired it = repaired(with_body("(do (= r ([] ([] a s) s)))", globals), true, 3);
            ASSERT_TRUE(it.meaning.defined()) << type << value;
            expect_same_meaning(it);
        }
}

// Two lengths of one array: to wrap by the second would change what the first meant.
TEST(Repair, VariableLengthIsRepairedOnlyAtFirst) {
    const char* const late =
        "(for (declare i int 3) (> i 1) (postdec i) (block (declare v (vla int) (length i))"
        " (do (= ([] v 2) 1))))";
    EXPECT_EQ(repaired(with_body(late)).meaning.ub, Ub::OutOfBounds);
    const char* const first = "(declare n int 3)(declare v (vla int) (length n)) (do (= ([] v 7) 5))";
    EXPECT_TRUE(repaired(with_body(first)).meaning.defined());
}

// Compilers fold lengths, and the checker takes only forms that cannot be folded to a negative one. A rewrite
// could make another form.
TEST(Repair, LengthsKeepTheirForm) {
    const char* const globals = "(global big int 2147483647)(global zero int)(global far int 70)"
                                "(global minus int -9)(global three long 3l)";
    for (const char* length :
         {"(+ 3 big)", "(+ (& big 7) big)", "(+ (* far 2) big)", "(* (& big 7) big)", "(/ 9 zero)",
          "(% (cast long 5) (cast long zero))", "(>> 9 far)", "(>> 9 (+ far 1))", "(>> 9 minus)",
          "(+ (>> three minus) 1)", "(+ (?: zero 1 (+ 2 big)) 1)", "(comma (= r 1) (+ 4 big))"}) {
        const std::string body = std::string("(declare v (vla int) (length ") + length +
                                 "))(do (= ([] v 0) 7))(do (= r ([] v 0)))";
        const Repaired it = repaired(with_body(body, globals));
        EXPECT_EQ(it.guarded, 1u) << length;
        EXPECT_TRUE(it.meaning.defined()) << length << describe(it.meaning);
        expect_same_meaning(it);
    }
}

// x += f(), where f writes x: the old value of x may be read before or behind that, unless it is not read.
TEST(Repair, WhatTheRightWritesIsAssigned) {
    const char* const globals = "(global x int 5)(global a (array int 3))(global first int 1)"
                                "(func f int () (block (do (= x 2)) (return 3)))"
                                "(func late int () (block (if (! first) (do (= x 2))) (do (= first 0))"
                                " (return 3)))";
    const Repaired it = repaired(with_body("(do (= r (+ 1 (+= x (call f)))))", globals));
    EXPECT_EQ(shown(it.program, it.meaning), "x=3 a.0=0 a.1=0 a.2=0 first=1 r=4");
    EXPECT_NE(program::save(it.program).find("(= x (call f))"), std::string::npos);
    expect_same_meaning(it);
    for (const char* body : {
             "(for (declare i int 0) (< i 2) (postinc i) (do (+= x (call late))))", // was right at first
             "(do (+= ([] a x) (call f)))",                                         // x is still read
             "(do (+= x (postinc x)))", // two writes, none of which waits
         })
        EXPECT_EQ(repaired(with_body(body, globals)).meaning.ub, Ub::Unsequenced) << body;
    const Program plain = with_body("(do (+= x (call f)))", globals);
    EXPECT_EQ(evaluate(plain).ub, Ub::Unsequenced) << "nobody repairs";
}

struct EndsLoops : RewriteOrGuard {
    EndsLoops() : RewriteOrGuard([] { return uint64_t{0}; }, true) {}
    bool ends_loop(Program& p, NodeId loop, program::FuncId owner, uint32_t rounds) override {
        limit_rounds(p, loop, owner, rounds);
        ++ended;
        return true;
    }
    int ended = 0;
};

// Also what the profile tells of the nodes that were added is what another run would tell.
void expect_same_run(const Program& p, const Meaning& meaning) {
    const auto check = program::check_program(p);
    ASSERT_TRUE(check) << check.error().message;
    const Meaning plain = evaluate(p, {.profile = true});
    ASSERT_EQ(describe(plain), describe(meaning)) << program::save(p);
    program::walk(p, [&](NodeId id) {
        const NodeProfile &once = plain.profile[id.index], &seen = meaning.profile[id.index];
        EXPECT_EQ(once.runs, seen.runs) << id.index << program::save(p);
        EXPECT_EQ(once.taken, seen.taken) << id.index << program::save(p);
        EXPECT_EQ(once.smallest, seen.smallest) << id.index << program::save(p);
        EXPECT_EQ(once.largest, seen.largest) << id.index << program::save(p);
    });
}

TEST(Repair, LongLoopsEndWhereTheyAre) {
    const char* const functions =
        "(func inner void ((n int)) (block (for (declare k int 0) (< k n) (postinc k) (do (+= r 3)))))"
        "(func down int ((n int)) (block (while (> n 0) (block (do (-= n 1)) (do (+= r 1))"
        " (if (== n 7) (return 5)))) (return n)))";
    for (const char* body : {
             "(for (declare i int 0) (< i 1000000) (postinc i) (do (+= r 1)))",
             "(for _ _ _ (do (+= r 1)))",
             "(declare i int 0) (dowhile (block (do (+= r i)) (do (preinc i))) (< i 9999))",
             "(declare i int 100000) (while (postdec i) (block (if (& i 1) (continue)) (do (+= r 1))))",
             // the inner one always comes as far, so the outer one ends
             "(for (declare i int 0) (< i 500) (postinc i) (for (declare k int 0) (< k 4) (postinc k)"
             " (do (+= r k))))",
             // the inner one comes further each time
             "(for (declare i int 0) (< i 500) (postinc i) (for (declare k int 0) (< k i) (postinc k)"
             " (do (+= r k))))",
             "(for (declare i int 0) (< i 900) (postinc i) (do (call inner (& i 15))))",
             "(do (+= r (call down 300)))",
             // what is entered again behind the limit, and may go further, or not as far
             "(for (declare i int 0) (< i 9) (postinc i) (do (call inner (- 300 (* 30 i)))))",
             "(for (declare i int 0) (< i 9) (postinc i) (do (call inner (+ 60 (* 30 i)))))",
         }) {
        for (const uint64_t long_after : {50, 200, 400, 1000}) {
            Program p = checked("(global r int)" + std::string(functions) + "(func run void () (block " +
                                body + "))(entry run)");
            EndsLoops repairer;
            const Meaning meaning =
                evaluate_and_repair(p, repairer, {.step_budget = 20000, .long_after = long_after});
            EXPECT_GT(repairer.ended, 0) << body;
            ASSERT_TRUE(meaning.defined()) << body << describe(meaning);
            EXPECT_LT(meaning.steps, 6 * long_after + 200) << body;
            expect_same_run(p, meaning);
            if (HasFailure()) FAIL() << body << long_after;
        }
    }
}

TEST(Repair, LoopsThatAreJumpedIntoOrRecurGoOn) {
    for (const char* body : {
             "(declare i int 0) (goto in) (while (< i 1000) (block (do (+= r 1)) (label in) (do (preinc "
             "i))))",
             "(do (call again 4))",
         }) {
        Program p = checked("(global r int)(func again void ((n int)) (block (for (declare i int 0) (< i n)"
                            " (postinc i) (block (do (+= r 1)) (do (call again (- n 1)))))))"
                            "(func run void () (block " +
                            std::string(body) + "))(entry run)");
        EndsLoops repairer;
        const Meaning meaning = evaluate_and_repair(p, repairer, {.long_after = 20});
        ASSERT_TRUE(meaning.defined()) << body;
        expect_same_run(p, meaning);
    }
}

struct TurnsAll : RewriteOrGuard {
    TurnsAll() : RewriteOrGuard([] { return uint64_t{0}; }, true) {}
    bool turns(const Program&, NodeId, bool truth) override { return !truth; }
};

// What was false at first is true from then on, or the other way round later.
TEST(Repair, ConditionsAreTurnedAtTheirFirstExecution) {
    for (const char* condition :
         {"(> i 0)", "(== i 7)", "i", "(! (< i 5))", "(&& i (> i 1))", "(!= 0.5 0.5)"}) {
        Program p = with_body(std::string("(for (declare i int 0) (< i 4) (postinc i) (if ") + condition +
                              " (do (+= r (+ i 1))) (do (+= r 100))))");
        TurnsAll repairer;
        const Meaning meaning = evaluate_and_repair(p, repairer);
        ASSERT_TRUE(meaning.defined());
        EXPECT_EQ(shown(p, meaning).find("r=400"), std::string::npos) << condition;
        const Meaning plain = evaluate(p, {.profile = true});
        EXPECT_EQ(describe(plain), describe(meaning)) << program::save(p);
        EXPECT_TRUE(program::check_program(p));
        const NodeId made = p[first_of(p, NodeKind::If)].child(program::at::If::condition);
        EXPECT_EQ(plain.profile[made.index].runs, meaning.profile[made.index].runs);
        EXPECT_EQ(plain.profile[made.index].largest, meaning.profile[made.index].largest);
        EXPECT_EQ(plain.profile[made.index].smallest, meaning.profile[made.index].smallest);
    }
}

// Random programs of loops over variables of many types; some of the operations are undefined each time
// around.
class RandomText {
  public:
    explicit RandomText(uint64_t seed) : state_(seed * 77777 + 1) {}
    std::string program() {
        std::string text = "(struct S (bits p int 5) (bits q uint 9) (bits w long 32))"
                           "(global st (struct S) (init -3 200 -2147483648))";
        for (const char* type : {"int", "uint", "long", "ulong", "short", "uchar", "schar"})
            text += std::string("(global v") + type + " " + type + " (cast " + type + " " + constant() + "))";
        text += "(global arr (array int 3) (init 7 -2147483648 2147483647))"
                "(func f int ((n int)) (block (do (+= vshort 3)) (return (+ n (<< n 2)))))(func run void () "
                "(block"
                " (for (declare i int 0) (< i 4) (postinc i) (block ";
        for (uint32_t i = 0; i < 5; ++i) text += statement();
        return text + "))))(entry run)";
    }

  private:
    uint32_t draw(uint32_t below) {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<uint32_t>(state_ >> 33) % below;
    }
    template <size_t N> std::string one_of(const char* const (&words)[N]) { return words[draw(N)]; }
    std::string constant() {
        return one_of({"0", "1", "-1", "2", "31", "33", "-2147483648", "2147483647", "100000", "-7",
                       "4294967295u", "-5l"});
    }
    std::string target() {
        return one_of({"vint", "vuint", "vlong", "vulong", "vshort", "vuchar", "vschar", "(. st p)",
                       "(. st q)", "(. st w)", "([] arr 1)", "([] arr (& vint 1))", "([] arr vuint)",
                       "([] arr (+ vlong i))"});
    }
    std::string value(uint32_t depth) {
        if (depth == 0 || draw(6) == 0) return draw(3) == 0 ? constant() : draw(4) == 0 ? "i" : target();
        switch (draw(10)) {
        case 0: return "(neg " + value(depth - 1) + ")";
        case 1: return "(?: " + value(depth - 1) + " " + value(depth - 1) + " " + value(depth - 1) + ")";
        case 2: return "(call f " + value(depth - 1) + ")";
        case 3: return "(cast " + one_of({"int", "uint", "long", "short"}) + " " + value(depth - 1) + ")";
        default:
            return "(" + one_of({"+", "-", "*", "/", "%", "<<", ">>", "<<", ">>", "<", "&"}) + " " +
                   value(depth - 1) + " " + value(depth - 1) + ")";
        }
    }
    std::string statement() {
        switch (draw(4)) {
        case 0:
            return "(do (" + one_of({"+=", "-=", "*=", "/=", "%=", "<<=", ">>="}) + " " + target() + " " +
                   value(2) + "))";
        case 1: return "(do (" + one_of({"preinc", "postdec"}) + " " + target() + "))";
        case 2: return "(observe (cast long " + value(4) + "))";
        default: return "(do (= " + target() + " " + value(3) + "))";
        }
    }
    uint64_t state_;
};

TEST(Repair, RandomProgramsMeanWhatTheRepairSaid) {
    int defined = 0;
    uint64_t rewrites = 0, guards = 0;
    for (uint64_t seed = 0; seed < 3000; ++seed) {
        const auto standard = seed % 3 == 0   ? program::Standard::Cxx17
                              : seed % 3 == 1 ? program::Standard::C11
                                              : program::Standard::Cxx20;
        const base::Result<Program> p =
            program::load(RandomText(seed).program(),
                          {*program::target_named(seed % 2 == 0 ? "lp64" : "ilp32"), standard}, "random");
        if (!p || !program::check_program(*p)) continue; // a type that compilers do not agree on
        const Repaired it = repaired(*p, seed % 5 != 0, seed);
        if (!it.meaning.defined()) continue;
        ++defined;
        rewrites += it.rewritten;
        guards += it.guarded;
        expect_same_meaning(it);
        if (HasFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(defined, 300);
    EXPECT_GT(rewrites, 500u);
    EXPECT_GT(guards, 500u);
}

} // namespace
} // namespace assay::semantics
