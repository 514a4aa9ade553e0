// Yard: where a project is copied, built and tested, always from nothing and in a folder of its own.
#pragma once

#include "sandbox/users_world.h"
#include "source/prune/project.h"

namespace assay::source::prune {

struct Phase {
    bool ok = false;
    std::string said;
    double seconds = 0;
};

class Yard {
  public:
    // The project outlives it.
    explicit Yard(const Project& project) : project_(project) {}

    const Project& project() const { return project_; }
    std::string place(const std::string& name) const { return project_.out + "/" + name; }

    // A copy of a tree as `place(name)/<name of the project>`; whatever was beside an earlier one is gone,
    // because builds may go there.
    base::Result<std::string> fresh_copy(const std::string& tree, const std::string& name) const;

    // `wrapper`: the folder with the compiler to use. `profiles`: where coverage goes.
    Phase build(const std::string& tree, const std::string& wrapper, const std::string& profiles = {}) const {
        return command(project_.build, tree, wrapper, profiles);
    }
    Phase test(const std::string& tree, const std::string& wrapper, const std::string& profiles = {}) const {
        return command(project_.test, tree, wrapper, profiles);
    }
    // What passes in `usual` seconds and takes far longer now does not end.
    Phase test_again(const std::string& tree, const std::string& wrapper, double usual) const;

    // A tool that reads what builds and tests have left.
    base::Result<testcase::Execution> tool(std::vector<std::string> argv, uint64_t output) const {
        return world_.run({.argv = std::move(argv), .limit = project_.limit, .output = output});
    }

  private:
    const Project& project_;
    mutable sandbox::UsersWorld world_; // builds and tests are the user's

    Phase command(const std::string& text, const std::string& tree, const std::string& wrapper,
                  const std::string& profiles) const {
        return command(text, tree, wrapper, profiles, project_.limit);
    }
    Phase command(const std::string& text, const std::string& tree, const std::string& wrapper,
                  const std::string& profiles, std::chrono::seconds limit) const;
};

} // namespace assay::source::prune
