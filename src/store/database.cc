#include "store/database.h"

#include "store/migration.h"
#include "store/schema.h"
#include "store/unfinished.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::store {
namespace {

// Also the folders above it.
base::Result<void> make_folder(const std::string& path) {
    for (size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
        const std::string part = path.substr(0, at);
        if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST)
            return base::Error{fmt::format("cannot make the folder {}: {}", part, std::strerror(errno))};
        if (at == std::string::npos) return {};
    }
}

std::string reason(const std::string& path, const char* what) { return fmt::format("{}: {}", path, what); }

} // namespace

std::string file_in(const std::string& folder) { return folder + "/assay.db"; }

base::Result<void> has_plain_files(const std::string& folder) {
    for (const char* name : {"/assay.db", "/assay.db-wal", "/assay.db-shm", "/assay.db-journal", "/lock"}) {
        struct stat about {};
        if (::stat((folder + name).c_str(), &about) == 0 && !S_ISREG(about.st_mode))
            return base::Error{reason(folder + name, "it is not a regular file")};
    }
    return {};
}

base::Result<void> is_there(const std::string& folder) {
    const std::string path = file_in(folder);
    if (auto plain = has_plain_files(folder); !plain) return plain;
    if (::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) == 0) return {};
    if (errno != ENOENT && errno != ENOTDIR) return base::Error{reason(path, std::strerror(errno))};
    return base::Error{
        fmt::format("{}: there is no campaign here; run `assay hunt` first, or name its folder "
                    "with --campaign",
                    folder)};
}

std::optional<FileId> FileId::of(const std::string& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) return std::nullopt;
    return FileId{about.st_dev, about.st_ino};
}

Lock::~Lock() {
    if (fd_ >= 0) ::close(fd_);
}

base::Result<Lock> Lock::take(const std::string& folder) {
    const std::string path = folder + "/lock";
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return base::Error{reason(path, std::strerror(errno))};
    Lock lock(fd);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        char holder[32] = {};
        const ssize_t got = ::read(fd, holder, sizeof holder - 1);
        return base::Error{
            fmt::format("{}: another campaign is running here{}; wait for it, stop it, or name "
                        "another folder with --campaign",
                        folder, got > 0 ? fmt::format(" (process {})", holder) : "")};
    }
    const std::string own = std::to_string(::getpid());
    if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, own.data(), own.size(), 0) < 0)
        return base::Error{reason(path, std::strerror(errno))};
    return lock;
}

std::string Store::Database::explain(const std::string& folder, const SQLite::Exception& error) {
    const std::string path = file_in(folder);
    switch (error.getErrorCode()) {
    case SQLITE_FULL:
        return fmt::format(
            "{}: the disk is full; nothing that was stored is lost. Make room, then run the same "
            "command again",
            path);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: return fmt::format("{}: this is not a campaign of Assay ({})", path, error.what());
    default: return fmt::format("{}: {}", path, error.what());
    }
}

// The tables of a campaign run nothing of somebody else's: with a view or a trigger a query could take for
// ever, and with the program of an index call functions.
void Store::Database::check_schema() {
    file.exec("PRAGMA trusted_schema = OFF");
    const int strange =
        file.execAndGet("SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index') "
                        "OR sql LIKE 'CREATE VIRTUAL%'")
            .getInt();
    if (strange > 0) throw SQLite::Exception("this is not a campaign of Assay (it has views or triggers)");
}

int Store::Database::check_format() {
    check_schema();
    const int found = file.execAndGet("PRAGMA user_version").getInt();
    if (found >= kOldestFormat && found <= kFormat) return found;
    throw SQLite::Exception(fmt::format("made by a newer version of Assay (format {}, this one reads up to "
                                        "{}); update Assay, or name another folder with --campaign",
                                        found, kFormat));
}

Store::Database::Database(std::string of_folder, Lock held, const std::string& name, int flags)
    : folder(std::move(of_folder)), lock(std::move(held)), file(name, flags) {}

base::Result<Store> Store::open_for_writing(const std::string& folder) {
    if (auto made = make_folder(folder); !made) return made.error();
    if (auto plain = has_plain_files(folder); !plain) return plain.error();
    auto lock = Lock::take(folder);
    if (!lock) return lock.error();
    try {
        auto db = std::make_unique<Database>(folder, std::move(*lock), file_in(folder),
                                             SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        db->file.setBusyTimeout(10'000);
        auto ready = db->attempt([&] {
            db->file.exec("PRAGMA journal_mode = WAL");
            db->file.exec(
                "PRAGMA synchronous = NORMAL"); // a power cut may undo the last tests, never half of one
            db->file.exec("PRAGMA foreign_keys = ON");
            SQLite::Transaction transaction(db->file, SQLite::TransactionBehavior::IMMEDIATE);
            if (db->file.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0) {
                db->file.exec(kSchema);
                db->file.exec(kMergedTable);
                db->file.exec(kUnjudgedTable);
                db->file.exec(fmt::format("PRAGMA user_version = {}", kFormat));
            }
            if (const int format = db->check_format(); format < kFormat) migrate(db->file, format);
            store::put_back_unfinished(db->file, true);
            transaction.commit();
        });
        if (!ready) return ready.error();
        db->id = FileId::of(file_in(folder));
        return Store(std::move(db));
    } catch (const SQLite::Exception& error) {
        return base::Error{reason(file_in(folder), error.what())};
    }
}

base::Result<Store> Store::open_existing(const std::string& folder) {
    if (auto there = is_there(folder); !there) return there.error();
    return open_for_writing(folder);
}

Store::Store(std::unique_ptr<Database> database) : db_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const std::string& Store::folder() const { return db_->folder; }

base::Result<void> Store::still_there() const {
    const auto now = FileId::of(file_in(folder()));
    if (now && now == db_->id) return {};
    return base::Error{fmt::format("{}: the campaign was {} while it ran; what was found after that is lost",
                                   folder(), now ? "replaced by another one" : "deleted")};
}

} // namespace assay::store
