// The SQLite file behind a Store, and the one place where the library's exceptions become Results. Only this
// room includes it.
#pragma once

#include "store/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

namespace assay::store {

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
    Database(std::string of_folder, Lock held, int flags);

    std::string folder;
    Lock lock;
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
            return base::Error{explain(error)};
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

    std::string explain(const SQLite::Exception& error) const;
    void check_format();
};

} // namespace assay::store
