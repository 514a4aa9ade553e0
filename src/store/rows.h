// Rows as values and back. Only this room includes it.
#pragma once

#include "store/database.h"

namespace assay::store {

inline int64_t as_sql(uint64_t value) { return static_cast<int64_t>(value); }
inline uint64_t as_number(const SQLite::Column& column) { return static_cast<uint64_t>(column.getInt64()); }

// A change with up to two numbers in it: ?1 and ?2.
inline void execute(SQLite::Database& db, const char* change, int64_t first, int64_t second = 0) {
    SQLite::Statement step(db, change);
    for (int i = 1; i <= step.getBindParameterCount(); ++i) step.bind(i, i == 1 ? first : second);
    step.exec();
}

inline constexpr const char* kFindingColumns =
    "SELECT id, bug, number, member, kind, compiler, options, target, method, title, detail ";
Finding read_finding(SQLite::Statement& row);

Bug read_bug(SQLite::Database& db, SQLite::Statement& row);
void write_bug(SQLite::Database& db, const Bug& bug);

std::optional<Bug> find_bug(SQLite::Database& db, int64_t id);
int64_t add_bug(SQLite::Database& db, const Bug& bug); // kind, compiler, title and state
// Gives `to` the reduction of `from` unless its own is better; `from` has none then.
void move_reduction(SQLite::Database& db, int64_t from, int64_t to);
// The number of a bug that is gone leads to `bug` from now on, and so do those that led to it.
void forward(SQLite::Database& db, int64_t number, int64_t bug);

std::optional<int64_t> find_bug_titled(SQLite::Database& db, const std::string& title);
void add_title(SQLite::Database& db, const std::string& title, int64_t bug);

} // namespace assay::store
