// Programs: what PATH offers, looked at once; or what another root file system offers. Programs that only
// stand in front of a compiler (ccache and its kind) are looked through, so that the compiler behind is found
// once and nothing is answered from a cache.
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

// A program that a family wants to ask, under the name that users will call it.
struct Candidate {
    std::string name;
    std::string path;
    std::vector<std::string> aliases = {};
    std::string detail = {};   // for the family that made the candidate: a target
    bool by_name_only = false; // asked only if a user names it
    bool remember = true;      // false: asked every time, because what it is made of may change unseen
    std::string root = {};     // the file system that it lives in; empty: the machine's
};

// Another root file system, in a folder: a debootstrapped Debian, an unpacked container image.
struct Root {
    std::string name; // as in "gcc-16@sid"
    std::string path; // of the folder, full
    bool operator==(const Root&) const = default;
};
// Adds roots that are named after their folders; of two with one name the second becomes "sid-2". One that is
// there already is not added. An Error names the folder that is none.
base::Result<void> add_roots(std::vector<Root>& roots, const std::vector<std::string>& folders);
// Those that `make compilers` has made for this user: $XDG_CACHE_HOME/assay/roots/*, complete ones only.
std::vector<std::string> made_roots();

// Where a path of a root is on this machine, behind all symbolic links, which do not lead out of the root.
// The path itself, below the root, if that cannot be told.
std::string host_path(const std::string& root, const std::string& path);

class Programs {
  public:
    static Programs on_path();                      // of the environment
    explicit Programs(std::string_view path_value); // "/usr/local/bin:/usr/bin"
    explicit Programs(const Root& root);            // its usual folders

    // Another root whose compilers are wanted too.
    void add_root(const Root& root) { others_.emplace_back(root); }
    const std::vector<Programs>& others() const { return others_; }
    const Root& root() const { return root_; } // empty: the machine's
    // The file behind all symbolic links, as a path of this machine.
    std::string real(const std::string& path) const { return host_path(root_.path, path); }

    // The full path of an executable of this name, or of the path given; empty: there is none.
    std::string find(std::string_view name) const;
    // All names for which `wanted` holds.
    template <typename Wanted> std::vector<std::string> names(Wanted wanted) const {
        std::vector<std::string> all;
        for (const auto& [name, paths] : paths_)
            if (wanted(std::string_view(name))) all.push_back(name);
        return all;
    }
    // Those names as candidates: several names of one program become one candidate, whose name is the one
    // that says most ("gcc-12" rather than "gcc").
    std::vector<Candidate> candidates(const std::vector<std::string>& names) const;

    // A folder of a Node package ("@yowasp/clang") in NODE_PATH or where npm puts global ones; empty: not
    // installed. Not in ./node_modules: what lies in the current folder may be a stranger's.
    std::string node_package(std::string_view package) const;

  private:
    Root root_;
    std::map<std::string, std::vector<std::string>, std::less<>> paths_; // in the order of PATH
    std::vector<Programs> others_;

    void add_folders(std::string_view path_value);
    bool is_program(const std::string& path) const;
};

// Programs that belong to a compiler, of the same version and in this order: for clang-14, llvm-cov-14. One
// without a version belongs to the compiler that the machine calls by its family's name. Empty: one is
// missing.
std::vector<std::string> tools_beside(const Programs& programs, const Candidate& compiler,
                                      std::string_view family, const std::vector<std::string>& tools);

// The file behind all symbolic links; the path itself if that cannot be told.
std::string real_path(const std::string& path);
// Does the name end in a version, as in "gcc-12" or "python3.11"?
bool names_version(std::string_view name);
// After `stem`: nothing, or "-12", "-12.2"; for "gcc" these are the names of a compiler and not of "gcc-ar".
bool is_versioned(std::string_view name, std::string_view stem);

} // namespace assay::toolchain
