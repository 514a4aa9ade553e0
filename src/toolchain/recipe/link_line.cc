#include "toolchain/recipe/link_line.h"

#include "toolchain/text.h"

#include <array>

namespace assay::toolchain {

Words shell_words(std::string_view line) {
    Words words;
    std::string word;
    bool inside = false;
    char quote = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
            word += line[++i];
            inside = true;
        } else if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            inside = true;
        } else if (c == ' ' || c == '\t') {
            if (inside) words.push_back(std::exchange(word, ""));
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (inside) words.push_back(word);
    return words;
}

std::optional<Words> find_link_line(std::string_view listing, std::string_view object,
                                    std::string_view output) {
    std::optional<Words> found;
    for (const std::string_view line : lines_of(listing)) {
        if (!has(line, object)) continue;
        Words words = shell_words(line);
        if (!words.empty() && words.front() == "Calling") words.erase(words.begin());
        if (words.size() < 4 || !contains(words, object)) continue;
        const auto out = std::find(words.begin(), words.end(), "-o");
        const bool linker = has(words.front(), "ld") || has(words.front(), "collect2");
        if (linker && out != words.end() && out + 1 != words.end() && out[1] == output)
            found = std::move(words);
    }
    return found;
}

Words link_template(const Words& line, std::string_view object, std::string_view output) {
    Words link;
    for (size_t i = 0; i < line.size(); ++i) {
        const std::string& word = line[i];
        if (word == "-plugin") {
            ++i; // its file
        } else if (word == object) {
            link.emplace_back(kObjects);
        } else if (word == output && i > 0 && line[i - 1] == "-o") {
            link.emplace_back(kOutput);
        } else if (!word.starts_with("-plugin-opt") && !word.starts_with("--build-id") && word != "-v") {
            link.push_back(word);
        }
    }
    return link;
}

Words with_stub(const Words& link, const std::string& stub) {
    Words lean;
    for (const std::string& word : link) {
        const bool again = word == "-lgcc" && contains(lean, word);
        if (word == "-lc") {
            if (!contains(lean, stub)) lean.push_back(stub);
        } else if (word != "-lgcc_s" && word != "-lgcc_eh" && !again) {
            lean.push_back(word);
        }
    }
    return lean;
}

Words fill_link(const Words& link, const Words& objects, const std::string& output) {
    Words argv;
    for (const std::string& word : link) {
        if (word == kObjects)
            append(argv, objects);
        else
            argv.push_back(word == kOutput ? output : word);
    }
    return argv;
}

std::string_view stub_source() {
    return "#define F(name) void name(void) {}\n"
           "F(printf) F(puts) F(putchar) F(putchar_unlocked) F(abort) F(exit) F(memcpy) F(memmove) "
           "F(memset)\n"
           "F(memcmp) F(strlen) F(strcmp) F(__libc_start_main) F(__cxa_finalize) F(__stack_chk_fail)\n";
}

bool links_plainly(const Words& options) {
    constexpr std::array<std::string_view, 17> kCompileOnly{"-O",
                                                            "-std=",
                                                            "-w",
                                                            "-W",
                                                            "-g",
                                                            "-D",
                                                            "-U",
                                                            "-f",
                                                            "-march=",
                                                            "-mtune=",
                                                            "-mprefer-vector-width=",
                                                            "-mavx",
                                                            "-msse",
                                                            "-m32",
                                                            "-mllvm",
                                                            "-x",
                                                            "-I"};
    constexpr std::array<std::string_view, 16> kForLinkers{
        "-flto",         "-fsanitize", "-fuse-ld",    "-fprofile", "-fopenmp", "-fcoverage",
        "-fsplit-stack", "-fno-pie",   "-fno-pic",    "-fno-PIE",  "-fno-PIC", "-fuse-linker",
        "-fopenacc",     "-Wl,",       "-ffast-math", "-fgnu-tm"};
    const auto starts = [](const std::string& option) {
        return [&option](std::string_view with) { return option.starts_with(with); };
    };
    for (size_t i = 0; i < options.size(); ++i) {
        const std::string& option = options[i];
        if (std::any_of(kForLinkers.begin(), kForLinkers.end(), starts(option)) || option == "-Ofast")
            return false;
        if (std::none_of(kCompileOnly.begin(), kCompileOnly.end(), starts(option))) return false;
        if (option == "-mllvm") ++i;
    }
    return true;
}

} // namespace assay::toolchain
