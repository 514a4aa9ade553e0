// One libFuzzer target: FUZZED is its reader.
#include "fuzz/readers.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    assay::fuzz::FUZZED({reinterpret_cast<const char*>(data), size});
    return 0;
}
