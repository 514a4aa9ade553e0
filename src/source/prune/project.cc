#include "source/prune/project.h"

#include "base/file.h"
#include "base/process.h"
#include "source/laboratory.h"
#include "source/prune/variant.h"
#include "source/prune/wrapper.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

struct Phase {
    bool ok = false;
    std::string said;
    double seconds = 0;
};

// A file of the project that can be changed.
struct Subject {
    std::string path; // inside the project
    Parser parser;
    Life life;
};

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

class Workshop {
  public:
    Workshop(const Project& project, const choice::Choices& choices,
             const std::function<void(const std::string&)>& tell)
        : project_(project), choices_(choices), tell_(tell) {}

    Result<ProjectResult> run();

  private:
    const Project& project_;
    const choice::Choices& choices_;
    const std::function<void(const std::string&)>& tell_;
    ProjectResult result_;
    std::vector<Subject> subjects_;
    std::map<std::string, double> usual_; // seconds to build the project itself, by setup that works

    std::string place(const std::string& name) const { return project_.out + "/" + name; }
    // In one word: it stands in CC.
    static std::string one_word(std::string text) {
        for (char& c : text)
            if (c == ' ' || c == '/') c = '_';
        return text;
    }
    std::string wrapper_of(const std::string& setup) const { return place("wrap-" + one_word(setup)); }
    Result<std::string> fresh_copy(const std::string& name);
    Phase command(const std::string& text, const std::string& tree, const std::string& wrapper,
                  const std::string& profiles = {});
    Result<void> find_subjects();
    Result<std::vector<CompilerCall>> profile(const std::string& tree);
    Result<std::string> tool(std::vector<std::string> argv) const;
    Result<std::string> export_coverage(const std::vector<CompilerCall>& calls) const;
    Result<void> add_subject(const CompilerCall& call, const std::string& source, const std::string& inside,
                             const std::string& exported);
    Result<void> baselines();
    Result<std::string> make_variant(uint64_t number);
    Result<void> judge(uint64_t number, const std::string& tree, const std::string& patch);
    Result<void> keep(uint64_t number, const std::string& setup, const std::string& what,
                      const std::string& said, const std::string& patch);
};

Result<std::string> Workshop::fresh_copy(const std::string& name) {
    const std::string tree = place(name);
    std::error_code failed;
    fs::remove_all(tree, failed);
    fs::create_directories(project_.out, failed);
    fs::copy(project_.folder, tree, fs::copy_options::recursive | fs::copy_options::copy_symlinks, failed);
    if (failed) return Error{fmt::format("cannot copy {}: {}", project_.folder, failed.message())};
    return tree;
}

Phase Workshop::command(const std::string& text, const std::string& tree, const std::string& wrapper,
                        const std::string& profiles) {
    const Clock::time_point start = Clock::now();
    const char* path = std::getenv("PATH");
    std::vector<std::string> argv{"env", fmt::format("PATH={}:{}", wrapper, path ? path : "/usr/bin:/bin"),
                                  "CC=" + wrapper + "/cc"};
    if (!profiles.empty()) argv.push_back("LLVM_PROFILE_FILE=" + profiles + "/%m-%p.profraw");
    argv.insert(argv.end(), {"sh", "-c", text});
    auto ran = base::run({.argv = argv, .folder = tree, .limit = project_.limit});
    const std::chrono::duration<double> took = Clock::now() - start;
    if (!ran) return {false, ran.error().message, took.count()};
    const std::string end = ran->timed_out ? "\nit did not end in time\n" : "";
    return {ran->ok(), ran->out + ran->err + end, took.count()};
}

