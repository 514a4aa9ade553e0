// The programs that the tests of this room work on: the *.model files in tests/transform/ and below
// tests/corpus/. Only tests include it.
#pragma once

#include "base/file.h"
#include "transform/suite.h"

#include <filesystem>

namespace assay::transform {

struct Example {
    std::string name;
    std::string text;
    Program program;
    Meaning meaning;
};

// The files of a folder below tests/; none if there is no such folder.
inline std::vector<std::filesystem::path> model_files(std::string_view folder) {
    namespace fs = std::filesystem;
    const fs::path path = fs::path(__FILE__).parent_path() / "../../tests" / folder;
    std::vector<fs::path> files;
    if (fs::is_directory(path))
        for (const auto& entry : fs::recursive_directory_iterator(path))
            if (entry.path().extension() == ".model") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

// Those of its programs that are defined on the platform.
inline std::vector<Example> examples_in(std::string_view folder, const program::Platform& platform) {
    std::vector<Example> examples;
    for (const std::filesystem::path& file : model_files(folder)) {
        const auto text = base::read_file(file.string());
        if (!text) continue;
        auto program = program::load(*text, platform, file.filename().string());
        if (!program || !program::check_program(*program)) continue;
        Meaning meaning = meaning_of(*program);
        if (meaning.defined())
            examples.push_back({file.stem().string(), *text, std::move(*program), std::move(meaning)});
    }
    return examples;
}

inline program::Platform platform_named(std::string_view target, program::Standard standard) {
    return {program::target_named(target).value(), standard};
}

inline const std::vector<Example>& c_examples() {
    static const std::vector<Example> examples =
        examples_in("transform", platform_named("lp64", program::Standard::C11));
    return examples;
}

} // namespace assay::transform
