#include "toolchain/families/small.h"

#include "toolchain/probe/features.h"
#include "toolchain/text.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace assay::toolchain {
namespace {

using Features = std::vector<const Feature*>;

// Which of them the compiler's complaints are about, by the lines of the program that it names: ":12:" or
// "line 12".
std::vector<bool> blamed(std::string_view said, const Features& list,
                         const std::vector<size_t>& first_lines) {
    std::vector<bool> all(list.size());
    const auto blame = [&](size_t line) {
        for (size_t i = list.size(); i-- > 0;) {
            if (line < first_lines[i]) continue;
            all[i] = line < first_lines[list.size()];
            return;
        }
    };
    for (const std::string_view text : lines_of(said)) {
        for (const std::string_view before : {std::string_view(".c:"), std::string_view("line ")}) {
            const size_t at = text.find(before);
            size_t line = 0;
            if (at != std::string_view::npos)
                std::from_chars(text.data() + at + before.size(), text.data() + text.size(), line);
            if (line > 0) blame(line);
        }
    }
    return all;
}

std::optional<std::vector<std::string>> working_of(const Features& list, Prober& prober, const Words& run,
                                                   const Build& build, std::string& said) {
    prober.write("features.c", feature_program(list));
    prober.remove("prog");
    const auto built = build(prober, "features.c");
    said = built.err + "\n" + built.out;
    if (!built.ok()) return std::nullopt;
    const auto ran = prober.ask(run);
    if (!ran.ok()) return std::nullopt;
    std::vector<std::string> working;
    for (const std::string_view name : lines_of(ran.out)) working.emplace_back(name);
    return working;
}

} // namespace

// All at once, without those that the compiler complains about, until it is content: most compilers lack only
// one or two.
std::vector<std::string> working_features(Prober& prober, const Words& run, const Build& build) {
    Features list;
    for (const Feature& feature : features()) list.push_back(&feature);
    while (!list.empty()) {
        std::string said;
        if (auto working = working_of(list, prober, run, build, said)) return *working;
        const std::vector<bool> bad = blamed(said, list, feature_lines(list));
        if (std::none_of(bad.begin(), bad.end(), [](bool b) { return b; })) break;
        Features left;
        for (size_t i = 0; i < list.size(); ++i)
            if (!bad[i]) left.push_back(list[i]);
        list = std::move(left);
    }
    std::vector<std::string> working;
    std::string ignored;
    for (const Feature* feature : list)
        if (auto one = working_of({feature}, prober, run, build, ignored)) append(working, *one);
    return working;
}

base::Result<void> probe_small(Prober& prober, Compiler& compiler, const Build& build, const Words& run) {
    prober.write("model.c", model_program());
    if (const auto built = build(prober, "model.c"); !built.ok())
        return base::Error{fmt::format("{}: it cannot compile: {}", compiler.name, reason(built))};
    const auto ran = prober.ask(run);
    const std::string model = ran.ok() ? model_from(ran.out) : "";
    if (model.empty())
        return base::Error{fmt::format("{}: what it makes does not run: {}", compiler.name, reason(ran))};
    compiler.abilities.targets = {model};
    compiler.abilities.languages = {"c"};
    compiler.abilities.features = working_features(prober, run, build);
    return prober.state();
}

Compiler unprobed(const Family& family, const Candidate& candidate) {
    Compiler compiler;
    compiler.name = candidate.name;
    compiler.aliases = candidate.aliases;
    compiler.root = candidate.root;
    compiler.path = candidate.path;
    compiler.family = &family;
    return compiler;
}

} // namespace assay::toolchain
