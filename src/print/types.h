// Types as C writes them: declarators from the inside out, and the definitions that the types named so far
// need.
#pragma once

#include "print/writer.h"
#include "program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::print {

class SugarTable;

using program::TypeId;
using program::TypeKind;

// "int", "unsigned long": how C spells a basic type ("_Bool" in C).
std::string_view basic_spelling(TypeKind kind, bool cxx);
// "int", "ulong": as part of a name.
std::string_view short_name(TypeKind kind);

// `wanted`, with underscores behind it if the program has such a name itself.
std::string unused_name(const program::Program& program, std::string wanted);

class Types {
  public:
    explicit Types(const program::Program& program);

    // A declarator has a part before the name and one behind it: `int (*` x `)[3]`.
    void before(Writer& out, TypeId type);
    void after(Writer& out, TypeId type);
    void declare(Writer& out, TypeId type, std::string_view name); // int (*x)[3]
    void name(Writer& out, TypeId type) { out.put(name(type)); }
    std::string_view name(TypeId type); // int (*)[3]

    // Every type that before() or name() wrote is needed; an enumeration also by its enumerators.
    void need(TypeId type);

    // typedefs of vectors, enums, structs and unions, each before its first use.
    void define_needed(Writer& out);

    // Which fields of records have a method to be read by, if any.
    const SugarTable* sugar = nullptr;

  private:
    enum class State : uint8_t { Unknown, Declared, Defined };

    const program::Program& p_;
    const bool cxx_;
    std::vector<std::string> names_;        // by TypeId; empty: not made yet
    std::vector<bool> needed_;              // by TypeId, of types that need a definition
    std::vector<std::string> vector_names_; // by TypeId
    std::vector<State> records_;

    void specifier(Writer& out, TypeId type);
    std::string_view vector_name(TypeId type);
    void need_parts(TypeId type, std::vector<bool>& seen);
    void define_vector(Writer& out, TypeId type);
    void define_enum(Writer& out, TypeId type);
    void define_record(Writer& out, TypeId type);
    void declare_behind_pointers(Writer& out, TypeId type, TypeId around);
    void write_record(Writer& out, TypeId type);
};

} // namespace assay::print
