// Constants as C writes them, with exactly their value and type.
#pragma once

#include "base/int128.h"
#include "print/precedence.h"
#include "print/writer.h"
#include "program/target.h"
#include "program/types.h"

namespace assay::print {

enum class Radix : uint8_t { Decimal, Hex, Octal };

class Constants {
  public:
    explicit Constants(const program::Platform& platform);

    // An integer of a basic type, from canonical bits. Types narrower than int and wider than 64 bits need a
    // cast, which binds as the result of precedence() says.
    Prec precedence(program::TypeKind kind, base::UInt128 bits) const;
    void put_integer(Writer& out, program::TypeKind kind, base::UInt128 bits,
                     Radix radix = Radix::Decimal) const;

    // Exact in every standard: decimal if its digits say all, else hexadecimal, or as many digits as it
    // takes.
    void put_real(Writer& out, program::TypeKind kind, double value, bool hex = false) const;

    bool fits(program::TypeKind kind, base::UInt128 bits,
              program::TypeKind to) const; // the value, as mathematics has it

    base::UInt128 smallest(program::TypeKind kind) const;
    base::UInt128 largest(program::TypeKind kind) const;

  private:
    program::Target target_;
    bool cxx_;
    bool has_hex_floats_;

    void put_wide(Writer& out, program::TypeKind kind, base::UInt128 bits, Radix radix) const;
};

// A value that is converted at once, so that its type does not matter: no suffix, no cast where int holds it.
void put_plain_integer(Writer& out, int64_t value);
bool is_plain_integer(program::TypeKind kind, base::UInt128 bits); // would int hold it?

void put_character(Writer& out, uint8_t code);

} // namespace assay::print
