#include "campaign/labels.h"

namespace assay::campaign {

std::string cluster_title(const testcase::Verdict& verdict) {
    return std::string(to_text(verdict.kind)) + " | " + verdict.setup.compiler + " | " + verdict.title;
}

std::string count_label(const testcase::Setup& setup) {
    std::string label = setup.compiler;
    bool more = false;
    for (const std::string& option : setup.options) {
        const bool plain = option.starts_with("-O") || option.starts_with("-m") || option == "-flto" ||
                           option.starts_with("-fsanitize=") || option.starts_with("-X") ||
                           option.starts_with("--target");
        if (plain) label += " " + option;
        more |= !plain;
    }
    return more ? label + " ..." : label;
}

} // namespace assay::campaign
