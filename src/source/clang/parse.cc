#include "source/parsed.h"

#include "source/clang/digest.h"
#include "source/clang/subscripts.h"
#include "source/clang/wrappers.h"

#include <clang/AST/Decl.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/PCHContainerOperations.h>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

namespace assay::source {
namespace {

// No folder of the machine has this name, so what is in memory hides nothing.
const std::string kFolder = "/assay-in-memory";

std::string first_error(clang::ASTUnit& parsed) {
    for (auto it = parsed.stored_diag_begin(); it != parsed.stored_diag_end(); ++it) {
        if (it->getLevel() < clang::DiagnosticsEngine::Error) continue;
        const clang::FullSourceLoc& at = it->getLocation();
        if (at.isInvalid()) return it->getMessage().str();
        return fmt::format("line {}: {}", at.getSpellingLineNumber(), it->getMessage().str());
    }
    return parsed.getDiagnostics().hasErrorOccurred() ? "Clang cannot parse it" : "";
}

class Work : public Parsed {
  public:
    explicit Work(ParseInput input) : input_(std::move(input)) {}

    // Empty, or the first error.
    std::string open() {
        if (!load()) return "Clang cannot parse it";
        if (std::string error = first_error(*parsed_); !error.empty()) return error;
        if (input_.for_variants) {
            unit_ = digest(*parsed_);
            unit_.text = input_.files[0].text;
        } else {
            unit_.has_main =
                std::any_of(parsed_->top_level_begin(), parsed_->top_level_end(), [](const auto* decl) {
                    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
                    return function != nullptr && function->isMain() &&
                           function->doesThisDeclarationHaveABody();
                });
        }
        return {};
    }
    const Unit& unit() const override { return unit_; }
    std::string complaint(const std::string& text) override {
        if (parsed_->Reparse(containers_, buffers(text))) return "Clang cannot parse it";
        return first_error(*parsed_);
    }
    Wrappers wrappers() override { return find_wrappers(*parsed_); }
    std::vector<Subscript> subscripts() override { return find_subscripts(*parsed_); }

  private:
    std::string path(size_t file) const { return kFolder + "/" + input_.files[file].name; }

    // Owned by whom they are given to.
    std::vector<clang::ASTUnit::RemappedFile> buffers(const std::string& text) const {
        std::vector<clang::ASTUnit::RemappedFile> all;
        all.emplace_back(path(0), llvm::MemoryBuffer::getMemBufferCopy(text, path(0)).release());
        for (size_t i = 1; i < input_.files.size(); ++i)
            all.emplace_back(path(i),
                             llvm::MemoryBuffer::getMemBufferCopy(input_.files[i].text, path(i)).release());
        return all;
    }

    bool load() {
        std::vector<std::string> words{"clang", "-fsyntax-only", "-w", "-ferror-limit=1", "-I" + kFolder};
        words.insert(words.end(), input_.options.begin(), input_.options.end());
        words.insert(words.end(), {"-x", "c", path(0)});
        std::vector<const char*> argv;
        for (const std::string& word : words) argv.push_back(word.c_str());
        llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
            clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions,
                                                       new clang::IgnoringDiagConsumer);
        const std::vector<clang::ASTUnit::RemappedFile> files = buffers(input_.files[0].text);
        parsed_.reset(clang::ASTUnit::LoadFromCommandLine(
            argv.data(), argv.data() + argv.size(), containers_, diagnostics, ASSAY_CLANG_RESOURCES, false,
            clang::CaptureDiagsKind::All, files, true, input_.for_variants ? 1 : 0));
        return parsed_ != nullptr;
    }

    ParseInput input_;
    std::shared_ptr<clang::PCHContainerOperations> containers_ =
        std::make_shared<clang::PCHContainerOperations>();
    std::unique_ptr<clang::ASTUnit> parsed_;
    Unit unit_;
};

} // namespace

Parsed* open_parsed(ParseInput& input, std::string& error) {
    auto work = std::make_unique<Work>(std::move(input));
    error = work->open();
    return error.empty() ? work.release() : nullptr;
}

} // namespace assay::source
