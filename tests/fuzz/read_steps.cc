#include "fuzz/readers.h"

#include "base/check.h"
#include "fuzz/program_of.h"
#include "transform/replay.h"

namespace assay::fuzz {

void read_steps(std::string_view bytes) {
    const size_t end = bytes.find("\n---\n");
    if (end == bytes.npos) return;
    auto program = program_of(bytes.substr(0, end + 1));
    if (!program) return;
    const auto steps = transform::load_steps(bytes.substr(end + 5), "fuzz", transform::all_transforms());
    if (!steps) return;
    base::check(
        transform::load_steps(transform::save_steps(*steps), "saved", transform::all_transforms()).ok(),
        "what is saved can be loaded");
    static_cast<void>(transform::replay(*program, *steps, transform::Misfit::Skip));
    const auto fine = program::check_program(*program);
    base::check(fine.ok(), "steps that fit leave a program");
}

} // namespace assay::fuzz
