// What cross compilers have in common: target triples and the emulators that run their programs.
#pragma once

#include "base/result.h"
#include "toolchain/probe/prober.h"

#include <string>
#include <string_view>

namespace assay::toolchain {

// The emulator's name for a triple: "qemu-aarch64" for aarch64-linux-gnu; empty: none is known.
std::string emulator_for(std::string_view triple);
// Does this machine run programs of the triple by itself?
bool runs_natively(std::string_view triple);
// What stands before a program of the triple to run it: nothing, or the emulator and where libraries are.
base::Result<Words> emulation(const Programs& programs, std::string_view name, std::string_view triple);
// The folder of the triple's C library on Debian: /usr/aarch64-linux-gnu.
std::string sysroot(std::string_view triple);

// The CPU models of an emulator (qemu) that can be any machine, of what it answers to "-cpu help".
Words versatile_cpus(std::string_view emulator, std::string_view listing);
// The CPU that the emulator must be for programs of these options: "rv64,v=true,vlen=256". Empty: its usual
// one will do, or nothing is known. `cpus`: of versatile_cpus().
std::string emulated_cpu(std::string_view emulator, const Words& cpus, const Words& options);
// What stands before a program of these options to run it: nothing, or an emulator that is told to be the
// machine that the options are for.
Words runner_for(const Compiler& compiler, const Words& options);

} // namespace assay::toolchain
