// ProbeCache: what compilers answered the last time, so that only new ones are asked. An entry holds as long
// as the program, the processor and the installed packages are the same.
#pragma once

#include "toolchain/family.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace assay::toolchain {

class ProbeCache {
  public:
    // Forgets everything at the end.
    ProbeCache() = default;
    // Kept in a file; a missing or damaged one is an empty cache, because it can always be made again.
    explicit ProbeCache(std::string file);
    // $XDG_CACHE_HOME/assay/compilers.json or ~/.cache/assay/compilers.json; empty: nowhere.
    static std::string usual_file();

    std::optional<Compiler> find(const Family& family, const Candidate& candidate) const;
    // At once also in the file, if there is one: a search that is interrupted keeps the answers it has. What
    // another process wrote meanwhile stays. A cache that cannot be written is no failure.
    void keep(const Candidate& candidate, const Compiler& compiler);

  private:
    std::string file_;
    mutable std::mutex mutex_;
    std::map<std::string, std::string> entries_; // a compiler as JSON, by what it depends on

    void add_to_file(const std::string& key, const std::string& entry) const;
};

} // namespace assay::toolchain
