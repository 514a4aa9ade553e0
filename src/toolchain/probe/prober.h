// Prober: asks a program questions in a sandbox and keeps what is needed to understand the answers.
#pragma once

#include "base/words.h"
#include "sandbox/sandbox.h"
#include "toolchain/family.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

using Words = std::vector<std::string>;

using base::concat;

class Prober {
  public:
    // The folder of the sandbox is cleared. `root`: where the programs asked live; empty: on this machine.
    Prober(sandbox::Sandbox& sandbox, std::string root,
           std::chrono::milliseconds patience = std::chrono::seconds(10));

    testcase::Execution ask(const Words& argv, const Words& environment = {});
    bool succeeds(const Words& argv) { return ask(argv).ok(); }
    void write(const std::string& name, std::string_view text);
    std::string read(const std::string& name); // empty if it cannot be read
    bool exists(const std::string& name) const { return sandbox_->exists(name); }
    void remove(const std::string& name) { sandbox_->remove(name); }

    // Has the sandbox worked all the time?
    base::Result<void> state() const;

  private:
    sandbox::Sandbox* sandbox_;
    std::string root_;
    std::chrono::milliseconds patience_;
    base::Result<void> state_;
};

// Why a question went wrong, in one line: "it was killed by signal 11", or the first thing it said.
std::string reason(const testcase::Execution& answer);

// The macros that a C compiler predefines, from the output of -dM -E.
using Macros = std::map<std::string, std::string, std::less<>>;
Macros macros_from(std::string_view listing);

// A program that prints the data model it was compiled for, and the name of that model.
std::string_view model_program();
std::string model_from(std::string_view printed); // "lp64-uchar"; empty: that is none
// "lp64" <-> "lp64-uchar"
std::string with_other_char(const std::string& model);

} // namespace assay::toolchain
