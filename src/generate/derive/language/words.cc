#include "generate/derive/language/words.h"

#include "generate/derive/grammar/atoms.h"

namespace assay::generate::derive {

base::Result<std::vector<Word>> split_words(const Grammar& grammar, std::string_view text, Place start) {
    std::vector<Word> words;
    Scanner scan(text, start);
    scan.skip_space();
    while (!scan.at_end()) {
        Word word;
        word.place = scan.place();
        const char c = scan.peek();
        if (c == '\'') {
            std::optional<Problem> problem;
            if (!read_literal(scan, word.text, problem)) return grammar.error(problem->place, problem->what);
            word.kind = Word::Kind::Text;
        } else if (c >= '0' && c <= '9') {
            word.kind = Word::Kind::Number;
            while (scan.peek() >= '0' && scan.peek() <= '9' && word.number < 100'000'000)
                word.number = word.number * 10 + (scan.take() - '0');
        } else if (scan.at_name()) {
            word.kind = Word::Kind::Name;
            word.text = scan.name();
        } else {
            word.kind = Word::Kind::Symbol;
            word.text = std::string(1, scan.take());
            if (word.text == "!" && scan.peek() == '=') word.text += scan.take();
        }
        scan.skip_space();
        words.push_back(std::move(word));
    }
    words.push_back({Word::Kind::End, "", 0, scan.place()});
    return words;
}

bool WordReader::accept(std::string_view word) {
    const bool same =
        (peek().kind == Word::Kind::Name || peek().kind == Word::Kind::Symbol) && peek().text == word;
    if (same) ++position_;
    return same;
}

bool WordReader::expect(std::string_view word) {
    return accept(word) || fail("'" + std::string(word) + "' expected");
}

std::string WordReader::name(const char* what) {
    if (peek().kind != Word::Kind::Name) {
        fail(std::string(what) + " expected");
        return {};
    }
    return next().text;
}

int32_t WordReader::number() {
    if (peek().kind != Word::Kind::Number) {
        fail("a number expected");
        return 0;
    }
    return next().number;
}

bool WordReader::fail(const std::string& what) {
    if (!failed()) error_ = grammar_.error(peek().place, what);
    return false;
}

} // namespace assay::generate::derive
