// A Language is a grammar made ready for deriving: every alternative knows its least depth and whether it
// comes back to its rule, every decision has a named Site, and the marks are read. Built once, shared by all
// programs.
#pragma once

#include "choice/site.h"
#include "generate/derive/grammar/grammar.h"
#include "generate/derive/language/marks.h"

#include <memory>
#include <set>

namespace assay::generate::derive {

enum class NodeKind : uint8_t { Text, Chars, Rule, Group, AnyToken, Mark, Line, Indent, Dedent, Nothing };

struct Node {
    NodeKind kind = NodeKind::Nothing;
    Repeat repeat = Repeat::One;
    bool greedy = true;
    int index = -1; // of the rule, branch, mark, set of characters or set of tokens
    std::string_view text;
    std::vector<Operand> arguments;
    int depth = 0;                             // at least, of a rule
    const choice::Site* repeat_site = nullptr; // once more, or enough
    int fill = 0;                              // percent of the program's size to go on to
    int each = -1;                             // the mark that says how often
    Place place;
};

struct Option {
    std::vector<Node> nodes;
    std::vector<int> conditions; // marks that stand before everything else
    int depth = 0;
    bool comes_back = false;
};

// Alternatives of a rule or a group.
struct Branch {
    std::vector<Option> options;
    const choice::Site* site = nullptr; // none where there is nothing to decide or too much for a site
};

struct LanguageRule {
    std::string name;
    bool lexer = false;
    int branch = -1;
    int parameters = 0;
    int slots = 0;
    bool guarded = false; // every alternative has conditions: perhaps none can be taken
    int limit = 0;        // how often it may be nested before generation steers out; 0: the general limit
};

// A kind of names: variables, functions, ...
struct NameKind {
    std::string prefix;
    int fresh_rule = -1; // makes a declaration of a new one
    int fresh_set = -1;  // for types of this set
};

struct Limits {
    int64_t steps = 1'000'000; // of the whole program
    int64_t function = 20'000; // of one call of a function
    int64_t nest = 5'000;      // of a body inside loops of one function
    int depth = 8;             // how often a rule may be nested in itself
};

// A set of characters, and those of it that are easy to read.
struct Characters {
    CharSet all;    // at least one
    CharSet common; // printable ASCII; or all, if there is none
    CharSet plain;  // letters and digits; or common, if there is none
};

// A site whose names are known only at run time.
struct OwnedSite {
    std::string name;
    std::vector<std::string> alternative_names;
    std::vector<choice::Alternative> alternatives;
    std::unique_ptr<choice::Site> site;
};

struct Language {
    Grammar grammar;
    bool marked = false;
    std::map<std::string, std::string> program; // @program: file, language, standard, promises
    Limits limits;
    Vocabulary vocabulary;
    std::vector<Type> types;
    std::vector<NameKind> kinds;
    std::vector<LanguageRule> rules;
    std::vector<Branch> branches;
    std::vector<Mark> marks;
    std::vector<Characters> char_sets;
    std::vector<std::vector<int>> token_sets;      // lexer rules that an AnyToken may be
    std::set<std::string, std::less<>> keywords;   // literals that another token must not look like
    std::vector<std::unique_ptr<OwnedSite>> sites; // every decision
    const choice::Site* shadow_site = nullptr;     // whether a declaration hides an outer name
    int outermost = -1; // the context of declarations put in front of the whole program
    int weight = -1;    // the attribute that says how often a type is wanted
    int start = -1;

    const std::string& setting(const std::string& key) const; // of @program; empty: not said
};

base::Result<std::unique_ptr<Language>> make_language(Grammar grammar);

// Reads @types, @sets, @kinds, @limits and @program.
base::Result<void> read_tables(Language& language);

} // namespace assay::generate::derive
