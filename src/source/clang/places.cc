#include "source/clang/places.h"

#include <clang/Lex/Lexer.h>

namespace assay::source {

using clang::SourceLocation;

Places::Places(const clang::ASTContext& context)
    : sources_(context.getSourceManager()), language_(context.getLangOpts()),
      text_(sources_.getBufferData(sources_.getMainFileID())) {}

bool Places::in_main_text(SourceLocation at) const {
    return at.isFileID() && sources_.getFileID(at) == sources_.getMainFileID();
}

uint32_t Places::offset(SourceLocation at) const {
    return sources_.getFileOffset(sources_.getExpansionLoc(at));
}

std::optional<Span> Places::plain_span(const clang::Stmt& what) const {
    const SourceLocation begin = what.getBeginLoc(), end = what.getEndLoc();
    if (!in_main_text(begin) || !in_main_text(end)) return std::nullopt;
    const SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources_, language_);
    if (after.isInvalid()) return std::nullopt;
    return Span{offset(begin), offset(after)};
}

std::optional<Span> Places::whole_span(const clang::Stmt& what) const {
    SourceLocation begin = what.getBeginLoc(), end = what.getEndLoc();
    if (begin.isMacroID() && !clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, language_, &begin))
        return std::nullopt;
    if (end.isMacroID()) {
        if (!clang::Lexer::isAtEndOfMacroExpansion(end, sources_, language_, &end)) return std::nullopt;
    }
    if (!in_main_text(begin) || !in_main_text(end)) return std::nullopt;
    const SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources_, language_);
    if (after.isInvalid() || !in_main_text(after)) return std::nullopt;
    return Span{offset(begin), offset(after)};
}

std::optional<uint32_t> Places::after_semicolon(uint32_t from) const {
    const SourceLocation start = sources_.getLocForStartOfFile(sources_.getMainFileID());
    clang::Lexer lexer(start, language_, text_.begin(), text_.begin() + from, text_.end());
    clang::Token token;
    lexer.LexFromRawLexer(token);
    if (token.isNot(clang::tok::semi)) return std::nullopt;
    return offset(token.getLocation()) + 1;
}

bool Places::holds_directive(const Span& span) const {
    bool fresh = false; // nothing but blanks since the line began
    for (uint32_t i = span.begin; i < span.end; ++i) {
        if (text_[i] == '\n')
            fresh = true;
        else if (fresh && (text_[i] == '#' || text_.substr(i).startswith("%:")))
            return true;
        else if (text_[i] != ' ' && text_[i] != '\t')
            fresh = false;
    }
    return false;
}

} // namespace assay::source
