#include "toolchain/family.h"

#include "toolchain/text.h"

#include <algorithm>
#include <charconv>

namespace assay::toolchain {

int Compiler::major() const {
    int number = 0;
    std::from_chars(version.data(), version.data() + version.size(), number);
    return number;
}

std::vector<int> version_numbers(std::string_view version) {
    std::vector<int> numbers;
    const char* const end = version.data() + version.size();
    for (const char* at = version.data(); at != end;) {
        int number = 0;
        const auto [rest, error] = std::from_chars(at, end, number);
        if (error == std::errc()) numbers.push_back(number);
        at = std::find(rest, end, '.');
        if (at != end) ++at;
    }
    return numbers;
}

bool Family::is_unoptimised(const testcase::Setup& setup) const {
    for (const std::string& option : unoptimised())
        if (!contains(setup.options, option)) return false;
    return true;
}

bool Family::fits(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const {
    const Abilities& can = compiler.abilities;
    if (setup.target != test.target || !contains(can.targets, test.target)) return false;
    if (contains(setup.options, "-xc++")) {
        if (test.language != "c" || !test.valid_cxx || !contains(can.languages, "c++")) return false;
    } else {
        if (!contains(can.languages, test.language)) return false;
        if (!test.standard.empty() && !contains(can.standards, test.standard)) return false;
    }
    return true;
}

} // namespace assay::toolchain
