#include "fuzz/readers.h"

#include "generate/derive/grammar/depth.h"
#include "generate/derive/grammar/reader.h"

namespace assay::fuzz {

void read_grammar(std::string_view bytes) {
    // A second grammar, which the first may import, behind a line "---".
    const size_t end = bytes.find("\n---\n");
    const std::string first(bytes.substr(0, end));
    const std::string second(end == bytes.npos ? "" : bytes.substr(end + 5));
    const auto grammar = generate::derive::read_grammar(
        {{"fuzz.g4", first}}, [&](const std::string&) -> std::optional<generate::derive::GrammarText> {
            if (second.empty()) return std::nullopt;
            return generate::derive::GrammarText{"other.g4", second};
        });
    if (grammar) static_cast<void>(generate::derive::Depths::of(*grammar));
}

} // namespace assay::fuzz
