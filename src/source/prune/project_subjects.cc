#include "source/prune/project_subjects.h"

#include "base/file.h"
#include "source/laboratory.h"
#include "source/prune/wrapper.h"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <set>
#include <tuple>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

// Counts of branches are wrong where a call may return twice, and here is no witness.
void revive_double_returns(const Unit& unit, Life& life) {
    for (const Call& call : unit.calls) {
        const bool twice = call.name.find("setjmp") != std::string::npos || call.name.ends_with("fork") ||
                           call.name == "getcontext";
        if (!twice || call.statement == kNone) continue;
        const uint32_t body = unit.functions[unit.statements[call.statement].function].body;
        for (uint32_t i = body; i < unit.statements[body].last; ++i) life.dead[i] = life.removable[i] = false;
    }
    // Arms in what runs are not worth the risk either.
    life.dead_arms.assign(life.dead_arms.size(), false);
}

void leave_alone(const Unit& unit, const Function& function, Life& life) {
    for (uint32_t i = function.body; i < unit.statements[function.body].last; ++i)
        life.dead[i] = life.removable[i] = false;
}

// Tests may draw numbers or look at the clock, so what ran once by chance or did not is no news. A function
// that does not run the same way each time is left alone; gives the names.
std::vector<std::string> revive_what_varies(const Unit& unit, const std::vector<Coverage>& runs, Life& life) {
    std::vector<Life> lives;
    for (const Coverage& run : runs) lives.push_back(life_of(unit, {run}));
    std::vector<std::string> names;
    for (const Function& function : unit.functions) {
        const auto differs = [&](const Life& one) {
            const auto first = one.dead.begin() + function.body,
                       last = one.dead.begin() + unit.statements[function.body].last;
            return !std::equal(first, last, lives[0].dead.begin() + function.body);
        };
        if (std::ranges::none_of(lives, differs)) continue;
        names.push_back(function.name);
        leave_alone(unit, function, life);
    }
    return names;
}

// Functions of which something ran that was believed to be dead.
std::vector<std::string> revive_what_ran(const Unit& unit, const Coverage& run, Life& life) {
    const Life now = life_of(unit, {run});
    std::vector<std::string> names;
    for (const Function& function : unit.functions) {
        bool ran = false;
        for (uint32_t i = function.body; i < unit.statements[function.body].last; ++i)
            ran = ran || (life.dead[i] && !now.dead[i]);
        if (!ran) continue;
        names.push_back(function.name);
        leave_alone(unit, function, life);
    }
    return names;
}

class Survey {
  public:
    Survey(const Yard& yard, ProjectResult& result, const std::function<void(const std::string&)>& tell)
        : yard_(yard), result_(result), tell_(tell) {}

    Result<std::vector<ProjectSubject>> run();
    Result<std::vector<std::string>> look_again(std::vector<ProjectSubject>& subjects);

  private:
    // Of one run of the tests, in a copy of the project that is always at the same place.
    struct Seen {
        std::string tree;
        std::vector<CompilerCall> calls;
        std::string exported;
    };
    const Yard& yard_;
    ProjectResult& result_;
    const std::function<void(const std::string&)>& tell_;
    std::vector<ProjectSubject> subjects_;

    Result<Seen> look();
    Result<std::vector<CompilerCall>> profile(const std::string& tree);
    Result<std::string> tool(std::vector<std::string> argv) const;
    Result<std::string> export_coverage(const std::vector<CompilerCall>& calls) const;
    Result<void> add_subject(const CompilerCall& call, const std::string& source, const std::string& inside,
                             const std::vector<std::string>& exported);
};

// Builds and tests with coverage; what the compiler was called for.
Result<std::vector<CompilerCall>> Survey::profile(const std::string& tree) {
    const std::string wrapper = yard_.place("wrap-profile"), notes = yard_.place("calls"),
                      profiles = yard_.place("profiles");
    std::error_code ignored;
    fs::remove_all(notes, ignored);
    const auto clear = [&] {
        fs::remove_all(profiles, ignored);
        fs::create_directories(profiles, ignored);
    };
    clear();
    const auto clang = coverage_compiler();
    if (!clang) return clang.error();
    std::vector<std::string> options{"-w", "-O0"};
    options.insert(options.end(), kCoverageOptions.begin(), kCoverageOptions.end());
    if (auto written = write_wrapper(wrapper, clang->path, options, notes); !written) return written.error();
    tell_("building with coverage");
    const Phase built = yard_.build(tree, wrapper, profiles);
    if (!built.ok) return Error{"the build fails with coverage: " + built.said.substr(0, 500)};
    clear(); // what the build itself ran is no test
    tell_("running the tests");
    const Phase tested = yard_.test(tree, wrapper, profiles);
    if (!tested.ok) return Error{"the tests fail with coverage: " + tested.said.substr(0, 500)};
    std::vector<CompilerCall> calls = read_calls(notes);
    if (calls.empty())
        return Error{
            "the build never called cc, gcc or clang by name, so nothing is known about it; let it use $CC, "
            "and give a project that is not built already"};
    return calls;
}

Result<std::string> Survey::tool(std::vector<std::string> argv) const {
    auto ran = yard_.tool(std::move(argv), uint64_t{1} << 30);
    if (!ran) return ran.error();
    if (!ran->ok()) return Error{"coverage cannot be read: " + ran->err.substr(0, 300)};
    return ran->out;
}

