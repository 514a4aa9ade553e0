#include "source/prune/analysis.h"

#include "source/prune/witness.h"

#include <algorithm>
#include <cctype>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;

// `# 12 "file.c" 3` and `#line 12` say that lines are others than they are.
void blank_line_markers(std::string& text) {
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        size_t at = text.find_first_not_of(" \t", begin);
        if (at < end && text[at] == '#') {
            at = std::min(text.find_first_not_of(" \t", at + 1), end);
            const bool marker =
                at < end && (std::isdigit(static_cast<unsigned char>(text[at])) != 0 ||
                             text.compare(at, 5, "line ") == 0 || text.compare(at, 5, "line\t") == 0);
            if (marker) std::fill(text.begin() + begin, text.begin() + end, ' ');
        }
        begin = end + 1;
    }
}

bool asks_for_the_time(const Unit& unit) {
    constexpr std::string_view kNames[] = {"time",   "clock", "gettimeofday", "clock_gettime", "localtime",
                                           "gmtime", "ctime", "times",        "getrusage",     "ftime"};
    return std::any_of(unit.calls.begin(), unit.calls.end(), [&](const Call& call) {
        return std::find(std::begin(kNames), std::end(kNames), call.name) != std::end(kNames);
    });
}

bool names_its_compilation(const std::string& text) {
    for (const char* name : {"__TIME__", "__DATE__", "__TIMESTAMP__"})
        if (text.find(name) != std::string::npos) return true;
    return false;
}

} // namespace

Result<Analysis> analyse(sandbox::Sandbox& sandbox, Subject& subject, CoverageSource coverage) {
    blank_line_markers(subject.files[0].text);
    auto parser = Parser::open({subject.files, subject.options});
    if (!parser) {
        if (const std::string missing = parser_missing(); !missing.empty()) return Error{missing};
        return Error{"it is not C that Clang accepts: " + parser.error().message};
    }
    if (!parser->unit().has_main) return Error{"it has no function main, so it cannot be run"};
    if (names_its_compilation(parser->unit().text)) return Error{"it names the time of its compilation"};
    auto laboratory = Laboratory::open(sandbox, subject);
    if (!laboratory) return laboratory.error();
    auto expected = laboratory->behaviour(asks_for_the_time(parser->unit()));
    if (!expected) return expected.error();
    auto coverages = laboratory->coverage(coverage);
    if (!coverages) return coverages.error();
    Life life = life_of(parser->unit(), *coverages);
    if (auto questioned = question_witness(*laboratory, parser->unit(), *expected, life); !questioned)
        return questioned.error();
    return Analysis{std::move(*parser), std::move(life), std::move(*expected)};
}

} // namespace assay::source::prune
