#include "cli/compiler_choice.h"

#include "base/file.h"
#include "toolchain/user_compilers.h"

#include "cli/compiler_search.h"

namespace assay::cli {

base::Result<Toolbox> choose_compilers(const std::vector<std::string>& names, const std::string& config) {
    auto search = CompilerSearch::open(config, false);
    if (!search) return search.error();
    std::vector<toolchain::Compiler> compilers;
    if (names.empty()) {
        compilers = search->all().compilers;
    } else {
        auto named = search->named(names);
        if (!named) return named.error();
        compilers = std::move(*named);
    }
    if (compilers.empty())
        return base::Error{
            "no compiler was found; `assay doctor` says what to install, --compilers names one"};
    return Toolbox{std::move(*search).take_registry(), std::move(compilers)};
}

} // namespace assay::cli
