#include "cli/support/method_list.h"

#include "source/registry.h"

#include <fmt/ranges.h>

namespace assay::cli {
namespace {

std::string listed(bool settings) {
    std::string text = "methods:";
    for (const auto& method : source::methods().make_all()) {
        const std::vector<std::string> languages = method->languages();
        text +=
            fmt::format("\n  {:<7} {} ({})", method->name(), method->summary(), fmt::join(languages, ", "));
        if (settings)
            text += fmt::format("\n          takes {}",
                                testcase::settings_text(method->settings_for(languages.front())));
    }
    return text;
}

} // namespace

std::string methods_with_summaries() { return listed(false); }
std::string methods_with_settings() { return listed(true); }

} // namespace assay::cli
