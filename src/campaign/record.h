// Record: the configuration and compilers of a campaign, kept in its store. Commands about the campaign use
// the same compilers and limits, and a hunt that resumes with others says so.
#pragma once

#include "campaign/config.h"
#include "store/store.h"
#include "toolchain/family.h"

namespace assay::campaign {

// A compiler when a hunt last used it.
struct RecordedCompiler {
    std::string name, family, path, version, banner, hash;
    std::string file, file_text; // the assay.toml that defines it; empty: Assay knows it by itself
    std::string root = {};       // the file system that it lives in; empty: the machine's
};

struct Record {
    std::string assay; // version of Assay
    uint64_t seed = 1;
    std::map<std::string, uint32_t> methods; // with their weights
    std::vector<std::string> options;        // sets, options separated by blanks; empty: those of each family
    std::vector<std::string> compilers;      // of the last hunt
    std::map<std::string, std::string> more; // by the names of assay.toml: setups_per_test, policy.grow, ...
    std::optional<std::chrono::seconds> compile_limit, run_limit;
    std::string file, file_text; // assay.toml
};

Record record_of(const Config& config, const std::vector<toolchain::Compiler>& compilers);
base::Result<void> save_record(store::Store& store, const Record& record);
// Empty: the campaign has not started, or an older Assay kept no record.
base::Result<std::optional<Record>> load_record(store::Store& store);

// Every compiler of every hunt so far, as of the last hunt that used it.
base::Result<void> note_compilers(store::Store& store, const std::vector<toolchain::Compiler>& compilers,
                                  const Config& config);
base::Result<std::map<std::string, RecordedCompiler>> noted_compilers(store::Store& store);
// What has changed since: "version 12.2.0 then, 12.3.0 now". Empty: nothing.
std::string change_of(const RecordedCompiler& then, const toolchain::Compiler& now);

// The limits that the campaign's tests run under.
base::Result<Config> recorded_limits(store::Store& store);

// What differs from the configuration of the campaign so far, one line each, except the seed.
std::vector<std::string> differences(const Record& then, const Record& now);

} // namespace assay::campaign
