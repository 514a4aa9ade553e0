// Parentheses: random expressions are printed with as few as possible, parsed again by a small parser of its
// own after C's grammar, and must be the same tree. The fully parenthesised text must be that tree too.
#include "print/print.h"
#include "program/build.h"
#include "program/typing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace assay::print {
namespace {

using namespace program;

std::vector<std::string> tokens_of(std::string_view text) {
    static const std::vector<std::string> operators{"<<=", ">>=", "->", "++", "--", "<<", ">>",
                                                    "<=",  ">=",  "==", "!=", "&&", "||", "+=",
                                                    "-=",  "*=",  "/=", "%=", "&=", "|=", "^="};
    std::vector<std::string> tokens;
    for (size_t i = 0; i < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
            ++i;
            continue;
        }
        size_t length = 1;
        if (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_') {
            while (
                i + length < text.size() &&
                (std::isalnum(static_cast<unsigned char>(text[i + length])) != 0 || text[i + length] == '_'))
                ++length;
        } else {
            for (const std::string& op : operators) // the longest token wins, as in C
                if (text.substr(i).starts_with(op)) {
                    length = op.size();
                    break;
                }
        }
        tokens.emplace_back(text.substr(i, length));
        i += length;
    }
    return tokens;
}

// Recursive descent after the grammar of C11, 6.5.
class Parser {
  public:
    explicit Parser(std::string_view text) : tokens_(tokens_of(text)) { tokens_.emplace_back("end"); }
    std::string parse() {
        std::string tree = comma();
        if (token() != "end") throw std::runtime_error("text behind the expression: " + token());
        return tree;
    }

  private:
    std::vector<std::string> tokens_;
    size_t at_ = 0;

