// What fuzzing found once, and good inputs, read by every reader: none of them breaks.
#include "base/file.h"
#include "fuzz/readers.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace assay::fuzz {
namespace {

class FuzzCorpus : public testing::TestWithParam<Reader> {};
INSTANTIATE_TEST_SUITE_P(All, FuzzCorpus, testing::ValuesIn(kReaders),
                         [](const auto& one) { return std::string(one.param.name); });

std::vector<std::string> corpus_of(std::string_view name) {
    auto files = base::files_below(std::string(ASSAY_TESTS_FOLDER "/fuzz/corpus/") + std::string(name));
    return files ? *files : std::vector<std::string>();
}

TEST_P(FuzzCorpus, IsRead) {
    const std::vector<std::string> files = corpus_of(GetParam().name);
    EXPECT_GE(files.size(), 2u) << "there is nothing to begin with";
    for (const std::string& file : files) {
        SCOPED_TRACE(file);
        GetParam().read(*base::read_file(file));
    }
}

// Cut off anywhere, and with a byte of it changed, as a full disk or a bad medium leaves it.
TEST_P(FuzzCorpus, IsReadDamaged) {
    for (const std::string& file : corpus_of(GetParam().name)) {
        SCOPED_TRACE(file);
        const std::string whole = *base::read_file(file);
        const size_t step = whole.size() / 16 + 1;
        for (size_t at = 0; at < whole.size(); at += step) {
            GetParam().read(std::string_view(whole).substr(0, at));
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x81);
            GetParam().read(changed);
        }
    }
}

// Nested without end, in the words of each of them.
TEST_P(FuzzCorpus, DepthIsNoDeath) {
    for (const std::string open :
         {"(", "[", "{", "(func f int () (block ", "(+ 1 ", "{\"a\":", "a=[", "g : ( ", "a."}) {
        std::string text;
        while (text.size() < 300'000) text += open;
        GetParam().read(text);
        GetParam().read("grammar g;\n" + text);
        GetParam().read("x = " + text);
    }
}

} // namespace
} // namespace assay::fuzz
