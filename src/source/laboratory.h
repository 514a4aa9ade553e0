// Laboratory: a program that others wrote, in a sandbox: what it does on its inputs when nothing is
// optimised, and what of it runs. A program that cannot be used is refused with the reason, one line.
#pragma once

#include "base/result.h"
#include "sandbox/sandbox.h"
#include "source/coverage.h"
#include "testcase/test_case.h"

#include <chrono>
#include <string>
#include <vector>

namespace assay::source {

struct Input {
    std::vector<std::string> arguments = {};
    std::string text = {}; // standard input
};

struct Subject {
    std::vector<testcase::File> files; // the first is the program, the others what it includes
    std::vector<std::string> options;  // for compilers: -std=, -D
    std::vector<Input> inputs{Input{}};
    std::chrono::seconds limit{10}; // of one run
};

// What a run shows.
struct Behaviour {
    std::string out;
    int exit = 0;
    bool operator==(const Behaviour&) const = default;
};

// The subject as a test: for one of its inputs, in the standard that its options name.
testcase::TestCase test_of(const Subject& subject, size_t input = 0);
// What a program was seen to do without optimisation is what it must do.
void expect(testcase::TestCase& test, const Behaviour& seen);

enum class CoverageSource : uint8_t { Regions, Lines, Both };

// A clang of any version, and the tools that read its source-based coverage. An Error says what is missing.
struct CoverageCompiler {
    std::string path, profdata, cov;
};
base::Result<CoverageCompiler> coverage_compiler();
inline const std::vector<std::string> kCoverageOptions{"-fprofile-instr-generate", "-fcoverage-mapping"};

class Laboratory {
  public:
    // The sandbox and the subject outlive it.
    static base::Result<Laboratory> open(sandbox::Sandbox& sandbox, const Subject& subject);

    // What each input gives: the same twice, and with GCC as with Clang. `may_differ`: it asks for the time
    // or the like, so the second look comes a second later.
    base::Result<std::vector<Behaviour>> behaviour(bool may_differ);
    // Over all inputs.
    base::Result<std::vector<Coverage>> coverage(CoverageSource source);

    // Another text in place of the program: what each input gives with this compiler at -O0. Further files
    // are compiled with it.
    base::Result<std::vector<Behaviour>> try_text(const std::string& compiler, const std::string& text,
                                                  const std::vector<std::string>& options = {},
                                                  const std::vector<std::string>& sources = {});

    sandbox::Sandbox& sandbox() { return *sandbox_; }
    const std::string& gcc() const { return gcc_; }
    const std::string& clang() const { return clang_.path; }

  private:
    Laboratory(sandbox::Sandbox& sandbox, const Subject& subject) : sandbox_(&sandbox), subject_(&subject) {}
    base::Result<void> build(const std::string& compiler, const std::string& source,
                             const std::vector<std::string>& options, const std::string& product);
    base::Result<std::vector<Behaviour>> run_all(const std::string& product, const std::string& profile = {});
    base::Result<Coverage> regions();
    base::Result<Coverage> lines();
    base::Result<std::string> tool(const std::vector<std::string>& argv);
    const std::string& name() const { return subject_->files[0].name; }

    sandbox::Sandbox* sandbox_;
    const Subject* subject_;
    std::string gcc_, gcov_; // without gcov, no coverage of lines
    CoverageCompiler clang_;
};

// The commands that are missing for it and how to get them; empty: none.
std::string laboratory_missing();

} // namespace assay::source
