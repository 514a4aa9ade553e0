// Several programs in one text: each keeps its own names behind a prefix and prints its own line, and the
// compiler's start, the assembler, the linker and the run are paid once.
#pragma once

#include "print/print.h"

#include <span>

namespace assay::print {

struct BatchPart {
    const program::Program* program;
    const semantics::Meaning* meaning; // defined
    std::string label;                 // its line is "label checksum"; no characters that printf minds
};

// One file, checksums. All parts are for the same platform. Of the options, layout and harness do not count.
Printed print_batch(std::span<const BatchPart> parts, const Options& options = {});

} // namespace assay::print
