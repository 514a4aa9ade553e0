// The option sets of compilers in gcc's manner.
#include "toolchain/families/gnu.h"
#include "toolchain/text.h"

#include <span>

namespace assay::toolchain {
namespace {

class Sets {
  public:
    explicit Sets(std::string target, Words base) : target_(std::move(target)), base_(std::move(base)) {}

    void add(Form form, uint32_t weight, const Words& options) {
        all_.push_back({form, concat(options, base_), weight, target_});
    }
    std::vector<OptionSet> take() { return std::move(all_); }

  private:
    std::string target_;
    Words base_;
    std::vector<OptionSet> all_;
};

void wide_sets(const Compiler& compiler, Sets& sets) {
    for (const std::string& machine : compiler.abilities.machines) {
        const Words level = words_of(machine);
        const auto add = [&](uint32_t weight, const Words& options) {
            sets.add(Form::Wide, weight, concat(options, level));
        };
        add(4, {"-O3"});
        add(2, {"-O2"});
        add(1, {"-Os"});
        if (machine == "-march=x86-64-v4") add(4, {"-O3", "-mprefer-vector-width=512"});
        if (machine == "-march=x86-64-v3") add(2, {"-O3", "-mprefer-vector-width=128"});
    }
}

void whole_program_sets(const Compiler& compiler, Sets& sets) {
    for (const char* key : {"lto", "lto.thin"}) {
        const Words& lto = compiler.knows(key);
        if (lto.empty()) continue;
        for (const char* level : {"-O1", "-O2", "-O3", "-Os"})
            sets.add(Form::Lto, 1, concat(Words{level}, lto));
    }
}

void sanitizer_sets(const Compiler& compiler, Sets& sets) {
    const auto& can = compiler.abilities.sanitizers;
    Words lists = can;
    if (contains(can, "undefined") && contains(can, "address")) lists.emplace_back("undefined,address");
    for (const std::string& list : lists)
        for (const char* level : {"-O1", "-O2", "-O3"})
            sets.add(Form::Sanitized, 1, {level, "-fsanitize=" + list});
}

} // namespace

// The last level counts; without one these compilers do not optimise.
bool GnuFamily::is_unoptimised(const testcase::Setup& setup) const {
    std::string_view level = "-O0";
    for (const std::string& option : setup.options)
        if (option.starts_with("-O")) level = option;
    return level == "-O0";
}

std::vector<OptionSet> GnuFamily::option_sets(const Compiler& compiler) const {
    std::vector<OptionSet> all;
    const auto all_levels = weighted_levels(compiler);
    for (const std::string& target : compiler.abilities.targets) {
        Sets sets(target, compiler.knows("options." + target));
        for (const Level& level : all_levels) {
            const std::string option(level.option);
            sets.add(Form::Plain, level.weight, {option});
            if (contains(compiler.abilities.languages, "c++"))
                sets.add(Form::AsCxx, level.weight, {"-xc++", option});
            for (const std::string& tuning : compiler.knows("tunings"))
                if (level.weight > 2) sets.add(Form::Tuned, 1, {option, "-mtune=" + tuning});
        }
        wide_sets(compiler, sets);
        whole_program_sets(compiler, sets);
        if (target == compiler.abilities.targets.front()) sanitizer_sets(compiler, sets);
        for (OptionSet& set : sets.take()) all.push_back(std::move(set));
    }
    return all;
}

} // namespace assay::toolchain