// Merged over everything that ran, seen through everything that was linked.
Result<std::string> Survey::export_coverage(const std::vector<CompilerCall>& calls) const {
    const std::string merged = yard_.place("merged.profdata");
    const auto clang = coverage_compiler();
    if (!clang) return clang.error();
    if (auto done = tool({"sh", "-c", "\"$1\" merge -o \"$2\" \"$3\"/*.profraw", "sh", clang->profdata,
                          merged, yard_.place("profiles")});
        !done)
        return done.error();
    std::vector<std::string> argv{clang->cov, "export", "-skip-functions", "-skip-expansions",
                                  "-instr-profile=" + merged};
    std::set<std::string> products;
    for (const CompilerCall& call : calls)
        if (!call.product.empty() && base::is_there(call.product) && products.insert(call.product).second) {
            if (products.size() > 1) argv.emplace_back("-object");
            argv.push_back(call.product);
        }
    if (products.empty()) return Error{"the build linked nothing"};
    return tool(std::move(argv));
}

Result<void> Survey::add_subject(const CompilerCall& call, const std::string& source,
                                 const std::string& inside, const std::vector<std::string>& exported) {
    std::vector<Coverage> runs;
    for (const std::string& run : exported) {
        auto coverage = Coverage::from_llvm_cov(run, source);
        if (!coverage) return coverage.error();
        runs.push_back(std::move(*coverage));
    }
    auto text = base::read_file(source);
    if (!text) return text.error();
    std::vector<std::string> options = call.options;
    options.insert(options.end(),
                   {"-iquote", fs::path(source).parent_path().string(), "-working-directory=" + call.folder});
    auto parser = Parser::open({{{fs::path(source).filename().string(), *text}}, options});
    if (!parser) {
        result_.notes.push_back(inside + ": " + parser.error().message);
        return {};
    }
    Life life = life_of(parser->unit(), runs);
    revive_double_returns(parser->unit(), life);
    if (const auto varying = revive_what_varies(parser->unit(), runs, life); !varying.empty())
        result_.notes.push_back(
            fmt::format("{}: left alone, because they do not run the same way each time: {}", inside,
                        fmt::join(varying, ", ")));
    result_.statements += parser->unit().statements.size();
    result_.dead += life.dead_count();
    parser->rest(); // a project has many files
    subjects_.push_back({inside, std::move(*parser), std::move(life)});
    return {};
}

Result<Survey::Seen> Survey::look() {
    auto tree = yard_.fresh_copy(yard_.project().folder, "profiled");
    if (!tree) return tree.error();
    auto calls = profile(*tree);
    if (!calls) return calls.error();
    auto exported = export_coverage(*calls);
    if (!exported) return exported.error();
    return Seen{std::move(*tree), std::move(*calls), std::move(*exported)};
}

Result<std::vector<std::string>> Survey::look_again(std::vector<ProjectSubject>& subjects) {
    constexpr int kRuns = 5;
    std::vector<std::string> paths;
    for (int run = 0; run < kRuns; ++run) {
        auto seen = look();
        if (!seen) return seen.error();
        for (ProjectSubject& subject : subjects) {
            auto coverage = Coverage::from_llvm_cov(seen->exported, seen->tree + "/" + subject.path);
            if (!coverage) return coverage.error();
            const auto names = revive_what_ran(subject.parser.unit(), *coverage, subject.life);
            if (names.empty()) continue;
            paths.push_back(subject.path);
            result_.notes.push_back(
                fmt::format("{}: left alone from now on, because they run now and then: {}", subject.path,
                            fmt::join(names, ", ")));
        }
    }
    return paths;
}

Result<std::vector<ProjectSubject>> Survey::run() {
    constexpr int kRuns = 3;
    Seen last;
    std::vector<std::string> exported;
    for (int run = 0; run < kRuns; ++run) {
        auto seen = look();
        if (!seen) return seen.error();
        exported.push_back(seen->exported);
        last = std::move(*seen);
    }
    // The order in which a parallel build came to them must not matter. A file that is compiled with
    // different options is one text for all of them, and only the first is parsed: whether a variant fits the
    // others too, the build at -O0 shows.
    std::ranges::sort(last.calls, [](const CompilerCall& a, const CompilerCall& b) {
        return std::tie(a.sources, a.options, a.folder) < std::tie(b.sources, b.options, b.folder);
    });
    std::set<std::string> seen;
    for (const CompilerCall& call : last.calls)
        for (const std::string& source : call.sources) {
            if (source.starts_with(yard_.project().folder + "/"))
                return Error{
                    fmt::format("the build compiles {}, not its copy: the project was configured with "
                                "the full path of its folder; give one that was not",
                                source)};
            if (!source.starts_with(last.tree + "/") || !base::is_there(source) ||
                !seen.insert(source).second)
                continue;
            if (auto added = add_subject(call, source, source.substr(last.tree.size() + 1), exported); !added)
                return added.error();
        }
    result_.files = subjects_.size();
    if (result_.dead == 0) return Error{"the tests run everything, or leave no coverage: nothing to change"};
    return std::move(subjects_);
}

} // namespace

Result<std::vector<ProjectSubject>> find_subjects(const Yard& yard, ProjectResult& result,
                                                  const std::function<void(const std::string&)>& tell) {
    return Survey(yard, result, tell).run();
}

Result<std::vector<std::string>> look_again(const Yard& yard, std::vector<ProjectSubject>& subjects,
                                            ProjectResult& result,
                                            const std::function<void(const std::string&)>& tell) {
    return Survey(yard, result, tell).look_again(subjects);
}

} // namespace assay::source::prune