    const std::string& token(size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    bool take(std::string_view wanted) {
        if (token() != wanted) return false;
        ++at_;
        return true;
    }
    void want(std::string_view wanted) {
        if (!take(wanted)) throw std::runtime_error(fmt::format("expected {}, found {}", wanted, token()));
    }
    bool starts_type(size_t ahead) const {
        return token(ahead) == "short" || token(ahead) == "long" || token(ahead) == "int" ||
               token(ahead) == "unsigned";
    }
    std::string type_name() {
        std::string name;
        while (starts_type(0)) name += (name.empty() ? "" : " ") + tokens_[at_++];
        return name;
    }

    std::string comma() {
        std::string left = assignment();
        while (take(",")) left = fmt::format("(, {} {})", left, assignment());
        return left;
    }
    std::string assignment() {
        std::string left = conditional();
        static const std::vector<std::string> signs{
            "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="};
        for (const std::string& sign : signs)
            if (take(sign)) return fmt::format("({} {} {})", sign, left, assignment());
        return left;
    }
    std::string conditional() {
        std::string condition = binary(0);
        if (!take("?")) return condition;
        const std::string yes = comma();
        want(":");
        return fmt::format("(? {} {} {})", condition, yes, conditional());
    }
    std::string binary(size_t level) {
        static const std::vector<std::vector<std::string>> levels{
            {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
            {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
        if (level == levels.size()) return cast();
        std::string left = binary(level + 1);
        for (bool found = true; found;) {
            found = false;
            for (const std::string& op : levels[level]) {
                if (!take(op)) continue;
                left = fmt::format("({} {} {})", op, left, binary(level + 1));
                found = true;
                break;
            }
        }
        return left;
    }
    std::string cast() {
        if (token() != "(" || !starts_type(1)) return unary();
        want("(");
        const std::string type = type_name();
        want(")");
        return fmt::format("(cast {} {})", type, cast());
    }
    std::string unary() {
        if (take("++")) return fmt::format("(pre++ {})", unary());
        if (take("--")) return fmt::format("(pre-- {})", unary());
        for (const char* op : {"+", "-", "~", "!", "*", "&"})
            if (take(op)) return fmt::format("(un{} {})", op, cast());
        if (!take("sizeof")) return postfix();
        if (token() != "(" || !starts_type(1)) return fmt::format("(sizeof {})", unary());
        want("(");
        const std::string type = type_name();
        want(")");
        return fmt::format("(sizeof {})", type);
    }
    std::string postfix() {
        std::string left = primary();
        for (;;) {
            if (take("[")) {
                left = fmt::format("([] {} {})", left, comma());
                want("]");
            } else if (take("(")) {
                std::string args;
                while (!take(")")) {
                    args += " " + assignment();
                    take(",");
                }
                left = fmt::format("(call {}{})", left, args);
            } else if (take(".")) {
                left = fmt::format("(. {} {})", left, tokens_[at_++]);
            } else if (take("->")) {
                left = fmt::format("(. (un* {}) {})", left, tokens_[at_++]);
            } else if (take("++")) {
                left = fmt::format("(post++ {})", left);
            } else if (take("--")) {
                left = fmt::format("(post-- {})", left);
            } else {
                return left;
            }
        }
    }
    std::string primary() {
        if (take("(")) {
            std::string inner = comma();
            want(")");
            return inner;
        }
        std::string name = tokens_[at_++];
        if (std::isalnum(static_cast<unsigned char>(name[0])) == 0)
            throw std::runtime_error("not a primary: " + name);
        return name;
    }
};

// The same notation from the tree.
std::string tree_of(const Program& p, NodeId id) {
    const Node& n = p[id];
    const auto child = [&](uint8_t i) { return tree_of(p, n.child(i)); };
    const auto list = [&](uint8_t i) {
        std::string all;
        for (const NodeId each : p.list(n, i)) all += " " + tree_of(p, each);
        return all;
    };
    if (n.kind == NodeKind::IntConst) {
        const auto value = static_cast<int64_t>(n.bits());
        const std::string suffix = n.type == type::Long ? "L" : "";
        if (value == INT32_MIN && n.type == type::Int) return "(- (un- 2147483647) 1)";
        std::string text =
            value < 0 ? fmt::format("(un- {}{})", -value, suffix) : fmt::format("{}{}", value, suffix);
        return n.type == type::Short ? fmt::format("(cast short {})", text) : text;
    }
    if (n.kind == NodeKind::VarRef) return std::string(p.name(n.var()));
    if (n.kind == NodeKind::Member) return fmt::format("(. {} m)", child(0));
    if (n.kind == NodeKind::Index) return fmt::format("([] {} {})", child(0), child(1));
    if (n.kind == NodeKind::Deref) return fmt::format("(un* {})", child(0));
    if (n.kind == NodeKind::AddrOf) return fmt::format("(un& {})", child(0));
    if (n.kind == NodeKind::Unary) return fmt::format("(un{} {})", c_spelling(n.unary()), child(0));
    if (n.kind == NodeKind::Binary)
        return fmt::format("({} {} {})", c_spelling(n.binary()), child(0), child(1));
    if (n.kind == NodeKind::Logical)
        return fmt::format("({} {} {})", n.logical() == LogicalOp::And ? "&&" : "||", child(0), child(1));
    if (n.kind == NodeKind::Conditional) return fmt::format("(? {} {} {})", child(0), child(1), child(2));
    if (n.kind == NodeKind::Comma) return fmt::format("(, {} {})", child(0), child(1));
    if (n.kind == NodeKind::Cast)
        return fmt::format("(cast {} {})", n.type == type::UInt ? "unsigned int" : "long", child(0));
    if (n.kind == NodeKind::Assign) return fmt::format("(= {} {})", child(0), child(1));
    if (n.kind == NodeKind::CompoundAssign)
        return fmt::format("({}= {} {})", c_spelling(n.binary()), child(0), child(1));
    if (n.kind == NodeKind::IncDec)
        return fmt::format("({}{} {})", is_prefix(n.incdec()) ? "pre" : "post",
                           is_increment(n.incdec()) ? "++" : "--", child(0));
    if (n.kind == NodeKind::Call) return fmt::format("(call {}{})", p.name(n.func()), list(1));
    if (n.kind == NodeKind::SizeofExpr) return fmt::format("(sizeof {})", child(0));
    base::fail("not in this test");
}

class RandomExpressions {
  public:
    RandomExpressions(Program& p, uint64_t seed) : b_(p), random_(seed) {
        const TypeId record = p.types.struct_or_union(
            p.types.add_record({p.names.add("S"), false, false, 0, 0, 0},
                               std::vector<Field>{{p.names.add("m"), type::Int, -1}}));
        scalar_ = b_.global("a", type::Int);
        pointer_ = b_.global("p", p.types.pointer_to(type::Int));
        array_ = b_.global("v", p.types.array_of(type::Int, 4));
        object_ = b_.global("s", record);
        link_ = b_.global("q", p.types.pointer_to(record));
        const std::pair<std::string_view, TypeId> params[] = {{"x", type::Int}, {"y", type::Int}};
        func_ = b_.func("f", type::Int, params);
        p[func_].body = b_.block(std::vector<NodeId>{b_.return_(b_.integer(0))});
    }

    NodeId value(int depth) {
        if (depth <= 0) return below(2) == 0 ? constant() : lvalue(0);
        switch (below(14)) {
        case 0: return constant();
        case 1: return lvalue(depth - 1);
        case 2: return b_.unary(static_cast<UnaryOp>(below(4)), value(depth - 1));
        case 3:
        case 4:
        case 5: return b_.binary(static_cast<BinaryOp>(below(16)), value(depth - 1), value(depth - 1));
        case 6: return b_.logical(static_cast<LogicalOp>(below(2)), value(depth - 1), value(depth - 1));
        case 7: return b_.conditional(value(depth - 1), value(depth - 1), value(depth - 1));
        case 8: return b_.comma(value(depth - 1), value(depth - 1));
        case 9: return b_.cast(below(2) == 0 ? type::UInt : type::Long, value(depth - 1));
        case 10: return b_.assign(lvalue(depth - 1), value(depth - 1));
        case 11: return b_.compound(static_cast<BinaryOp>(below(10)), lvalue(depth - 1), value(depth - 1));
        case 12: return b_.incdec(static_cast<IncDecOp>(below(4)), lvalue(depth - 1));
        default: {
            if (below(2) == 0) return b_.sizeof_expr(value(depth - 1));
            const NodeId args[] = {value(depth - 1), value(depth - 1)};
            return b_.call(func_, args);
        }
        }
    }

  private:
    Build b_;
    std::mt19937_64 random_;
    VarId scalar_, pointer_, array_, object_, link_;
    FuncId func_;

    uint64_t below(uint64_t limit) { return random_() % limit; }
    NodeId constant() {
        switch (below(5)) {
        case 0: return b_.integer(static_cast<int>(below(5)) - 2);
        case 1: return b_.integer(type::Short, static_cast<int>(below(5)) - 2);
        case 2: return b_.integer(type::Long, -7);
        case 3: return b_.integer(type::Int, INT32_MIN);
        default: return b_.integer(3);
        }
    }
    NodeId pointer(int depth) {
        if (depth <= 0 || below(3) == 0) return b_.ref(pointer_);
        if (below(2) == 0) return b_.addr(lvalue(depth - 1));
        return b_.binary(below(2) == 0 ? BinaryOp::Add : BinaryOp::Sub, pointer(depth - 1), value(depth - 1));
    }
    NodeId lvalue(int depth) {
        if (depth <= 0) return b_.ref(scalar_);
        switch (below(6)) {
        case 0: return b_.index(b_.ref(array_), value(depth - 1));
        case 1: return b_.index(pointer(depth - 1), value(depth - 1));
        case 2: return b_.deref(pointer(depth - 1));
        case 3: return b_.member(b_.ref(object_), 0);
        case 4: return b_.member(b_.deref(b_.ref(link_)), 0);
        default: return b_.ref(scalar_);
        }
    }
};

// The expression of the only statement of the function `run`.
std::string printed_expression(const Program& p, bool full) {
    Options options;
    options.full_parentheses = full;
    const std::string text = print(p, {}, options).files[0].text;
    const std::string head = "void run(void) {\n";
    const size_t from = text.find(head) + head.size();
    return text.substr(from, text.find(";\n}", from) - from);
}

// Where a constant is converted at once, its type is left out.
void drop_cast_of_constants(std::string& tree) {
    for (size_t at; (at = tree.find("(cast short ")) != std::string::npos;) {
        size_t end = at + 12;
        for (int depth = 0; depth > 0 || tree[end] != ')'; ++end)
            depth += tree[end] == '(' ? 1 : tree[end] == ')' ? -1 : 0;
        tree.erase(end, 1);
        tree.erase(at, 12);
    }
    for (size_t at; (at = tree.find("7L")) != std::string::npos;) tree.erase(at + 1, 1);
}

TEST(Parentheses, TheTextParsesBackToTheTree) {
    size_t minimal = 0, full = 0;
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
        Program p;
        RandomExpressions random(p, seed);
        Build b(p);
        const FuncId run = b.func("run", type::Void, {});
        const NodeId expr = random.value(2 + static_cast<int>(seed % 4));
        p[run].body = b.block(std::vector<NodeId>{b.expr(expr)});
        p.entry = run;
        std::string wanted = tree_of(p, expr);
        drop_cast_of_constants(wanted);
        for (const bool parenthesised : {false, true}) {
            const std::string text = printed_expression(p, parenthesised);
            (parenthesised ? full : minimal) += text.size();
            std::string found;
            ASSERT_NO_THROW(found = Parser(text).parse()) << text;
            drop_cast_of_constants(found);
            ASSERT_EQ(found, wanted) << "seed " << seed << ": " << text;
        }
    }
    EXPECT_LT(minimal, full); // else one of the two modes does nothing
}

// A pair of parentheses that the parser does not need is one too many.
TEST(Parentheses, NoneThatCouldBeLeftOut) {
    for (uint64_t seed = 1; seed <= 600; ++seed) {
        Program p;
        RandomExpressions random(p, seed);
        Build b(p);
        const FuncId run = b.func("run", type::Void, {});
        const NodeId expr = random.value(3);
        p[run].body = b.block(std::vector<NodeId>{b.expr(expr)});
        p.entry = run;
        const std::string text = printed_expression(p, false);
        const std::string tree = Parser(text).parse();
        for (size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
            size_t close = open + 1;
            for (int depth = 1; depth > 0; ++close)
                depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
            std::string without = text;
            without[open] = without[close - 1] = ' ';
            const std::string_view inside = std::string_view(text).substr(open + 1, close - open - 2);
            // Kept on purpose: the smallest int, what sizeof asks about, commas and assignments inside ?:.
            if (inside == "-2147483647 - 1" || (open >= 6 && text.compare(open - 6, 6, "sizeof") == 0))
                continue;
            if (inside.find(',') != inside.npos || inside.find('=') != inside.npos) continue;
            std::string again;
            try {
                again = Parser(without).parse();
            } catch (const std::runtime_error&) {
                continue;
            }
            EXPECT_NE(again, tree) << text << "\nneeds no parentheses around " << inside;
        }
    }
}

} // namespace
} // namespace assay::print
