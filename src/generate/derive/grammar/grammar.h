// An ANTLR 4 grammar as data: what its files say, put together (imports, the lexer beside the parser), with
// all references resolved. Actions, predicates and arguments are kept as text: in grammars that others wrote
// they are code of some language and nobody looks at them; in our own they are marks (language/marks.h).
#pragma once

#include "base/result.h"
#include "generate/derive/grammar/char_set.h"

#include <map>
#include <string>
#include <vector>

namespace assay::generate::derive {

struct Place {
    int file = 0; // index into Grammar::files
    int line = 1;
    int column = 1;
};

enum class ElementKind {
    Literal,   // 'text'
    Set,       // one character out of a set, in lexer rules; also a range and the wildcard there
    Rule,      // a parser rule or a lexer rule
    Virtual,   // a token that no rule makes: from tokens { }, or EOF
    Not,       // any token but these, in parser rules; the wildcard is: any token but none
    Group,     // ( ... | ... )
    Action,    // { ... }
    Predicate, // { ... }?
};

enum class Repeat { One, Optional, Star, Plus };

struct Alternative;

struct Element {
    ElementKind kind = ElementKind::Literal;
    Place place;
    std::string text;     // of a literal, action, predicate, virtual token; the name of a rule
    std::string argument; // expr[argument]
    std::string label;    // label=expr
    CharSet set;
    int rule = -1;
    std::vector<Alternative> alternatives; // of a group; of a Not, the tokens as one-element alternatives
    Repeat repeat = Repeat::One;
    bool greedy = true;
};

struct LexerCommand {
    std::string name; // skip, more, type, channel, mode, pushMode, popMode
    std::string argument;
};

struct Alternative {
    std::vector<Element> elements;
    std::string label; // # label
    std::vector<LexerCommand> commands;
    Place place;
};

struct Rule {
    std::string name;
    Place place;
    bool lexer = false; // by its capital
    bool fragment = false;
    std::string mode;                           // of a lexer rule; empty: the default mode
    std::string parameters;                     // name[parameters]
    std::map<std::string, std::string> actions; // @init {...}
    std::vector<Alternative> alternatives;

    // The parser does not see its text.
    bool hidden() const;
};

struct Grammar {
    std::string name;
    std::vector<std::string> files;
    std::map<std::string, std::string> options;
    std::map<std::string, std::string> actions; // @name {...} and @scope::name {...}
    std::map<std::string, Place> action_places;
    std::vector<std::string> tokens, channels; // tokens { } and channels { }
    std::vector<Rule> rules;
    std::map<std::string, int, std::less<>> by_name;

    int find(std::string_view rule) const; // -1: there is none
    const Rule& rule(int index) const { return rules[static_cast<size_t>(index)]; }
    std::string where(Place place) const; // "c.g4:3:7"
    base::Error error(Place place, const std::string& what) const;
};

} // namespace assay::generate::derive
