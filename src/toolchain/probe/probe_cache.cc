#include "toolchain/probe/probe_cache.h"

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "toolchain/listing.h"
#include "toolchain/probe/features.h"
#include "toolchain/probe/machine.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Changes whenever a new version asks more or other questions, other than of features.
constexpr int kQuestions = 8;

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
    return fmt::format("{} {} {} {} {}", family.name(), candidate.name, candidate.path, candidate.detail,
                       candidate.root);
}

// What an answer depends on. Installing a library can give a compiler new abilities, so the list of Debian's
// packages counts too.
std::string stamp_of(const Candidate& candidate) {
    return fmt::format("{:016x} {} {} {:016x}", questions(),
                       stamp_of_file(host_path(candidate.root, candidate.path)),
                       stamp_of_file(candidate.root + "/var/lib/dpkg/status"), base::hash_text(processor()));
}

using Entries = std::map<std::string, std::string>;

Entries read_entries(const std::string& file) {
    Entries entries;
    if (file.empty()) return entries;
    const auto text = base::read_file(file);
    if (!text) return entries;
    const Json json = base::parsed_json<Json>(*text);
    if (!json.is_object()) return entries;
    for (const auto& [key, entry] : json.items())
        if (entry.is_object()) entries[key] = base::json_text(entry);
    return entries;
}

// Held as long as it lives. The lock of a process that dies goes with it.
class WritersTurn {
  public:
    explicit WritersTurn(const std::string& path)
        : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (fd_ < 0) return;
        do taken_ = ::flock(fd_, LOCK_EX) == 0;
        while (!taken_ && errno == EINTR);
    }
    ~WritersTurn() {
        if (fd_ >= 0) ::close(fd_);
    }
    WritersTurn(const WritersTurn&) = delete;
    WritersTurn& operator=(const WritersTurn&) = delete;
    bool taken() const { return taken_; }

  private:
    int fd_;
    bool taken_ = false;
};

} // namespace

std::string ProbeCache::usual_file() {
    const std::string folder = base::cache_folder();
    return folder.empty() ? "" : folder + "/compilers.json";
}

ProbeCache::ProbeCache(std::string file) : file_(std::move(file)), entries_(read_entries(file_)) {}

std::optional<Compiler> ProbeCache::find(const Family& family, const Candidate& candidate) const {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(key_of(family, candidate));
    if (entry == entries_.end()) return std::nullopt;
    const Json json = base::parsed_json<Json>(entry->second);
    const auto stamp = json.find("stamp");
    if (stamp == json.end() || *stamp != stamp_of(candidate) || !json.contains("compiler"))
        return std::nullopt; // of another time, or damaged
    auto compiler = from_json(json["compiler"].dump(), family);
    if (!compiler) return std::nullopt;
    compiler->aliases = candidate.aliases;
    return std::move(*compiler);
}

void ProbeCache::keep(const Candidate& candidate, const Compiler& compiler) {
    const std::lock_guard lock(mutex_);
    Json entry;
    entry["stamp"] = stamp_of(candidate);
    entry["compiler"] = base::parsed_json<Json>(to_json(compiler));
    const std::string key = key_of(*compiler.family, candidate);
    entries_[key] = base::json_text(entry);
    add_to_file(key, entries_[key]);
}

// Another Assay may read or write the file now: a reader sees the old one or the new one, writers come one
// after the other.
void ProbeCache::add_to_file(const std::string& key, const std::string& entry) const {
    if (file_.empty()) return;
    std::error_code ignored;
    fs::create_directories(fs::path(file_).parent_path(), ignored);
    const WritersTurn turn(file_ + ".lock");
    if (!turn.taken()) return;
    Entries entries = read_entries(file_);
    entries[key] = entry;
    Json all = Json::object();
    for (const auto& [name, text] : entries) all[name] = base::parsed_json<Json>(text);
    const std::string fresh = file_ + ".new";
    if (base::write_file(fresh, base::json_text(all))) fs::rename(fresh, file_, ignored);
}

} // namespace assay::toolchain
