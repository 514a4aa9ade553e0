// History: in which versions of a compiler a bug is, as far as the versions here were asked. Maintainers act
// first on what is alive in the newest version and was right before.
#pragma once

#include "toolchain/family.h"
#include "triage/behaviour.h"

#include <string>
#include <vector>

namespace assay::triage {

struct History {
    std::vector<std::string> fails, works; // version numbers, the oldest first; none twice

    // Does the newest version that was asked fail? It takes two versions to tell.
    bool is_alive() const;
    bool is_fixed() const;      // a version newer than all that fail is right
    bool is_regression() const; // alive, and a version before the first that fails is right
    bool operator==(const History&) const = default;
};

// `compilers`: the oldest first. A number that fails under one name and works under another tells nothing and
// is left out.
History history_of(const std::vector<const toolchain::Compiler*>& compilers, const Versions& versions);

std::string to_text(const History& history);         // "fails with 17.0.0, 16.2.0; works with 15.3.0"
std::string regression_mark(const History& history); // "[16/17 Regression] "; empty: it is none
// 0: a regression; 1: alive or not known; 2: fixed. Bugs are listed in this order.
int rank(const History& history);

// The versions that introduced and fixed a bug, as far as the installed ones show. Empty: nothing to say.
std::string version_range(const std::vector<const toolchain::Compiler*>& compilers, const Versions& versions);

} // namespace assay::triage
