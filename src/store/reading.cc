// Store: opening a campaign to read it, also one that this process may not write.
#include "store/database.h"
#include "store/migration.h"
#include "store/schema.h"

#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>

namespace assay::store {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

// Size and time of the files of a campaign; equal ones were not written in between.
struct Stamp {
    struct Of {
        uintmax_t size = 0;
        fs::file_time_type time;
        bool operator==(const Of&) const = default;
    };
    Of file, log;
    bool operator==(const Stamp&) const = default;
};

std::string log_of(const std::string& folder) { return file_in(folder) + "-wal"; }

Stamp stamp_of(const std::string& folder) {
    const auto of = [](const std::string& path) {
        std::error_code missing;
        const uintmax_t size = fs::file_size(path, missing);
        return missing ? Stamp::Of{} : Stamp::Of{size, fs::last_write_time(path, missing)};
    };
    return {of(file_in(folder)), of(log_of(folder))};
}

// A campaign that runs goes on writing, so what was copied counts only if nothing changed meanwhile.
Result<base::TemporaryFolder> copied(const std::string& folder) {
    constexpr int kAttempts = 20;
    auto copy = base::TemporaryFolder::make();
    if (!copy) return copy.error();
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const Stamp before = stamp_of(folder);
        std::error_code failed, no_log;
        const auto replace = fs::copy_options::overwrite_existing;
        fs::copy_file(file_in(folder), file_in(copy->path()), replace, failed);
        if (failed)
            return Error{
                fmt::format("{}: cannot be copied to be read: {}", file_in(folder), failed.message())};
        fs::remove(log_of(copy->path()), no_log);
        if (before.log.size > 0) fs::copy_file(log_of(folder), log_of(copy->path()), replace, failed);
        if (failed)
            return Error{
                fmt::format("{}: cannot be copied to be read: {}", log_of(folder), failed.message())};
        for (const std::string& path : {file_in(copy->path()), log_of(copy->path())})
            fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, no_log);
        if (stamp_of(folder) == before) return copy;
    }
    return Error{fmt::format("{}: it changes all the time while it is read; try again", folder)};
}

// The name of a file in an address of SQLite's.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path)
        text += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                                                 : std::string(1, c);
    return text;
}

} // namespace

// Three ways, the cheapest one that works. In place, beside a campaign that may be running: a reader of a WAL
// file writes its index too, so it takes a folder that may be written, or an index that another process left.
// Without that nobody is writing either, and the file is all there is, if no log was left beside it. A log
// holds what is newest, so then both are copied to where SQLite may put them together.
Result<Store> Store::open_for_reading(const std::string& folder) {
    if (auto there = is_there(folder); !there) return there.error();
    bool refused = false; // for want of permission, or of a medium that can be written
    const auto open = [&](const std::string& name, int flags,
                          std::optional<base::TemporaryFolder> copy) -> Result<Store> {
        try {
            auto db = std::make_unique<Database>(folder, Lock(), name, flags);
            db->copy = std::move(copy);
            db->file.setBusyTimeout(10'000);
            if (const int format = db->check_format(); format < kFormat) stand_in(db->file, format);
            return Store(std::move(db));
        } catch (const SQLite::Exception& error) {
            const int code = error.getErrorCode() & 0xff; // without what SQLite adds to it
            refused = code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR;
            return Error{Database::explain(folder, error)};
        }
    };
    auto in_place = open(file_in(folder), SQLite::OPEN_READWRITE, std::nullopt);
    if (in_place || !refused) return in_place;
    if (stamp_of(folder).log.size == 0) {
        const std::string address = fmt::format("file:{}?immutable=1", escaped(file_in(folder)));
        return open(address, SQLite::OPEN_READONLY | SQLite::OPEN_URI, std::nullopt);
    }
    auto copy = copied(folder);
    if (!copy) return copy.error();
    const std::string name = file_in(copy->path());
    return open(name, SQLite::OPEN_READWRITE, std::move(*copy));
}

} // namespace assay::store
