// Method: a way to make test cases. One file of implementation and one line in generate/registry.cc each.
#pragma once

#include "base/result.h"
#include "choice/policy.h"
#include "choice/tally.h"
#include "testcase/test_case.h"

#include <memory>
#include <string_view>

namespace assay::testcase {

// What a user may ask of methods. No method takes all of it: see Method::settings_for.
struct Settings {
    std::string language = "c"; // "c", "c++", "java", "python"
    std::string standard;       // empty: the method chooses
    std::string target = "lp64";
    std::string size;                  // empty: the method's mix
    std::string harness;               // empty: the method chooses
    std::string layout;                // into how many files; empty: the method chooses
    std::string dialect;               // "plain": no extensions of the language; empty: as the method likes
    std::string strategy;              // of selecting identifiers; empty: the method's mix
    std::string from;                  // the method whose programs are the start; empty: a trivial one
    std::vector<std::string> grammars; // files; empty: the method's own
    std::string programs;              // a folder of programs to start from; empty: the method's own
    bool policies = true;
    choice::Policy policy;

    // What was asked for beside what the test case says itself (language and target), by name.
    std::map<std::string, std::string> changed() const;
};

// One of Settings that a method takes.
struct Setting {
    std::string_view name;                // as Settings::changed calls it
    std::vector<std::string> values = {}; // empty: any text
};

class Method {
  public:
    virtual ~Method() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    virtual std::vector<std::string> languages() const { return {"c"}; }
    // Data models; empty: any. A method that runs its programs itself makes those of this machine.
    virtual std::vector<std::string> targets(std::string_view /*language*/) const { return {}; }
    // What it takes for programs of a language, beside the language, the target and a policy.
    virtual std::vector<Setting> settings_for(std::string_view /*language*/) const { return {}; }
    // Does it know what its programs print? Else the validity ladder must say it where setups differ.
    virtual bool knows_answers() const { return false; }
    // The same seed and settings give the same test case.
    virtual base::Result<TestCase> make(uint64_t seed, const Settings& settings) = 0;
    // Where one seed gives several tests that must agree: all of them, the first being make(seed, settings).
    // An empty group: this seed gives nothing that can be used.
    virtual base::Result<TestGroup> make_group(uint64_t seed, const Settings& settings);
    // Several tests with consecutive seeds as one: each prints a line "<method>-<seed> ..." of its own, and
    // alone it is make(seed, batch_settings(first, settings)). Only where batches() says so.
    virtual bool batches(const Settings&) const { return false; }
    virtual Settings batch_settings(uint64_t first, const Settings& settings);
    virtual base::Result<TestCase> make_batch(uint64_t first, uint64_t count, const Settings& settings);
    // From any thread: a command that it waits for is killed, and what it was about to make fails.
    virtual void stop() {}
    // Every decision it takes, and how often each alternative was taken so far.
    virtual std::vector<const choice::Site*> sites() const = 0;
    virtual const choice::Tally& tally() const = 0;
};

// Does the method take every one of these settings, with these values? An Error names what it takes instead.
base::Result<void> check_settings(const Method& method, const Settings& settings);
bool takes(const Method& method, std::string_view language, std::string_view setting);
// "size (tiny, small), from (grow)"
std::string settings_text(const std::vector<Setting>& settings);

} // namespace assay::testcase
