#include "source/parse.h"

#include "source/clang/digest.h"
#include "source/clang/subscripts.h"
#include "source/clang/wrappers.h"

#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/PCHContainerOperations.h>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>

namespace assay::source {
namespace {

using base::Error;
using base::Result;

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

} // namespace

std::string parser_missing() { return {}; }

struct Parser::Work {
    ParseInput input;
    std::shared_ptr<clang::PCHContainerOperations> containers =
        std::make_shared<clang::PCHContainerOperations>();
    std::unique_ptr<clang::ASTUnit> parsed;
    Unit unit;

    std::string path(size_t file) const { return kFolder + "/" + input.files[file].name; }

    // Owned by whom they are given to.
    std::vector<clang::ASTUnit::RemappedFile> buffers(const std::string& text) const {
        std::vector<clang::ASTUnit::RemappedFile> all;
        all.emplace_back(path(0), llvm::MemoryBuffer::getMemBufferCopy(text, path(0)).release());
        for (size_t i = 1; i < input.files.size(); ++i)
            all.emplace_back(path(i),
                             llvm::MemoryBuffer::getMemBufferCopy(input.files[i].text, path(i)).release());
        return all;
    }

    bool load() {
        std::vector<std::string> words{"clang", "-fsyntax-only", "-w", "-ferror-limit=1", "-I" + kFolder};
        words.insert(words.end(), input.options.begin(), input.options.end());
        words.insert(words.end(), {"-x", "c", path(0)});
        std::vector<const char*> argv;
        for (const std::string& word : words) argv.push_back(word.c_str());
        llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
            clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions,
                                                       new clang::IgnoringDiagConsumer);
        const std::vector<clang::ASTUnit::RemappedFile> files = buffers(input.files[0].text);
        parsed.reset(clang::ASTUnit::LoadFromCommandLine(argv.data(), argv.data() + argv.size(), containers,
                                                         diagnostics, ASSAY_CLANG_RESOURCES, false,
                                                         clang::CaptureDiagsKind::All, files, true, 1));
        return parsed != nullptr;
    }
};

Result<Parser> Parser::open(ParseInput input) {
    auto work = std::make_unique<Work>();
    work->input = std::move(input);
    if (!work->load()) return Error{"Clang cannot parse it"};
    if (const std::string error = first_error(*work->parsed); !error.empty()) return Error{error};
    work->unit = digest(*work->parsed);
    work->unit.text = work->input.files[0].text;
    return Parser(std::move(work));
}

Parser::Parser(std::unique_ptr<Work> work) : work_(std::move(work)) {}
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;
Parser::~Parser() = default;

const Unit& Parser::unit() const { return work_->unit; }

std::string Parser::complaint(const std::string& text) {
    if (work_->parsed->Reparse(work_->containers, work_->buffers(text))) return "Clang cannot parse it";
    return first_error(*work_->parsed);
}

Wrappers Parser::wrappers() { return find_wrappers(*work_->parsed); }
std::vector<Subscript> Parser::subscripts() { return find_subscripts(*work_->parsed); }

} // namespace assay::source
