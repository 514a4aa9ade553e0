// Unit: what a C file holds, as plain data: its statements with their place in the text, what they name, and
// the expressions that could be changed. Clang makes it (parse.h); everything that decides what to change
// works on it and on the text, so that no other file needs Clang.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::source {

constexpr uint32_t kNone = UINT32_MAX;

// Bytes of the main file.
struct Span {
    uint32_t begin = 0, end = 0;
    bool holds(uint32_t offset) const { return begin <= offset && offset < end; }
    bool holds(const Span& other) const { return begin <= other.begin && other.end <= end; }
    bool empty() const { return begin == end; }
    bool operator==(const Span&) const = default;
};

enum class StatementKind : uint8_t {
    Compound,
    Expression,
    Declaration,
    If,
    While,
    Do,
    For,
    Switch,
    Case, // default too
    Label,
    Goto,
    Break,
    Continue,
    Return,
    Null,
    Asm,
    Other,
};

// In pre-order: what is below a statement follows it.
struct Statement {
    StatementKind kind = StatementKind::Other;
    Span span;               // with its semicolon; where it begins, if it is not in the text
    uint32_t parent = kNone; // none: the body of a function
    uint32_t last = 0;       // the index after the last statement below it
    uint32_t function = kNone;
    uint32_t target = kNone;  // break, continue: the statement it leaves; case: its switch; goto: its label
    bool in_text = false;     // stands in the file as written, so it can be cut out
    bool gives_value = false; // the last one of a statement expression
    bool fixed = false;       // holds what must not go: asm, a type that is declared here, an attribute
    bool variable_array = false; // declares one
    bool in_macro = false;       // uses names inside a macro
};

struct Variable {
    std::string name, type;
    Span scope;                 // where its name may be used; of a global: to the end of the file
    uint32_t statement = kNone; // that declares it; none: global or parameter
    uint32_t function = kNone;  // none: global
    bool plain = true;          // another of the same type may stand for it
};

struct Use {
    uint32_t variable = 0;
    uint32_t statement = kNone; // the innermost one
    Span span;                  // empty: inside a macro
};

struct LabelUse {
    uint32_t label = 0;         // the Label statement
    uint32_t statement = kNone; // a goto, or what takes its address
};

struct Call {
    std::string name;
    uint32_t statement = kNone; // none: in an initialiser of a global
    bool here = false;          // the function is defined in this file or its headers
    bool library = false;       // of C's own library
};

enum class ExpressionKind : uint8_t {
    Operator,  // span: the operator alone
    Number,    // an integer
    Condition, // the whole of it
    Arm,       // of && || ?: : what may not be evaluated
};

struct Expression {
    ExpressionKind kind = ExpressionKind::Number;
    Span span;
    uint32_t statement = kNone;
};

struct Function {
    std::string name;
    std::string result;    // its type
    uint32_t body = kNone; // the statement
};

struct Unit {
    std::string text;
    std::vector<Function> functions;
    std::vector<Statement> statements;
    std::vector<Variable> variables;
    std::vector<Use> uses;
    std::vector<LabelUse> label_uses;
    std::vector<Call> calls;
    std::vector<Expression> expressions;
    bool has_main = false;

    // Is `inner` the statement itself or below it?
    bool is_below(uint32_t inner, uint32_t outer) const {
        return inner != kNone && outer <= inner && inner < statements[outer].last;
    }
    std::string text_of(const Span& span) const { return text.substr(span.begin, span.end - span.begin); }
};

} // namespace assay::source
