// Which of gcc's optimisation options may be drawn at random.
#include "toolchain/families/gcc.h"
#include "toolchain/families/gcc_params.h"
#include "toolchain/text.h"

#include <array>
#include <cctype>
#include <set>

namespace assay::toolchain {
namespace {

// They change what a valid program means or how it is laid out, need data from elsewhere, or write files.
constexpr std::array<std::string_view, 42> kUnsafe{
    // floating point
    "-ffast-math", "-funsafe-math", "-fassociative-math", "-freciprocal-math", "-ffinite-math",
    "-fsigned-zeros", "-ftrapping-math", "-frounding-math", "-fsignaling-nans", "-fcx-", "-fexcess-precision",
    "-ffp-", "-fsingle-precision-constant", "-fmath-errno", "-ffloat-store", "-fdaz-ftz",
    // layout and calling convention
    "-fshort-", "-fpack-struct", "-freg-struct-return", "-fpcc-struct-return", "-fstrict-volatile-bitfields",
    "-fpatchable-function-entry", "-fplt",
    // equal constants must have different addresses; loops must be as they are written
    "-fmerge-all-constants", "-funsafe-loop",
    // profiles, threads, other files and messages
    "-fprofile", "-fbranch-probabilities", "-fvpt", "-fopt-info", "-fsave-optimization-record",
    "-ftree-parallelize-loops", "-floop-parallelize-all", "-flive-patching", "-fvar-tracking", "-fgraphite",
    "-floop-nest-optimize", "-fkeep-gc-roots-live", "-fhandle-exceptions", "-frtti", "-fexceptions",
    "-fwhole-program", "-fauto-profile"};

bool unsafe(std::string_view option) {
    return std::any_of(kUnsafe.begin(), kUnsafe.end(),
                       [&](std::string_view prefix) { return option.starts_with(prefix); });
}

// "-fira-region=[one|all|mixed]" -> one option for each value.
void add_values(std::string_view option, std::vector<std::string>& all) {
    const std::string head(option.substr(0, option.find('[')));
    std::string_view values = between(option, "[", "]");
    while (!values.empty()) {
        const size_t bar = std::min(values.find('|'), values.size());
        all.push_back(head + std::string(values.substr(0, bar)));
        values.remove_prefix(std::min(bar + 1, values.size()));
    }
}

bool names(std::string_view said, std::string_view option) {
    for (size_t at = said.find(option); at != std::string_view::npos; at = said.find(option, at + 1)) {
        const size_t end = at + option.size();
        if (end == said.size() || !(std::islower(static_cast<unsigned char>(said[end])) || said[end] == '-'))
            return true;
    }
    return false;
}

bool complains_about(std::string_view said, const std::string& option) {
    if (option.starts_with(kParam)) {
        const std::string_view name = std::string_view(option).substr(kParam.size());
        return names(said, name.substr(0, name.find('=')));
    }
    for (const std::string& word : words_of(option))
        if (word != "-mllvm" && names(said, word.substr(0, word.find('=')))) return true;
    return false;
}

Words all_words(const std::vector<std::string>& options) {
    Words words;
    for (const std::string& option : options) append(words, words_of(option));
    return words;
}

// Takes out what the compiler complains about until it is silent; one by one if it does not say about what.
std::vector<std::string> silent_ones(Prober& prober, const Words& launch, std::vector<std::string> options) {
    const auto answer_to = [&](const std::vector<std::string>& some) {
        return prober.ask(
            concat(launch, Words{"-O2"}, all_words(some), Words{"-Werror", "-c", "model.c", "-o", "o.o"}));
    };
    for (int round = 0; round < 6 && !options.empty(); ++round) {
        const auto answer = answer_to(options);
        if (answer.ok()) return options;
        const std::string said = answer.err + answer.out;
        const size_t taken =
            std::erase_if(options, [&](const std::string& option) { return complains_about(said, option); });
        if (taken == 0) break;
    }
    std::erase_if(options, [&](const std::string& option) { return !answer_to({option}).ok(); });
    return options;
}

} // namespace

std::vector<std::string> safe_optimisations(std::string_view listing) {
    std::vector<std::string> all;
    for (const std::string_view line : lines_of(listing)) {
        const auto words = words_of(line);
        if (words.empty() || !words[0].starts_with("-f") || words[0].starts_with("-fno-")) continue;
        const std::string& option = words[0];
        if (unsafe(option) || has(line, "available in")) continue;
        if (has(option, "=[")) {
            add_values(option, all);
        } else if (!has(option, "=")) {
            all.push_back(option);
            all.push_back("-fno-" + option.substr(2));
        }
    }
    return all;
}

std::string option_key(std::string_view option) {
    constexpr std::string_view kLlvm = "-mllvm ";
    if (option.starts_with(kLlvm)) option.remove_prefix(kLlvm.size());
    std::string key(option.substr(0, option.find('=', option.starts_with(kParam) ? kParam.size() : 0)));
    for (const std::string_view no : {"-fno-", "-mno-"})
        if (key.starts_with(no)) key.erase(2, 3);
    return key;
}

std::vector<std::string> accepted(Prober& prober, const Words& launch,
                                  const std::vector<std::string>& options) {
    std::vector<std::string> left = options, all;
    while (!left.empty()) {
        std::set<std::string> keys;
        std::vector<std::string> now, later;
        for (std::string& option : left)
            (keys.insert(option_key(option)).second ? now : later).push_back(std::move(option));
        append(all, silent_ones(prober, launch, std::move(now)));
        left = std::move(later);
    }
    return all;
}

} // namespace assay::toolchain
