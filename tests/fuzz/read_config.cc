#include "fuzz/readers.h"

#include "campaign/config_file.h"
#include "fuzz/folder.h"
#include "toolchain/families/user_compilers.h"

namespace assay::fuzz {

void read_config(std::string_view bytes) {
    static_cast<void>(toolchain::load_user_compilers(bytes, "fuzz"));
    static const Folder folder;
    const std::string file = folder.with("assay.toml", bytes);
    campaign::Config config;
    static_cast<void>(campaign::read_config(file, config));
}

} // namespace assay::fuzz
