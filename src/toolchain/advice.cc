// What would make this machine a better place to hunt.
#include "toolchain/listing.h"
#include "toolchain/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

std::string version_suffix(const Compiler& compiler) { return std::to_string(compiler.major()); }

void about_gcc_or_clang(const Compiler& compiler, std::vector<Advice>& all) {
    const std::string_view family = compiler.family->name();
    const Abilities& can = compiler.abilities;
    const std::string number = version_suffix(compiler);
    const bool on_debian = names_version(compiler.name);
    if (family == "gcc" && on_debian && !contains(can.languages, "c++"))
        all.push_back({fmt::format("C++ of {}", compiler.name), "C++ programs are tests of another front end",
                       fmt::format("apt-get install g++-{}", number)});
    if (family == "gcc" && on_debian && !contains(can.targets, "ilp32"))
        all.push_back({fmt::format("-m32 of {}", compiler.name),
                       "32-bit code is another back end (conflicts with the cross compilers of gcc)",
                       fmt::format("apt-get install gcc-{}-multilib g++-{}-multilib", number, number)});
    if (family == "clang" && on_debian && can.sanitizers.empty())
        all.push_back({fmt::format("sanitizers of {}", compiler.name),
                       "sanitizers are compilers under test too",
                       fmt::format("apt-get install libclang-rt-{}-dev", number)});
    if (family == "clang" && on_debian && !can.lto)
        all.push_back({fmt::format("-flto of {}", compiler.name), "tests of several files can be seen as one",
                       fmt::format("apt-get install lld-{}", number)});
}

} // namespace

std::vector<Advice> advise(const Registry& registry, const Found& found) {
    std::vector<Advice> all;
    for (const Family* family : registry.families()) {
        const auto is_it = [&](const Compiler& compiler) { return compiler.family == family; };
        const bool there = std::any_of(found.compilers.begin(), found.compilers.end(), is_it);
        if (!there && !family->install().empty())
            all.push_back({std::string(family->name()), std::string(family->summary()),
                           std::string(family->install())});
    }
    std::erase_if(all, [&](const Advice& advice) {
        return std::any_of(found.by_name.begin(), found.by_name.end(),
                           [&](const std::string& name) { return has(name, advice.missing); });
    });
    for (const Compiler& compiler : found.compilers)
        if (compiler.family->name() == "gcc" || compiler.family->name() == "clang")
            about_gcc_or_clang(compiler, all);
    return all;
}

} // namespace assay::toolchain
