// Bundles: a script in the way of C-Reduce and C-Vise, so that anybody can go on with the program.
#include "report/bundle.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::report {
namespace {

using testcase::Kind;

std::string shell_word(const std::string& word) {
    const bool plain = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                              "-_=+./,:") == word.npos;
    if (plain && !word.empty()) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += " " + shell_word(word);
    return text;
}

// What stays the same of a crash's message: a line of it without places in the program.
std::string mark_of(const Case& one) {
    std::string mark = one.title.substr(0, one.title.find(" ("));
    if (const size_t at = mark.find(", at "); at != mark.npos) mark.resize(at);
    return mark;
}

// Options without the levels and what only an optimiser knows, for a build to compare with.
std::string plain_options(const Case& one) {
    std::string text = " -O0";
    for (const std::string& option : one.options)
        if (option == "-m32" || option.starts_with("-std=") || option.starts_with("--target"))
            text += " " + shell_word(option);
    return text;
}

std::string reference(const Case& one) {
    const bool fails_plain = std::ranges::find(one.levels, "-O0") != one.levels.end();
    if (!fails_plain) return shell_word(one.compiler) + plain_options(one);
    for (const auto& [name, answer] : one.versions)
        if (answer == "right") return shell_word(name) + plain_options(one);
    return "cc" + plain_options(one);
}

// Foreign tools break validity sooner than they find a small program, so it is part of the test.
std::string validity(const Case& one) {
    const std::string language = one.is_cxx() ? "c++" : "c";
    return fmt::format(
        "# Is it valid, as far as can be told? (Comment out what your machine does not have.)\n"
        "$REFERENCE -Wall -Wextra -Werror=uninitialized -Werror=return-type{} -O1 -c $FILES >/dev/null 2>&1 "
        "|| "
        "exit 1\n"
        "$SANITIZER -fsanitize=address,undefined -fno-sanitize-recover=all $FILES -o sanitized >/dev/null "
        "2>&1 "
        "|| exit 1\n"
        "timeout 20 ./sanitized >sanitized.txt 2>/dev/null || exit 1\n",
        language == "c" ? " -Werror=implicit-function-declaration -Werror=int-conversion "
                          "-Werror=incompatible-pointer-types"
                        : "");
}

std::string wrong_code_test(const Case& one) {
    return validity(one) + "# What is right, and what the compiler makes of it.\n"
                           "$REFERENCE $FILES -o reference >/dev/null 2>&1 || exit 1\n"
                           "timeout 10 ./reference >expected.txt 2>/dev/null || exit 1\n"
                           "cmp -s expected.txt sanitized.txt || exit 1\n"
                           "$COMPILER $FILES -o wrong >/dev/null 2>&1 || exit 1\n"
                           "if timeout 10 ./wrong >actual.txt 2>/dev/null; then\n"
                           "    ! cmp -s expected.txt actual.txt\n"
                           "else\n"
                           "    [ $? -ne 124 ]\n"
                           "fi\n";
}

std::string test_of(const Case& one) {
    switch (one.kind) {
    case Kind::WrongOutput:
    case Kind::Disagreement:
    case Kind::RunCrash: return wrong_code_test(one);
    case Kind::Crash:
        return fmt::format("$COMPILER -c $FILES >said.txt 2>&1 && exit 1\ngrep -qF -- {} said.txt\n",
                           shell_word(mark_of(one)));
    case Kind::Hang:
    case Kind::Slow:
        return "$REFERENCE -c $FILES >/dev/null 2>&1 || exit 1\n"
               "timeout 10 $COMPILER -c $FILES >/dev/null 2>&1\n[ $? -eq 124 ]\n";
    case Kind::Reject:
        return "$REFERENCE -c $FILES >/dev/null 2>&1 || exit 1\n"
               "! $COMPILER -c $FILES >/dev/null 2>&1\n";
    case Kind::Sanitizer:
        return "$REFERENCE $FILES -o reference >/dev/null 2>&1 && ./reference >/dev/null || exit 1\n"
               "$COMPILER $FILES -o alarm >/dev/null 2>&1 || exit 1\n! ./alarm >/dev/null 2>&1\n";
    }
    return {};
}

} // namespace

std::string interesting_script(const Case& one) {
    std::string files;
    for (const std::string& source : one.test.sources) files += (files.empty() ? "" : " ") + source;
    std::string text = fmt::format(
        "#!/bin/sh\n# {}\n# Status 0: still interesting. Run it in a folder that has the file:\n"
        "#     creduce ./interesting.sh {}\n#     cvise ./interesting.sh {}\n"
        "#     assay reduce --test ./interesting.sh {}\n",
        plain_title(one), one.test.sources.front(), one.test.sources.front(), one.test.sources.front());
    text += fmt::format("FILES={}\nCOMPILER={}\nREFERENCE={}\n", shell_word(files),
                        shell_word(shell_word(one.compiler) + shell_words(one.options)),
                        shell_word(reference(one)));
    const bool checked = test_of(one).find("$SANITIZER") != std::string::npos;
    if (checked) text += fmt::format("SANITIZER={}\n", shell_word("clang" + plain_options(one)));
    return text + "\n" + test_of(one);
}

} // namespace assay::report
