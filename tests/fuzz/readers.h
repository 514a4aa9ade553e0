// Every reader of something that others may have made, as a function that takes any bytes. What it may do
// with them: refuse them, or take them. Each is a libFuzzer target (tests/fuzz/target.cc), and
// tests/fuzz_corpus_test.cc reads the corpus with all of them.
#pragma once

#include <array>
#include <string_view>

namespace assay::fuzz {

void read_model(std::string_view bytes); // then checked, saved and evaluated
void read_steps(std::string_view bytes); // a model, a line "---", and steps for it
void read_policy(std::string_view bytes);
void read_config(std::string_view bytes);
void read_test_json(std::string_view bytes);
void read_grammar(std::string_view bytes); // perhaps a line "---" and another one, which it imports
void read_probe_cache(std::string_view bytes);
void read_store(std::string_view bytes);

struct Reader {
    std::string_view name; // of its folder in tests/fuzz/corpus
    void (*read)(std::string_view bytes);
};

inline constexpr std::array<Reader, 8> kReaders{{{"model", read_model},
                                                 {"steps", read_steps},
                                                 {"policy", read_policy},
                                                 {"config", read_config},
                                                 {"test_json", read_test_json},
                                                 {"grammar", read_grammar},
                                                 {"probe_cache", read_probe_cache},
                                                 {"store", read_store}}};

} // namespace assay::fuzz