// Builds and tests with coverage; what the compiler was called for.
Result<std::vector<CompilerCall>> Workshop::profile(const std::string& tree) {
    const std::string wrapper = place("wrap-profile"), notes = place("calls"), profiles = place("profiles");
    std::error_code ignored;
    fs::remove_all(notes, ignored);
    const auto clear = [&] {
        fs::remove_all(profiles, ignored);
        fs::create_directories(profiles, ignored);
    };
    clear();
    if (auto written = write_wrapper(wrapper, base::find_program("clang-14"),
                                     {"-w", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping"}, notes);
        !written)
        return written.error();
    tell_("building with coverage");
    const Phase built = command(project_.build, tree, wrapper, profiles);
    if (!built.ok) return Error{"the build fails with coverage: " + built.said.substr(0, 500)};
    clear(); // what the build itself ran is no test
    tell_("running the tests");
    const Phase tested = command(project_.test, tree, wrapper, profiles);
    if (!tested.ok) return Error{"the tests fail with coverage: " + tested.said.substr(0, 500)};
    std::vector<CompilerCall> calls = read_calls(notes);
    if (calls.empty())
        return Error{
            "the build never called cc, gcc or clang by name, so nothing is known about it; let it use $CC"};
    return calls;
}

Result<std::string> Workshop::tool(std::vector<std::string> argv) const {
    auto ran = base::run({.argv = std::move(argv), .limit = project_.limit, .output_limit = size_t{1} << 30});
    if (!ran) return ran.error();
    if (!ran->ok()) return Error{"coverage cannot be read: " + ran->err.substr(0, 300)};
    return ran->out;
}

// Merged over everything that ran, seen through everything that was linked.
Result<std::string> Workshop::export_coverage(const std::vector<CompilerCall>& calls) const {
    const std::string merged = place("merged.profdata");
    if (auto done = tool({"sh", "-c", "llvm-profdata-14 merge -o \"$1\" \"$2\"/*.profraw", "sh", merged,
                          place("profiles")});
        !done)
        return done.error();
    std::vector<std::string> argv{"llvm-cov-14", "export", "-skip-functions", "-skip-expansions",
                                  "-instr-profile=" + merged};
    std::set<std::string> products;
    for (const CompilerCall& call : calls)
        if (!call.product.empty() && fs::exists(call.product) && products.insert(call.product).second) {
            if (products.size() > 1) argv.emplace_back("-object");
            argv.push_back(call.product);
        }
    if (products.empty()) return Error{"the build linked nothing"};
    return tool(std::move(argv));
}

Result<void> Workshop::add_subject(const CompilerCall& call, const std::string& source,
                                   const std::string& inside, const std::string& exported) {
    auto coverage = Coverage::from_llvm_cov(exported, source);
    if (!coverage) return coverage.error();
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
    Life life = life_of(parser->unit(), {*coverage});
    revive_double_returns(parser->unit(), life);
    result_.statements += parser->unit().statements.size();
    result_.dead += life.dead_count();
    subjects_.push_back({inside, std::move(*parser), std::move(life)});
    return {};
}

Result<void> Workshop::find_subjects() {
    auto tree = fresh_copy("profiled");
    if (!tree) return tree.error();
    auto calls = profile(*tree);
    if (!calls) return calls.error();
    auto exported = export_coverage(*calls);
    if (!exported) return exported.error();
    // A file that is compiled with different options is one text for all of them, and only the first is
    // parsed: whether a variant fits the others too, the build at -O0 shows.
    std::set<std::string> seen;
    for (const CompilerCall& call : *calls)
        for (const std::string& source : call.sources) {
            if (!source.starts_with(*tree + "/") || !fs::exists(source) || !seen.insert(source).second)
                continue;
            if (auto added = add_subject(call, source, source.substr(tree->size() + 1), *exported); !added)
                return added;
        }
    result_.files = subjects_.size();
    if (result_.dead == 0) return Error{"the tests run everything, or leave no coverage: nothing to change"};
    return {};
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

// A setup under which the project itself fails says nothing about variants.
Result<void> Workshop::baselines() {
    for (const std::string& setup : project_.setups) {
        std::vector<std::string> words = words_of(setup);
        const std::string compiler = words.empty() ? "" : base::find_program(words[0]);
        if (compiler.empty()) return Error{fmt::format("{}: there is no such compiler", setup)};
        std::vector<std::string> options(words.begin() + 1, words.end());
        options.emplace_back("-w");
        if (auto written = write_wrapper(wrapper_of(setup), compiler, options, {}); !written) return written;
        tell_("the project itself with " + setup);
        auto tree = fresh_copy("original");
        if (!tree) return tree.error();
        const Phase built = command(project_.build, *tree, wrapper_of(setup));
        const Phase tested = built.ok ? command(project_.test, *tree, wrapper_of(setup)) : Phase{};
        if (built.ok && tested.ok)
            usual_[setup] = built.seconds;
        else
            result_.notes.push_back(fmt::format("{}: left out, the project itself fails with it", setup));
    }
    if (usual_.empty()) return Error{"the project fails with every setup"};
    return {};
}

// Some of the files, in a copy of the project; the patch of it.
Result<std::string> Workshop::make_variant(uint64_t number) {
    auto tree = fresh_copy("variant");
    if (!tree) return tree.error();
    choice::Choices own = choices_.fork("project", number);
    std::string all;
    for (size_t i = 0; i < subjects_.size(); ++i) {
        Subject& subject = subjects_[i];
        if (subjects_.size() > 1 && !own.percent(60)) continue;
        const Made made = make_variants(subject.parser, subject.life, 1, own.fork("file", i));
        if (made.variants.empty()) continue;
        const std::string& text = made.variants[0].text;
        if (auto written = base::write_file(*tree + "/" + subject.path, text); !written)
            return written.error();
        all += patch(subject.path, subject.parser.unit().text, text);
        const Counts& counts = made.variants[0].counts;
        result_.changed += counts.deleted + counts.inserted + counts.replaced + counts.mutated;
    }
    return all;
}

Result<void> Workshop::keep(uint64_t number, const std::string& setup, const std::string& what,
                            const std::string& said, const std::string& patch) {
    const std::string folder = place(fmt::format("findings/variant-{}-{}", number, one_word(setup)));
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return Error{fmt::format("cannot make the folder {}: {}", folder, failed.message())};
    if (auto written = base::write_file(folder + "/variant.patch", patch); !written) return written;
    if (auto written = base::write_file(folder + "/said.txt", what + "\n" + said); !written) return written;
    result_.findings.push_back({number, setup, what, folder});
    tell_(fmt::format("variant {} with {}: {}", number, setup, what));
    return {};
}

Result<void> Workshop::judge(uint64_t number, const std::string& tree, const std::string& patch) {
    constexpr double kSlow = 20, kWorthReporting = 30; // times the usual, and seconds
    for (const auto& [setup, usual] : usual_) {
        tell_(fmt::format("variant {} with {}", number, setup));
        const std::string copy = place("built");
        std::error_code failed;
        fs::remove_all(copy, failed);
        fs::copy(tree, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks, failed);
        if (failed) return Error{fmt::format("cannot copy {}: {}", tree, failed.message())};
        const Phase built = command(project_.build, copy, wrapper_of(setup));
        std::string what, said = built.said;
        if (!built.ok) {
            what = "the build fails";
        } else if (built.seconds > kWorthReporting && built.seconds > kSlow * usual) {
            what = fmt::format("slow build: {:.0f} s, usually {:.0f} s", built.seconds, usual);
        } else if (const Phase tested = command(project_.test, copy, wrapper_of(setup)); !tested.ok) {
            what = "the tests fail";
            said = tested.said;
        }
        if (what.empty()) continue;
        if (auto kept = keep(number, setup, what, said, patch); !kept) return kept;
    }
    return {};
}

Result<ProjectResult> Workshop::run() {
    if (auto done = find_subjects(); !done) return done.error();
    if (auto done = baselines(); !done) return done.error();
    for (uint64_t number = 1; number <= project_.variants; ++number) {
        auto patch = make_variant(number);
        if (!patch) return patch.error();
        if (patch->empty()) continue;
        ++result_.variants;
        if (auto written = base::write_file(place(fmt::format("variant-{}.patch", number)), *patch); !written)
            return written.error();
        if (auto judged = judge(number, place("variant"), *patch); !judged) return judged.error();
    }
    return result_;
}

} // namespace

Result<ProjectResult> prune_project(const Project& project, const choice::Choices& choices,
                                    const std::function<void(const std::string&)>& tell) {
    if (const std::string missing = parser_missing(); !missing.empty()) return Error{missing};
    if (const std::string missing = laboratory_missing(); !missing.empty()) return Error{missing};
    Project absolute = project;
    std::error_code failed;
    absolute.folder = fs::absolute(project.folder, failed).lexically_normal().string();
    absolute.out = fs::absolute(project.out, failed).lexically_normal().string();
    if (!fs::is_directory(absolute.folder)) return Error{project.folder + ": there is no such folder"};
    if (absolute.out.starts_with(absolute.folder + "/")) return Error{"--out must not be inside the project"};
    return Workshop(absolute, choices, tell).run();
}

} // namespace assay::source::prune
