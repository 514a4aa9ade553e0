// In place of clang/ where Clang's libraries were not there at build time.
#include "source/parse.h"

namespace assay::source {

struct Parser::Work {};

std::string parser_missing() {
    return "Assay was built without Clang's libraries; install them and build again: apt-get install "
           "libclang-14-dev llvm-14-dev";
}

base::Result<Parser> Parser::open(ParseInput) { return base::Error{parser_missing()}; }
Parser::Parser(std::unique_ptr<Work> work) : work_(std::move(work)) {}
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;
Parser::~Parser() = default;

const Unit& Parser::unit() const {
    static const Unit none;
    return none;
}

std::string Parser::complaint(const std::string&) { return parser_missing(); }

Wrappers Parser::wrappers() { return {}; }
std::vector<Subscript> Parser::subscripts() { return {}; }

} // namespace assay::source
