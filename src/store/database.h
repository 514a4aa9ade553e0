// The SQLite file behind a Store, and the one place where the library's exceptions become Results. Only this
// room includes it.
#pragma once

#include "base/temporary_folder.h"
#include "store/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

namespace assay::store {

std::string file_in(const std::string& folder);
// No pipe that would be waited for: the folder may be somebody else's.
base::Result<void> has_plain_files(const std::string& folder);
// Is there a campaign that may be read? An Error says what to do.
base::Result<void> is_there(const std::string& folder);

// Which file a path leads to now; empty: none.
struct FileId {
    uint64_t device = 0, number = 0;
    bool operator==(const FileId&) const = default;
    static std::optional<FileId> of(const std::string& path);
};

// Keeps other writers out as long as it lives.
class Lock {
  public:
    Lock() = default;
    explicit Lock(int fd) : fd_(fd) {}
    ~Lock();
    Lock(Lock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Lock& operator=(Lock&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    static base::Result<Lock> take(const std::string& folder);

  private:
    int fd_ = -1;
};

struct Store::Database {
    // `name`: of the file; an address of SQLite's (file:...) with the flag OPEN_URI.
    Database(std::string of_folder, Lock held, const std::string& name, int flags);

    std::string folder;
    Lock lock;
    std::optional<FileId> id;                  // of the file that was opened
    std::optional<base::TemporaryFolder> copy; // holds the file instead of the folder
    SQLite::Database file;

    // Runs `work` and turns what SQLite throws into an Error that says what to do.
    template <typename Work> auto attempt(Work&& work) -> base::Result<decltype(work())> {
        try {
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                return {};
            } else {
                return work();
            }
        } catch (const SQLite::Exception& error) {
            return base::Error{explain(folder, error)};
        }
    }
    // The same in a transaction: all of it or nothing.
    template <typename Work> auto transact(Work&& work) {
        return attempt([&] {
            SQLite::Transaction transaction(file, SQLite::TransactionBehavior::IMMEDIATE);
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                transaction.commit();
            } else {
                auto value = work();
                transaction.commit();
                return value;
            }
        });
    }

    static std::string explain(const std::string& folder, const SQLite::Exception& error);
    // The format of the file, which this program can read. Throws if there is anything in it but tables.
    int check_format();

  private:
    void check_schema();
};

} // namespace assay::store
