#include "oracle/each.h"

#include <cstring>
#include <fmt/format.h>

namespace assay::oracle {
namespace {

class EachObservation : public testcase::Oracle {
  public:
    EachObservation(std::string_view name, std::string_view summary, testcase::Kind kind, LookAt look)
        : name_(name), summary_(summary), kind_(kind), look_(look) {}
    std::string_view name() const override { return name_; }
    std::string_view summary() const override { return summary_; }

    std::vector<testcase::Verdict> judge(const testcase::Trial& trial) const override {
        std::vector<testcase::Verdict> verdicts;
        for (size_t test = 0; test < trial.observed.size(); ++test)
            for (const testcase::Observation& seen : trial.observed[test])
                if (auto complaint = look_(trial.group.tests[test], seen))
                    verdicts.push_back({kind_, seen.setup, test, complaint->title, complaint->detail});
        return verdicts;
    }

  private:
    std::string_view name_, summary_;
    testcase::Kind kind_;
    LookAt look_;
};

} // namespace

std::unique_ptr<testcase::Oracle> each_observation(std::string_view name, std::string_view summary,
                                                   testcase::Kind kind, LookAt look) {
    return std::make_unique<EachObservation>(name, summary, kind, look);
}

std::string excerpt(std::string_view text, size_t limit) {
    std::string line;
    for (const char c : text.substr(0, limit)) {
        if (c == '\n') {
            line += "\\n";
        } else {
            line += static_cast<unsigned char>(c) < ' ' ? '?' : c;
        }
    }
    return text.size() > limit ? line + "..." : line;
}

std::string how_it_ended(const testcase::Execution& execution) {
    switch (execution.ending) {
    case testcase::Ending::Exited: return fmt::format("exit status {}", execution.code);
    case testcase::Ending::Signalled:
        return fmt::format("signal {} ({})", execution.code, ::strsignal(execution.code));
    case testcase::Ending::TimedOut: return "it did not end in time";
    case testcase::Ending::OutOfMemory: return "it ran out of memory";
    case testcase::Ending::TooMuchOutput: return "it printed without end";
    case testcase::Ending::NotStarted: return "it could not be started";
    }
    return {};
}

} // namespace assay::oracle
