#include "toolchain/targets.h"

#include "toolchain/setups.h"
#include "toolchain/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/utsname.h>

namespace assay::toolchain {
namespace {

std::vector<std::string> selecting(std::vector<std::string> options) {
    std::erase_if(options, [](const std::string& option) { return !selects_target(option); });
    return options;
}

} // namespace

std::vector<std::string> with_target(const Compiler& compiler, std::vector<std::string> options,
                                     const std::string& target) {
    for (const std::string& option : compiler.knows("options." + target))
        if (!contains(options, option)) options.push_back(option);
    return options;
}

bool selects_target(std::string_view option) {
    constexpr std::string_view kWhole[] = {"-m16",         "-m32", "-m64", "-mx32", "-funsigned-char",
                                           "-fsigned-char"};
    return std::ranges::find(kWhole, option) != std::end(kWhole) || option.starts_with("--target") ||
           option.starts_with("-mabi=");
}

base::Result<std::string> selected_target(const std::vector<Compiler>& compilers,
                                          const std::vector<std::vector<std::string>>& option_sets) {
    if (option_sets.empty()) return std::string();
    const std::vector<std::string> options = selecting(option_sets.front());
    for (const std::vector<std::string>& set : option_sets) {
        const std::vector<std::string> others = selecting(set);
        if (others != options)
            return base::Error{
                fmt::format("--options: {} must be in all sets or in none, because programs may "
                            "differ with it",
                            joined(others.empty() ? options : others, " "))};
    }
    for (const Compiler& compiler : compilers)
        if (std::string target = target_of(compiler, options);
            !target.empty() && target != compiler.abilities.targets.front())
            return target;
    return std::string();
}

bool same_widths(std::string_view target, std::string_view other) {
    return target.substr(0, target.find('-')) == other.substr(0, other.find('-'));
}

std::string machine_of(const Compiler& compiler) {
    if (const auto& told = compiler.knows("machine"); !told.empty()) return told.front();
    utsname about{};
    return ::uname(&about) == 0 ? fmt::format("{}-linux-gnu", about.machine) : "unknown";
}

} // namespace assay::toolchain
