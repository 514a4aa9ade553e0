// Record: what a campaign was made with, as its store keeps it. Commands about the campaign work with the
// same compilers and limits without being told again, and a hunt that goes on with something else says so.
#pragma once

#include "campaign/config.h"
#include "store/store.h"
#include "toolchain/family.h"

namespace assay::campaign {

// A compiler as it was when a hunt used it last.
struct RecordedCompiler {
    std::string name, family, path, version, banner, hash;
};

struct Record {
    std::string assay; // its version
    uint64_t seed = 1;
    std::map<std::string, uint32_t> methods; // with their weights
    std::vector<std::string> options;        // sets, with blanks between; empty: those of each family
    std::vector<std::string> compilers;      // of the last hunt
    std::map<std::string, std::string> more; // by the names of assay.toml: setups_per_test, policy.grow, ...
    std::optional<std::chrono::seconds> compile_limit, run_limit;
    std::string file, file_text; // assay.toml
};

Record record_of(const Config& config, const std::vector<toolchain::Compiler>& compilers);
base::Result<void> save_record(store::Store& store, const Record& record);
// Empty: it was made by a version of Assay that kept none, or has not begun.
base::Result<std::optional<Record>> load_record(store::Store& store);

// Every compiler of every hunt so far, as it was in the last one that used it.
base::Result<void> note_compilers(store::Store& store, const std::vector<toolchain::Compiler>& compilers);
base::Result<std::map<std::string, RecordedCompiler>> noted_compilers(store::Store& store);
// What is different now: "version 12.2.0 then, 12.3.0 now". Empty: nothing.
std::string change_of(const RecordedCompiler& then, const toolchain::Compiler& now);

// The limits that the campaign runs its tests with.
base::Result<Config> recorded_limits(store::Store& store);

// What a hunt goes on with that is not what the campaign was made with, one line each, apart from the seed.
std::vector<std::string> differences(const Record& then, const Record& now);

} // namespace assay::campaign
