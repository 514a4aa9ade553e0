#include "source/parse.h"

#include "source/wire.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::source {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;
using wire::Question;
using wire::Reader;
using wire::Writer;

// Beside the program, wherever that is.
fs::path program_path() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path() / "assay-clang";
}

sandbox::Helper::Limits limits() {
    sandbox::Helper::Limits made;
#if defined(__SANITIZE_ADDRESS__)
    made.memory = 0; // it reserves terabytes
#endif
    return made;
}

} // namespace

std::string parser_missing() {
    std::error_code ignored;
    if (fs::exists(program_path(), ignored)) return {};
    return fmt::format("there is no {}, because Assay was built without Clang's libraries; install them and "
                       "build again: apt-get install libclang-14-dev llvm-14-dev",
                       program_path().string());
}

Result<std::string> Parser::ask(const std::string& question) {
    auto answer = helper_->ask(question);
    if (answer) return answer;
    helper_.reset();
    return Error{"Clang's parser does not survive it: " + answer.error().message};
}

// Asks the process that is there, if there is one.
Result<void> Parser::load(Unit& unit) {
    if (!helper_) {
        auto started = sandbox::Helper::start(program_path().string(), limits());
        if (!started) return started.error();
        helper_ = std::move(*started);
    }
    auto answer = ask(Writer()(Question::Open, input_).take());
    if (!answer) return answer.error();
    std::string error;
    Reader reader(*answer);
    reader(error, unit);
    if (!reader.ok()) return Error{"Clang's parser gives no answer"};
    if (!error.empty()) return Error{std::move(error)};
    return {};
}

// Who looks at the unit goes on with the one that is there.
Result<void> Parser::wake() {
    if (helper_) return {};
    Unit same;
    return load(same);
}

Result<Parser> Parser::open(ParseInput input) { return open_any({std::move(input)}); }

Result<Parser> Parser::open_any(std::vector<ParseInput> inputs) {
    if (std::string missing = parser_missing(); !missing.empty()) return Error{std::move(missing)};
    Parser parser({});
    Result<void> loaded = Error{"nothing to parse"};
    for (ParseInput& input : inputs) {
        parser.input_ = std::move(input);
        loaded = parser.load(parser.unit_);
        if (loaded) return parser;
    }
    return loaded.error();
}

std::string Parser::complaint(const std::string& text) {
    if (auto awake = wake(); !awake) return awake.error().message;
    auto answer = ask(Writer()(Question::Complaint, text).take());
    if (!answer) return answer.error().message;
    std::string complaint;
    return Reader(*answer)(complaint).ok() ? complaint : "Clang's parser gives no answer";
}

Result<Wrappers> Parser::wrappers() {
    if (auto awake = wake(); !awake) return awake.error();
    auto answer = ask(Writer()(Question::Wrappers).take());
    if (!answer) return answer.error();
    Wrappers found;
    if (!Reader(*answer)(found).ok()) return Error{"Clang's parser gives no answer"};
    return found;
}

Result<std::vector<Subscript>> Parser::subscripts() {
    if (auto awake = wake(); !awake) return awake.error();
    auto answer = ask(Writer()(Question::Subscripts).take());
    if (!answer) return answer.error();
    std::vector<Subscript> found;
    if (!Reader(*answer)(found).ok()) return Error{"Clang's parser gives no answer"};
    return found;
}

} // namespace assay::source
