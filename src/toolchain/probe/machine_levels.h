// What a machine can be beyond its plainest form: levels, vector units, extensions. As options that gcc and
// clang take, or at least one of them. A level is offered only after a program compiled for it ran right.
#pragma once

#include "toolchain/probe/prober.h"

namespace assay::toolchain {

// Of the machine that a compiler makes code for, by the macros it defines. Option sets, each a text:
// "-march=rv64gcv_zvl256b -mrvv-vector-bits=zvl". Empty: none is known.
Words machine_levels(const Macros& macros);

} // namespace assay::toolchain
