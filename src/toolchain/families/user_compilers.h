// Compilers that a user describes in assay.toml:
//
//     roots = ["/srv/sid", "images/fedora"]  # other root file systems whose compilers are wanted too
//
//     [compiler.mycc]
//     command = ["mycc", "{options}", "{sources}", "-o", "{output}"]
//     run = ["{output}"]                     # the default
//     version = ["mycc", "--version"]        # its first line is shown
//     languages = ["c"]                      # the default
//     standards = ["c99", "c11"]             # all that tests are written in, if missing
//     target = "lp64"                        # found out by a program if missing
//     options = ["", "-O2", "-O2 -fast"]     # option sets; each is tried
//     crash = ['internal error: (.*) at']    # regular expressions; the first group is the signature
//     crash_exit = [134, 139]
//     broken = ["license"]                   # failures that are nobody's bug
//     memory = ["out of memory"]
//     reference = true                       # trusted to say what is right, unoptimised; false, if missing
//
//     [compiler.gcc-trunk]
//     like = "gcc"                           # a known family; the rest is asked
//     path = "/opt/gcc-trunk/bin/gcc"
#pragma once

#include "toolchain/family.h"

#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

struct UserCompiler {
    std::string name;
    std::vector<std::string> command, run = {"{output}"}, version;
    std::vector<std::string> languages = {"c"}, standards;
    std::string target;
    std::vector<std::vector<std::string>> options = {{}};
    std::vector<std::regex> crash, broken, memory;
    std::vector<int> crash_exit;
    bool reference = false;
    std::string like, path; // a known family instead of all of the above
};

// The section [compiler] of a file; other sections are none of its business. Errors name file, line and
// column.
base::Result<std::vector<UserCompiler>> read_user_compilers(std::string_view toml,
                                                            std::string_view file_name);
// The list `roots` of the same file: folders that hold other root file systems, as full paths.
base::Result<std::vector<std::string>> read_user_roots(std::string_view toml, std::string_view file_name);
// Each as a family of its own, for Registry.
base::Result<std::vector<std::unique_ptr<Family>>> load_user_compilers(std::string_view toml,
                                                                       std::string_view file_name);
std::unique_ptr<Family> family_of(UserCompiler compiler);
std::unique_ptr<Family> user_family(UserCompiler compiler); // one that is not like a known one

} // namespace assay::toolchain
