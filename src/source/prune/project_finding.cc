#include "source/prune/project_finding.h"

#include "base/file.h"
#include "base/json_text.h"
#include "base/shell.h"
#include "source/prune/wrapper.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

constexpr std::string_view kScript = R"sh(#!/bin/sh
# Builds the project with this variant by {setup} and runs its tests. Exit status 0: they pass.
# usage: reproduce.sh [FOLDER OF THE PROJECT]
set -e
here=$(cd "$(dirname "$0")" && pwd)
project=${{1:-{project}}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat > "$work/bin/cc" <<'END'
{wrapper}END
chmod +x "$work/bin/cc"
for name in{names}; do test $name = cc || cp "$work/bin/cc" "$work/bin/$name"; done
cp -a "$project" "$work/{folder}"
cd "$work/{folder}"
patch -s -p1 < "$here/variant.patch"
export PATH="$work/bin:$PATH" CC="$work/bin/cc" CCACHE_DISABLE=1
sh -c {build}
sh -c {test}
)sh";

std::string script(const Project& project, const FailedVariant& failed) {
    std::string names;
    for (const std::string& name : wrapper_names()) names += " " + name;
    return fmt::format(kScript, fmt::arg("setup", failed.finding.setup),
                       fmt::arg("project", base::shell_quoted(project.folder)),
                       fmt::arg("wrapper", wrapper_script(failed.compiler, failed.options)),
                       fmt::arg("names", names),
                       fmt::arg("folder", fs::path(project.folder).filename().string()),
                       fmt::arg("build", base::shell_quoted(project.build)),
                       fmt::arg("test", base::shell_quoted(project.test)));
}

std::string as_json(const Project& project, const ProjectFinding& finding) {
    nlohmann::ordered_json json;
    json["project"] = project.folder;
    json["build"] = project.build;
    json["test"] = project.test;
    json["variant"] = finding.variant;
    json["setup"] = finding.setup;
    json["what"] = finding.what;
    json["passes_with"] = finding.passes_with;
    return base::json_text(json, 1) + "\n";
}

} // namespace

std::string one_word(std::string setup) {
    for (char& c : setup)
        if (c == ' ' || c == '/') c = '_';
    return setup;
}

Result<std::string> write_finding(const Project& project, const FailedVariant& failed) {
    const ProjectFinding& finding = failed.finding;
    const std::string folder =
        fmt::format("{}/findings/variant-{}-{}", project.out, finding.variant, one_word(finding.setup));
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) return Error{fmt::format("cannot make the folder {}: {}", folder, failure.message())};
    const std::pair<const char*, std::string> files[] = {{"variant.patch", failed.patch},
                                                         {"said.txt", finding.what + "\n" + failed.said},
                                                         {"finding.json", as_json(project, finding)},
                                                         {"reproduce.sh", script(project, failed)}};
    for (const auto& [name, text] : files)
        if (auto written = base::write_file(folder + "/" + name, text); !written) return written.error();
    fs::permissions(folder + "/reproduce.sh", fs::perms::owner_all, failure);
    return folder;
}

} // namespace assay::source::prune
