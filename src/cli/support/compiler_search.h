// The search for compilers, shared by the commands: including the user's own from assay.toml, in one sandbox
// per processor, with cached answers.
#pragma once

#include "cli/command.h"
#include "toolchain/registry.h"

#include <memory>
#include <vector>

namespace assay::cli {

inline constexpr Option kRootOption{"--root", OptionKind::Texts,
                                    "a folder with another root file system, whose compilers are wanted too; "
                                    "repeatable; none: not even those "
                                    "of `make compilers`"};

class CompilerSearch {
  public:
    static std::vector<Option> options(); // --config, --root, --ask-again
    static base::Result<CompilerSearch> open(const Arguments& arguments);
    // With the texts of several files. Of two definitions of one name the first counts. `roots` come before
    // those that the arguments and the texts name.
    struct Text {
        std::string text, file_name;
    };
    static base::Result<CompilerSearch> open_texts(const Arguments& arguments, const std::vector<Text>& texts,
                                                   std::vector<toolchain::Root> roots = {});

    toolchain::Found all();
    base::Result<std::vector<toolchain::Compiler>> named(const std::vector<std::string>& names);

    // The reference compilers for programs in these languages.
    std::vector<toolchain::Compiler> references(const std::vector<std::string>& languages);

    // Their other versions.
    std::vector<toolchain::Compiler> versions(const std::vector<toolchain::Compiler>& compilers) {
        return registry_.find_versions(sandboxes_, programs_, *cache_, compilers);
    }

    // Owns the families that compilers point to: keep the search as long as the compilers.
    const toolchain::Registry& registry() const { return registry_; }
    toolchain::Registry take_registry() && { return std::move(registry_); }
    const sandbox::Fence& fence() const { return sandboxes_.front().fence(); }

  private:
    CompilerSearch(toolchain::Registry registry, std::vector<sandbox::Sandbox> sandboxes,
                   const std::vector<toolchain::Root>& roots, const std::string& cache);

    toolchain::Registry registry_;
    std::vector<sandbox::Sandbox> sandboxes_;
    toolchain::Programs programs_ = toolchain::Programs::on_path();
    std::unique_ptr<toolchain::ProbeCache> cache_;
};

// All of them, with a progress message.
toolchain::Found all_compilers(CompilerSearch& search);

} // namespace assay::cli
