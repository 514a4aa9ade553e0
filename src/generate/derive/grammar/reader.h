// Reads ANTLR 4 grammars: combined ones, and lexer and parser in files of their own. What a grammar imports
// or takes its tokens from is looked for by name. Errors name file, line and column.
#pragma once

#include "generate/derive/grammar/grammar.h"

#include <functional>
#include <optional>

namespace assay::generate::derive {

struct GrammarText {
    std::string file; // for messages
    std::string text;
};

// The text of the grammar called so; empty: there is none.
using GrammarFinder = std::function<std::optional<GrammarText>(const std::string& name)>;

// The first text is the main grammar; the others are at hand besides what the finder finds.
base::Result<Grammar> read_grammar(const std::vector<GrammarText>& texts, const GrammarFinder& finder);

// Looks for others as NAME.g4 in the folders of the given files.
base::Result<Grammar> read_grammar_files(const std::vector<std::string>& paths);

} // namespace assay::generate::derive
