// Registry: all families, and the search for their compilers on this machine.
#pragma once

#include "toolchain/family.h"
#include "toolchain/probe/probe_cache.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::toolchain {

// A program that looks like a compiler but cannot be used, or was not asked.
struct Unused {
    std::string name;
    std::string why;
};

struct Found {
    std::vector<Compiler> compilers;  // by family, then by name
    std::vector<Unused> unused;       // that were asked and cannot be used
    std::vector<std::string> by_name; // usable if a user names them: slow ones, or many of a kind
};

class Registry {
  public:
    // Those that Assay knows by itself, and a user's own, which come first.
    explicit Registry(std::vector<std::unique_ptr<Family>> own = {});
    Registry(Registry&&) = default;
    Registry& operator=(Registry&&) = default;

    std::vector<const Family*> families() const;

    // Asks every compiler on PATH. Each sandbox is used by a thread of its own; one is enough.
    Found find_all(std::span<sandbox::Sandbox> sandboxes, const Programs& programs, ProbeCache& cache) const;
    // Asks those that a user names: "gcc-12", an alias such as "gcc", any other program that behaves like a
    // known compiler, or a path. The first that cannot be used is an Error that says why and what is near.
    base::Result<std::vector<Compiler>> find_named(std::span<sandbox::Sandbox> sandboxes,
                                                   const Programs& programs, ProbeCache& cache,
                                                   const std::vector<std::string>& names) const;

    // Of each trusted family that compiles one of these languages, the newest that works, whoever is under
    // test. A user's own compilers are among them only if the user says so (`reference = true`).
    std::vector<Compiler> find_references(std::span<sandbox::Sandbox> sandboxes, const Programs& programs,
                                          ProbeCache& cache, const std::vector<std::string>& languages) const;

    // A program to ask, what it seems to be, and the programs of the root that it lives in.
    struct Task {
        const Family* family;
        Candidate candidate;
        const Programs* programs;
    };

    // The other versions of these compilers, for the same machines: on PATH and in every root.
    std::vector<Compiler> find_versions(std::span<sandbox::Sandbox> sandboxes, const Programs& programs,
                                        ProbeCache& cache, const std::vector<Compiler>& compilers) const;

  private:
    std::vector<Task> all_tasks(const Programs& programs) const;

    std::vector<std::unique_ptr<Family>> families_;
    size_t own_ = 0; // how many of them are the user's
};

} // namespace assay::toolchain
