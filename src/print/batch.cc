#include "print/batch.h"

#include "base/check.h"
#include "print/composer.h"

#include <algorithm>

namespace assay::print {
namespace {

// Every name, so that what was the same name stays the same name.
void prefix_names(program::Program& p, const std::string& prefix) {
    program::NamePool renamed;
    for (uint32_t i = 0; i < p.names.size(); ++i) {
        const std::string_view name = p.names[{i}];
        renamed.add(name.empty() ? std::string() : prefix + std::string(name));
    }
    p.names = std::move(renamed);
}

// What the parts have in common.
struct Shared {
    std::vector<GuardedOp> helpers;
    std::array<bool, kLibraryCount> library{};
    std::array<bool, kHarnessPartCount> harness{};

    void add(const Composer::Part& part) {
        for (const GuardedOp& op : part.helpers)
            if (std::find(helpers.begin(), helpers.end(), op) == helpers.end()) helpers.push_back(op);
        for (size_t i = 0; i < library.size(); ++i) library[i] |= part.library[i];
        for (size_t i = 0; i < harness.size(); ++i) harness[i] |= part.harness[i];
    }
};

} // namespace

Printed print_batch(std::span<const BatchPart> parts, const Options& options) {
    base::check(!parts.empty(), "a batch without programs");
    Options one = options;
    one.layout = Layout::OneFile;
    one.harness = Harness::Checksum;
    Shared shared;
    Printed printed;
    std::string texts, calls, head;
    for (size_t i = 0; i < parts.size(); ++i) {
        base::check(parts[i].meaning->defined(), "a batch with a program that has no meaning");
        base::check(parts[i].program->platform == parts[0].program->platform, "a batch for two platforms");
        program::Program p = *parts[i].program;
        const std::string prefix = "p" + std::to_string(i) + "_";
        prefix_names(p, prefix);
        Composer composer(p, *parts[i].meaning, one);
        const Composer::Part part = composer.compose_part({prefix + "main", parts[i].label});
        shared.add(part);
        texts += "\n/* " + parts[i].label + " */\n" + part.text;
        calls += "    " + prefix + "main();\n";
        printed.expected += part.expected;
        if (i + 1 == parts.size())
            head = joined({composer.library(shared.library), write_shared_harness(shared.harness),
                           composer.helpers(shared.helpers)});
    }
    const std::string name = options.stem + (is_cxx(parts[0].program->platform.standard) ? ".cpp" : ".c");
    printed.sources = {name};
    printed.files.push_back({name, head + texts + "\nint main(void) {\n" + calls + "    return 0;\n}\n"});
    return printed;
}

} // namespace assay::print
