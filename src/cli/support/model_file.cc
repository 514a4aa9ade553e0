#include "cli/support/model_file.h"

#include "base/file.h"
#include "program/check_program.h"
#include "program/text.h"

#include <fmt/format.h>

namespace assay::cli {

std::vector<Option> platform_options() {
    return {
        {"--target", OptionKind::Text, "data model: lp64, ilp32, llp64, with -be, -uchar, -align8", "lp64"},
        {"--standard", OptionKind::Text, "c99, c11, c17, c2x, c++11, c++14, c++17 or c++20", "c11"},
    };
}

base::Result<program::Platform> platform_of(const Arguments& arguments) {
    auto target = program::target_named(arguments.text("--target"));
    if (!target) return target.error();
    auto standard = program::standard_named(arguments.text("--standard"));
    if (!standard) return standard.error();
    return program::Platform{*target, *standard};
}

base::Result<program::Program> read_model(const std::string& file, const program::Platform& platform) {
    auto text = base::read_file(file);
    if (!text) return text.error();
    auto loaded = program::load(*text, platform, file);
    if (!loaded) return loaded;
    if (auto sound = program::check_program(*loaded); !sound)
        return base::Error{fmt::format("{}: {}", file, sound.error().message)};
    return loaded;
}

} // namespace assay::cli
