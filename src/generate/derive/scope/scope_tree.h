// The scope tree of a program under construction: scopes with their parents, the identifiers each defines,
// and how often each identifier was used in each scope. Scopes open and close like brackets; the open ones
// are the path from the root to the current scope.
//
// Everything is kept up to date as identifiers are added and used, so that looking for candidates and judging
// one costs no more with a longer program:
//     ISUC = sum over identifiers of (uses / scopes that can use it - least uses in one of those scopes)
//     ISSC = sum over identifiers and scopes that can use it of 1 + 1/2 + 1/4 + ..., a term for each use
//     there
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::generate::derive {

inline size_t at(int index) { return static_cast<size_t>(index); }

struct Identifier {
    std::string name;
    int kind = 0;
    int type = 0;
    int scope = 0;
    int frame = 0;            // the function it belongs to; 0: none
    bool fixed = false;       // never assigned to
    int hidden = 0;           // how many open scopes have another one of this name
    int hides = -1;           // the one that it hides
    std::vector<int> members; // parameters of a function
    int record = -1;          // the type that it is a member of; such a one is in no scope
    int64_t cost = 0;         // steps of a call

    int uses = 0;
    std::vector<std::pair<int, int>> uses_by_scope; // (scope, uses), by scope; only scopes with uses
    std::vector<int> scopes_by_uses;                // [n]: in how many scopes it was used n times, n > 0
};

struct Scope {
    int parent = -1;
    int depth = 0; // of the root: 0
    int frame = 0;
    int size = 1;  // this scope and all below it, closed ones too
    int slot = -1; // where new declarations are put
    std::vector<int> identifiers;
};

// The frame of a function, method or lambda.
struct ScopeFrame {
    int parent = -1;
    bool closed = false; // sees nothing of the frames around it but the outermost
};

class ScopeTree {
  public:
    ScopeTree();

    int open(); // the new current scope
    int open_frame(bool closed);
    void close();
    int current() const { return current_; }
    int frame() const { return scopes_[at(current_)].frame; }
    // The open scopes from the current one to the root.
    std::vector<int> path() const;

    // The length of the path from an ancestor to a descendant, 0 for a scope and itself, -1 where there is
    // none.
    int distance(int from, int to) const;

    // Makes an identifier known, but not yet usable.
    int add(Identifier identifier);
    // Its scope is open. From now on it is a candidate, and what it hides is none.
    void reveal(int identifier);
    void hide(int hidden) { ++identifiers_[at(hidden)].hidden; }
    // One use in the current scope.
    void use(int identifier);

    // Usable identifiers of the type, those of outer scopes first.
    const std::vector<int>& of_type(int type) const;
    // May be used from here: not hidden by another, not beyond a closed frame.
    bool reachable(int identifier) const;
    bool sees(int scope) const { return frame_sees(frame(), scopes_[at(scope)].frame); }

    // How many scopes can use it: its own and all below.
    int scopes_of(int identifier) const;
    int uses_in(int identifier, int scope) const;
    int least_uses(int identifier) const;
    double isuc() const;
    double issc() const;
    // Whether one use more in the current scope raises its least_uses.
    bool raises_least(int identifier) const;

    Identifier& identifier(int id) { return identifiers_[at(id)]; }
    const Identifier& identifier(int id) const { return identifiers_[at(id)]; }
    int identifier_count() const { return static_cast<int>(identifiers_.size()); }
    Scope& scope(int id) { return scopes_[at(id)]; }
    const Scope& scope(int id) const { return scopes_[at(id)]; }

  private:
    bool frame_sees(int from, int other) const;

    std::vector<Scope> scopes_;
    std::vector<ScopeFrame> frames_;
    std::vector<Identifier> identifiers_;
    std::vector<std::vector<int>> usable_; // by type
    int current_ = 0;
};

} // namespace assay::generate::derive
