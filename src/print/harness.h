// The harness: what is around a program's functions so that it shows what it computed (see print.h). Only
// this room includes it.
#pragma once

#include "print/printer.h"

#include <string>

namespace assay::print {

struct HarnessText {
    std::string declarations; // for the header, if several files call its functions
    std::string definitions;
    std::string main; // with the tables that it compares with
    std::string expected;
};

// A program that is one of several in a text: what stands for main, and what its line of output begins with.
struct PartName {
    std::string function;
    std::string label;
};

// After all functions have been written: then it is known what they call. `part`: null, or the definitions
// are left to write_shared_harness. `entry_text`: lines that stand for the call of the entry; without them
// it is called.
HarnessText write_harness(Printer& printer, const Program& program, const semantics::Meaning& meaning,
                          bool several_files, const PartName* part = nullptr,
                          std::optional<std::string_view> entry_text = {});

// What several programs with checksums use together, by what any of them needs.
std::string write_shared_harness(const std::array<bool, kHarnessPartCount>& needed);

// main's part for the final values of globals.
class Finals {
  public:
    Finals(Printer& printer, const Program& program, const semantics::Meaning& meaning, Writer& main,
           Writer& tables);
    void write();

  private:
    using Range = std::span<const semantics::FinalValue>;

    Printer& printer_;
    const Program& p_;
    const semantics::Meaning& meaning_;
    Writer& main_;
    Writer& tables_;
    std::string path_;     // the lvalue being shown: g.a[i0]
    std::string position_; // in the table: i0 * 4 + i1
    uint32_t loops_ = 0;
    uint32_t tables_made_ = 0;
    uint32_t hashes_made_ = 0;
    std::string hash_; // SelfCheck: the variable that values are mixed into; empty: they are compared
    std::string loop_stem_;
    std::vector<int64_t> leaf_counts_; // by TypeId; see leaves()

    void show(TypeId type, Range range, uint32_t depth);
    void show_parts(TypeId type, Range range, uint32_t depth);
    void show_loop(TypeId type, Range range, uint32_t depth);
    void show_mixed(const semantics::FinalValue& value);
    void compare(const semantics::FinalValue& value);
    bool compare_array(TypeId type, Range range);
    void compare_elements(TypeId type, const semantics::Scalar* all_equal, std::string_view table);
    std::string write_table(TypeKind kind, Range range);
    void compare_hash(TypeId type, Range range, uint32_t depth);
    void begin_loop(uint32_t count);
    int64_t leaves(TypeId type); // scalars that are shown; -1: depends on what was stored
    std::string loop_name(uint32_t loop) const { return loop_stem_ + std::to_string(loop); }
};

} // namespace assay::print
