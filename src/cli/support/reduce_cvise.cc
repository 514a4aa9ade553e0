#include "cli/support/reduce_cvise.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "reduce/text/script.h"
#include "report/bundle.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

// The failure as bundles have it, so that the script is the one that users get.
report::Case case_of(const triage::Failure& failure, const testcase::TestCase& test) {
    report::Case one;
    one.kind = failure.kind;
    one.title = failure.title;
    one.compiler = test.language == "c++" ? failure.compiler->cxx_path : failure.compiler->path;
    one.options = failure.setup.options;
    if (!test.standard.empty()) one.options.push_back("-std=" + test.standard);
    one.test = test;
    return one;
}

} // namespace

Result<bool> wants_cvise(const std::string& with) {
    if (with.empty() || with == "built-in") return false;
    if (with != "cvise" && with != "auto")
        return Error{fmt::format("--with: unknown '{}'; there are cvise, built-in and auto", with)};
    if (reduce::text::has_cvise()) return true;
    if (with == "auto") return false;
    return Error{"--with cvise: C-Vise is not installed (Debian: apt install cvise)"};
}

Result<testcase::TestCase> smaller_by_cvise(const triage::Failure& failure, const testcase::TestCase& test,
                                            const WithCvise& how) {
    if (test.files.size() != 1) return Error{"C-Vise is given one file at a time"};
    auto folder = base::TemporaryFolder::make();
    if (!folder) return folder.error();
    const std::string script = folder->path() + "/interesting.sh";
    if (auto written = base::write_file(script, report::interesting_script(case_of(failure, test))); !written)
        return written.error();
    std::error_code failed;
    std::filesystem::permissions(script, std::filesystem::perms::owner_all, failed);
    auto text = reduce::text::reduce_with_cvise(test.files.front().text, test.files.front().name, script,
                                                how.jobs, how.limit);
    if (!text) return text.error();
    testcase::TestCase smaller = test;
    smaller.files.front().text = std::move(*text);
    return smaller;
}

} // namespace assay::cli
