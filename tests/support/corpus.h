// The corpus: hand-written programs with what is known of them in their first lines. docs/corpus.md describes
// the form.
#pragma once

#include "base/result.h"
#include "program/target.h"

#include <map>
#include <string>
#include <vector>

namespace assay::tests {

struct CorpusCase {
    std::string name; // "types/bit_fields"
    std::string path;
    std::string text;
    std::vector<program::Standard> standards;
    std::vector<std::string> targets;
    std::map<std::string, std::map<std::string, std::string>>
        finals;            // "", "c", "c++" or a target -> name -> value
    std::string undefined; // the kind; empty: the program is valid
    std::string sanitizer; // "undefined", "address", "memory", "none"
    std::string shape;
    std::vector<std::string>
        miscompiled; // family, target, level: a bug of that compiler (docs/found-bugs.md)

    // What must hold on a platform: the general values with those of its language and target over them.
    std::map<std::string, std::string> finals_on(const program::Platform& platform,
                                                 const std::string& target) const;
};

base::Result<CorpusCase> read_case(const std::string& path, const std::string& name);
// All *.model below the folder, by name; an unreadable one is an error.
base::Result<std::vector<CorpusCase>> read_corpus(const std::string& folder);

} // namespace assay::tests
