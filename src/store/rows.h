// Rows as values and back. Only this room includes it.
#pragma once

#include "store/database.h"

namespace assay::store {

inline int64_t as_sql(uint64_t value) { return static_cast<int64_t>(value); }
inline uint64_t as_number(const SQLite::Column& column) { return static_cast<uint64_t>(column.getInt64()); }

inline constexpr const char* kFindingColumns =
    "SELECT id, bug, number, member, kind, compiler, options, target, method, title, detail ";
Finding read_finding(SQLite::Statement& row);

Bug read_bug(SQLite::Database& db, SQLite::Statement& row);
void write_bug(SQLite::Database& db, const Bug& bug);

std::optional<int64_t> find_bug_titled(SQLite::Database& db, const std::string& title);
void add_title(SQLite::Database& db, const std::string& title, int64_t bug);

} // namespace assay::store
