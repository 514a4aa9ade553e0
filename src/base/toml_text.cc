#include "base/toml_text.h"

#include "base/nesting.h"

namespace assay::base {

std::string_view unreadable_toml(std::string_view text) {
    for (const char c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
            return "a control character";
    return has_longer_path(text, kLongestTomlPath) ? "nested too deep" : "";
}

} // namespace assay::base
