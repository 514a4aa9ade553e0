// The program around Clang: it parses one file at a time, answers questions about it, and may die of it.
#include "sandbox/helper.h"
#include "source/wire.h"

#include <algorithm>
#include <memory>
#include <sys/resource.h>

namespace assay::source {
namespace {

using wire::Question;
using wire::Reader;
using wire::Writer;

// The same on every machine, so that the same files are refused for being nested too deep.
void fix_stack() {
    rlimit limit{};
    ::getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = std::min<rlim_t>(rlim_t{64} << 20, limit.rlim_max);
    ::setrlimit(RLIMIT_STACK, &limit);
}

std::string answer(std::string_view question, std::unique_ptr<Parsed>& parsed) {
    if (question.empty()) return {};
    Reader reader(question.substr(1));
    Writer writer;
    switch (static_cast<Question>(question[0])) {
    case Question::Open: {
        ParseInput input;
        reader(input);
        std::string error;
        parsed.reset(); // its memory first
        parsed.reset(open_parsed(input, error));
        return parsed ? writer(error, parsed->unit()).take() : writer(error, Unit()).take();
    }
    case Question::Complaint: {
        std::string text;
        reader(text);
        return writer(parsed->complaint(text)).take();
    }
    case Question::Wrappers: return writer(parsed->wrappers()).take();
    case Question::Subscripts: return writer(parsed->subscripts()).take();
    }
    return {};
}

} // namespace
} // namespace assay::source

int main() {
    assay::source::fix_stack();
    std::unique_ptr<assay::source::Parsed> parsed;
    while (const auto question = assay::sandbox::next_question())
        if (!assay::sandbox::give_answer(assay::source::answer(*question, parsed))) break;
    ::_exit(0); // Clang's own cleaning up takes longer than the work
}
