// Places of Clang's tree in the text of the main file.
#pragma once

#include "source/unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <optional>

namespace assay::source {

class Places {
  public:
    explicit Places(const clang::ASTContext& context);

    uint32_t size() const { return static_cast<uint32_t>(text_.size()); }
    bool in_main_text(clang::SourceLocation at) const;
    uint32_t offset(clang::SourceLocation at) const;
    // An expression without macros at its ends.
    std::optional<Span> plain_span(const clang::Stmt& what) const;
    // A macro may stand for a whole statement, never for a part of one that begins or ends inside it.
    std::optional<Span> whole_span(const clang::Stmt& what) const;
    std::optional<uint32_t> after_semicolon(uint32_t from) const;
    // Cutting a directive out would change what follows.
    bool holds_directive(const Span& span) const;

  private:
    const clang::SourceManager& sources_;
    const clang::LangOptions& language_;
    const llvm::StringRef text_;
};

} // namespace assay::source
