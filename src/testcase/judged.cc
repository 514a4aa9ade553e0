#include "testcase/judged.h"

#include <csignal>

namespace assay::testcase {
namespace {

// The first line that says something.
std::string first_words(const Execution& execution) {
    constexpr size_t kLongest = 200;
    for (const std::string* text : {&execution.err, &execution.out}) {
        const size_t begin = text->find_first_not_of(" \t\r\n");
        if (begin == std::string::npos) continue;
        return text->substr(begin, std::min(text->find('\n', begin) - begin, kLongest));
    }
    return {};
}

std::string with_words(std::string why, const Execution& execution) {
    const std::string words = first_words(execution);
    return words.empty() ? why : why + ": " + words;
}

Judged of_run(const TestCase& test, const Execution& run) {
    switch (run.ending) {
    case Ending::Exited: return {};
    case Ending::Signalled:
        if (run.code != SIGKILL) return {};
        return {Doubt::Machine, "the program was killed from outside"};
    case Ending::TimedOut:
        if (test.promises.terminates) return {};
        return {Doubt::Program, "the program does not end in time"};
    case Ending::TooMuchOutput:
        if (test.promises.terminates) return {};
        return {Doubt::Program, "the program prints without end"};
    case Ending::OutOfMemory: return {Doubt::Program, "the program ran out of memory"};
    case Ending::NotStarted: return {Doubt::Machine, with_words("the program could not be started", run)};
    }
    return {};
}

} // namespace

Judged judged(const TestCase& test, const Observation& seen) {
    switch (seen.compiled) {
    case Compiled::Crashed:
    case Compiled::Hung: return {};
    case Compiled::Rejected:
        if (test.promises.no_ub) return {};
        return {Doubt::Program, with_words("it does not compile", seen.compile)};
    case Compiled::OutOfMemory: return {Doubt::Program, "the compiler ran out of memory"};
    case Compiled::Broken: return {Doubt::Machine, with_words("the compiler could not work", seen.compile)};
    case Compiled::Built: break;
    }
    if (!seen.run) return {Doubt::Program, "the program was compiled only"};
    return of_run(test, *seen.run);
}

} // namespace assay::testcase
