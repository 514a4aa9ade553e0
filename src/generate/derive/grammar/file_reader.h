// Reads one grammar file: names stay unresolved. reader.cc puts the files together.
#pragma once

#include "generate/derive/grammar/scanner.h"

#include <optional>

namespace assay::generate::derive {

enum class GrammarKind { Combined, Lexer, Parser };

struct GrammarFile {
    GrammarKind kind = GrammarKind::Combined;
    std::vector<std::string> imports;
    std::vector<Place> import_places;
    Grammar content; // its name, rules, tokens, options, actions; `files` is empty
};

struct Problem {
    Place place;
    std::string what;
};

// `file` is the index that all places carry. Empty: all went well.
std::optional<Problem> read_grammar_file(std::string_view text, int file, GrammarFile& result);

} // namespace assay::generate::derive
