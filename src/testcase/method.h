// Method: a way to make test cases. One file of implementation and one line in a registry each; whatever else
// Assay must know of a method, the method says here itself.
#pragma once

#include "base/result.h"
#include "choice/policy.h"
#include "choice/tally.h"
#include "testcase/test_case.h"

#include <memory>
#include <string_view>

namespace assay::testcase {

// What a user asks of a method.
struct Settings {
    std::string language = "c"; // of language.h
    std::string target = "lp64";
    choice::Policy policy;

    // Those that methods declare (Method::settings_for), by name. Empty: not set, so the method decides.
    const std::string& operator[](std::string_view name) const;
    void set(std::string_view name, std::string value);
    bool is_off(std::string_view name) const { return (*this)[name] == "off"; }

    // What was asked for beside what the test case says itself (language and target), by name.
    std::map<std::string, std::string> changed() const;

  private:
    std::map<std::string, std::string, std::less<>> values_;
};

// A setting that a method takes. `assay generate` has an option for each.
struct Setting {
    enum class Kind : uint8_t {
        Text,
        Files,  // names of files, with commas between them
        Folder, // the name of a folder
        Switch, // "off", or not set
    };
    std::string_view name;                // as Settings::changed calls it
    std::vector<std::string> values = {}; // empty: any text
    std::string_view help = {};           // for the option
    Kind kind = Kind::Text;
    bool any_language = false; // what it names may be of a language that the method does not know
};
// "a.g4,b.g4": the values of Kind::Files.
std::vector<std::string> files_of(std::string_view value);

// What a method misses on this machine.
struct Lack {
    bool off = true;    // it can make nothing without it
    std::string effect; // otherwise: "prune starts from programs of grow alone"
    std::string why;    // with the command that helps
};

class Method {
  public:
    virtual ~Method() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    // How often a hunt takes it, beside the other methods; 0: only where it is named.
    virtual uint32_t default_weight() const { return 1; }
    virtual std::vector<Lack> lacks() const { return {}; }
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
    // Which member of a group a test is says this setting of its origin; the first has none. Empty: its
    // groups have one test.
    virtual std::string_view member_setting() const { return {}; }
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
// The settings of the method that the origin of a test names.
base::Result<Settings> settings_of(const TestCase& test, const Method& method);
// Why the method can make nothing on this machine; empty: it can.
std::string why_off(const Method& method);

} // namespace assay::testcase
