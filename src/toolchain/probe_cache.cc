#include "toolchain/probe_cache.h"

#include "base/file.h"
#include "base/hash.h"
#include "toolchain/features.h"
#include "toolchain/listing.h"
#include "toolchain/machine.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Changes whenever a new version asks more or other questions, other than of features.
constexpr int kQuestions = 3;

uint64_t questions() {
    std::string all = std::to_string(kQuestions);
    for (const Feature& feature : features()) all += feature.code;
    return base::hash_text(all);
}

std::string stamp_of_file(const std::string& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return "none";
    return fmt::format("{}.{}.{}", about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

std::string key_of(const Family& family, const Candidate& candidate) {
    return fmt::format("{} {} {} {}", family.name(), candidate.name, candidate.path, candidate.detail);
}

// What an answer depends on. Installing a library can give a compiler new abilities, so the list of Debian's
// packages counts too.
std::string stamp_of(const Candidate& candidate) {
    return fmt::format("{:016x} {} {} {:016x}", questions(), stamp_of_file(real_path(candidate.path)),
                       stamp_of_file("/var/lib/dpkg/status"), base::hash_text(processor()));
}

} // namespace

std::string ProbeCache::usual_file() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache && *cache == '/') return fmt::format("{}/assay/compilers.json", cache);
    if (home && *home == '/') return fmt::format("{}/.cache/assay/compilers.json", home);
    return "";
}

ProbeCache::ProbeCache(std::string file) : file_(std::move(file)) {
    if (file_.empty()) return;
    const auto text = base::read_file(file_);
    if (!text) return;
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object()) return;
    for (const auto& [key, entry] : json.items())
        if (entry.is_object()) entries_[key] = entry.dump();
}

std::optional<Compiler> ProbeCache::find(const Family& family, const Candidate& candidate) const {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(key_of(family, candidate));
    if (entry == entries_.end()) return std::nullopt;
    const Json json = Json::parse(entry->second, nullptr, false);
    if (json.value("stamp", "") != stamp_of(candidate) || !json.contains("compiler")) return std::nullopt;
    auto compiler = from_json(json["compiler"].dump(), family);
    if (!compiler) return std::nullopt;
    compiler->aliases = candidate.aliases;
    return std::move(*compiler);
}

void ProbeCache::keep(const Candidate& candidate, const Compiler& compiler) {
    const std::lock_guard lock(mutex_);
    Json entry;
    entry["stamp"] = stamp_of(candidate);
    entry["compiler"] = Json::parse(to_json(compiler));
    entries_[key_of(*compiler.family, candidate)] = entry.dump();
    changed_ = true;
}

void ProbeCache::save() {
    const std::lock_guard lock(mutex_);
    if (file_.empty() || !changed_) return;
    Json all = Json::object();
    for (const auto& [key, entry] : entries_) all[key] = Json::parse(entry, nullptr, false);
    std::error_code ignored;
    fs::create_directories(fs::path(file_).parent_path(), ignored);
    // Another Assay may read or write it now.
    const std::string fresh = fmt::format("{}.{}", file_, ::getpid());
    if (!base::write_file(fresh, all.dump())) return;
    fs::rename(fresh, file_, ignored);
    changed_ = false;
}

} // namespace assay::toolchain
