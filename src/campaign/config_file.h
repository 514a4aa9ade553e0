// assay.toml: settings of a campaign. Settings that are not named keep their value.
//
//     seed = 7
//     jobs = 4
//     setups_per_test = 4
//     options = ["-O2", "-O3 -m32"]        # instead of those of each family
//     [methods]                            # by weight
//     grow = 3
//     csmith = 1
//     [policy]                             # weights of decisions (src/choice/policy.h), a file per method;
//     grow = "loops.toml"                  # a path is relative to this file
//     campaign = "setups.toml"             # the campaign's own: languages, targets, sizes, setups
//     [batch]                              # small programs in one translation unit
//     programs = 16
//     percent = 60                         # of the tests
//     [generator.mygen]                    # generate/external/user_generator.h
//     command = ["mygen", "{seed}"]
//     [limits]                             # of CPU time; by default by the size of the program
//     compile = "30s"
//     run = "10s"
//
// The toolchain reads the sections `compiler` (docs/add-a-compiler.md).
#pragma once

#include "campaign/config.h"

namespace assay::campaign {

// An Error names file, line and column.
base::Result<void> read_config(const std::string& path, Config& config);

} // namespace assay::campaign
