#include "fuzz/readers.h"

#include "fuzz/folder.h"
#include "toolchain/listing.h"
#include "toolchain/probe/probe_cache.h"
#include "toolchain/registry.h"

namespace assay::fuzz {

void read_probe_cache(std::string_view bytes) {
    static const toolchain::Registry registry;
    static const Folder folder;
    const std::string file = folder.with("compilers.json", bytes);
    toolchain::ProbeCache cache(file);
    for (const toolchain::Family* family : registry.families()) {
        static_cast<void>(cache.find(*family, {.name = "cc", .path = "/nowhere/cc", .aliases = {}}));
        static_cast<void>(toolchain::from_json(std::string(bytes), *family));
    }
    toolchain::Compiler compiler;
    compiler.family = registry.families().front();
    cache.keep({.name = "cc", .path = "/nowhere/cc", .aliases = {}}, compiler);
}

} // namespace assay::fuzz
