// Generators that a user describes in assay.toml: a command that takes a seed and leaves files. It runs in a
// sandbox with the user's environment: it reads what the user may read, and writes to {folder} and TMPDIR.
//
//     [generator.mygen]
//     command = ["mygen", "--seed={seed}", "--out={folder}"]
//     sources = ["a.c", "b.c"]     # to compile together; otherwise every file with the language's ending.
//                                  # A command that leaves no file prints the program.
//     language = "c"               # the default; c++, java, python
//     standard = "c11"             # the compilers' own, if missing
//     no_ub = true                 # the default. It is trusted as far as the validity ladder confirms it
//     limit = "10s"                # the default; a seed that takes longer is passed over
//
//     [methods]
//     mygen = 1
#pragma once

#include "testcase/method.h"

#include <chrono>

namespace assay::generate::external {

struct UserGenerator {
    std::string name;
    std::vector<std::string> command, sources;
    std::string language = "c", standard;
    bool no_ub = true;
    std::chrono::seconds limit{10};
};

std::unique_ptr<testcase::Method> make_user_method(UserGenerator generator);

} // namespace assay::generate::external
