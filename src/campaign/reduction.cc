#include "campaign/reduction.h"

#include "base/file.h"
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "generate/models.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using triage::State;
namespace fs = std::filesystem;

size_t bytes_of(const testcase::TestCase& test) {
    size_t bytes = 0;
    for (const testcase::File& file : test.files) bytes += file.text.size();
    return bytes;
}

// Answers go to a file as they come, so that a killed run loses none.
class AnswerFile {
  public:
    static Result<AnswerFile> open(const std::string& path) {
        std::error_code failed;
        fs::create_directories(fs::path(path).parent_path(), failed);
        AnswerFile file;
        const std::string place = fs::path(path).parent_path().string();
        if (fs::is_symlink(place, failed)) return Error{place + ": it leads out of the campaign"};
        if (fs::is_symlink(path, failed)) fs::remove(path, failed);
        if (base::is_there(path)) {
            auto text = base::read_file(path);
            if (!text) return text.error();
            file.memory = reduce::Memory::load(*text);
        }
        file.file_.reset(std::fopen(path.c_str(), "a"));
        if (!file.file_) return Error{fmt::format("cannot write {}: is the disk full?", path)};
        return file;
    }
    void add(uint64_t hash, reduce::Answer answer) {
        const std::string line = reduce::Memory::line(hash, answer);
        std::fwrite(line.data(), 1, line.size(), file_.get());
        std::fflush(file_.get());
    }
    reduce::Memory memory;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

triage::ReducedProgram program_of(const Reduced& reduced) {
    const triage::Shrunk& shrunk = *reduced.shrunk;
    return {.test = shrunk.best.test,
            .setup = reduced.finding.verdict.setup,
            .number = reduced.finding.number,
            .member = reduced.finding.verdict.test,
            .by_model = shrunk.by_model,
            .tests = shrunk.tests,
            .seconds = shrunk.seconds,
            .steps = shrunk.steps,
            .diagnosis = reduced.triaged};
}

// Of the one file, or of the folder, that a small program is kept in.
std::string name_of(int64_t bug, const testcase::TestCase& test) {
    const std::string extension = fs::path(test.files.front().name).extension().string();
    return fmt::format("reduced/{}{}", bug, test.files.size() != 1 ? "" : extension);
}

// Others may have made the folder of the campaign.
bool is_link(const std::string& path) {
    std::error_code ignored;
    return fs::is_symlink(path, ignored);
}

// The name comes from the store, which others may have written.
void remove_files(const std::string& folder, const std::string& name) {
    std::error_code ignored;
    if (name.starts_with("reduced/") && base::stays_inside(name) && !is_link(folder + "/reduced"))
        fs::remove_all(folder + "/" + name, ignored);
}

Result<void> write_files(const std::string& folder, int64_t bug, const testcase::TestCase& test) {
    const bool several = test.files.size() != 1;
    const std::string name = name_of(bug, test);
    for (const testcase::File& file : test.files)
        if (!base::stays_inside(file.name))
            return Error{fmt::format("bug {}: '{}' is not a name for a file of a program", bug, file.name)};
    std::error_code failed;
    if (is_link(folder + "/reduced")) return Error{folder + "/reduced: it leads out of the campaign"};
    fs::remove_all(folder + "/" + name, failed); // it may be a link as well
    fs::create_directories(folder + (several ? "/" + name : "/reduced"), failed);
    if (failed) return Error{fmt::format("{}/{}: {}", folder, name, failed.message())};
    for (const testcase::File& file : test.files)
        if (auto written = base::write_file(
                fmt::format("{}/{}{}{}", folder, name, several ? "/" : "", several ? file.name : ""),
                file.text);
            !written)
            return written.error();
    return {};
}

std::string whole_text(const testcase::TestCase& test) {
    if (test.files.size() == 1) return test.files.front().text;
    std::string text;
    for (const testcase::File& file : test.files)
        text += fmt::format("{}/* {} */\n{}", text.empty() ? "" : "\n", file.name, file.text);
    return text;
}

// What the small program told about the bug is worth more than what the large one did.
void learn(store::Bug& bug, const triage::Diagnosis& triaged) {
    triage::Diagnosis& known = bug.diagnosis;
    if (known.validity == triage::Validity::Unknown) known.validity = triaged.validity;
    if (bug.state == State::Doubtful && triaged.reliability.holds()) {
        bug.state = State::Confirmed;
        known.reliability = triaged.reliability;
    }
    if (!triaged.versions.empty()) known.versions = triaged.versions;
    known.options = triaged.options;
    known.levels = triaged.levels;
    known.range = triaged.range;
    if (traits(bug.kind).names_defect) return;
    bug.title = known.title = triaged.title;
    // The workaround of the small program tells whether later findings are this bug once more.
    known.culprit = triaged.culprit;
    known.attributed = triaged.attributed;
    if (triaged.needs) known.needs = triaged.needs;
}

// Another bug of the compiler, and why the two are one or not.
struct Beside {
    int64_t bug = 0;
    triage::Likeness like;
};

// The bugs that nothing attributes, as this one; only those that were reduced can be compared.
Result<std::vector<Beside>> unattributed_beside(store::Store& store, const store::Bug& bug) {
    std::vector<Beside> all;
    const auto& needs = bug.diagnosis.needs;
    if (!needs || bug.diagnosis.culprit.pass || !triage::is_unattributed(bug.title)) return all;
    auto bugs = store.bugs();
    if (!bugs) return bugs.error();
    for (const store::Bug& other : *bugs) {
        const bool comparable = other.id != bug.id && other.compiler == bug.compiler &&
                                !other.diagnosis.culprit.pass && !traits(other.kind).names_defect &&
                                (other.state == State::Confirmed || other.state == State::Ignored);
        if (!comparable) continue;
        if (const auto& its = other.diagnosis.needs) all.push_back({other.id, likeness(*needs, *its)});
    }
    return all;
}

// What speaks for and against others is kept, for people.
Result<void> note_likeness(store::Store& store, int64_t id, const std::string& text,
                           const std::optional<triage::Needs>& needs) {
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    bug->diagnosis.likeness = text;
    if (needs) bug->diagnosis.needs = needs;
    return store.update(*bug);
}

// Wrong code of one compiler by one pass is one bug. What cannot be attributed is one with those that need
// the same. Gives the bug that is left.
Result<int64_t> join_its_like(store::Store& store, const store::Bug& bug) {
    if (traits(bug.kind).names_defect) return bug.id;
    const std::string title = wrong_code_title(bug.compiler, bug.title);
    auto like = store.bug_titled(title);
    if (!like) return like.error();
    if (*like && **like != bug.id) {
        if (auto merged = merge(store, bug.id, **like); !merged) return merged.error();
        return **like;
    }
    std::vector<std::string> titles{title};
    // The first that nothing attributes takes what is not small enough to tell what it needs.
    if (triage::is_unattributed(bug.title))
        titles.push_back(wrong_code_title(bug.compiler, "wrong code: unattributed"));
    if (auto added = store.add_titles(bug.id, titles); !added) return added.error();
    auto beside = unattributed_beside(store, bug);
    if (!beside) return beside.error();
    const auto best = std::ranges::max_element(
        *beside, {}, [](const Beside& one) { return std::pair(one.like.same, one.like.shared); });
    if (best == beside->end()) return bug.id;
    if (!best->like.same) {
        std::string apart;
        for (const Beside& one : *beside)
            apart += fmt::format("{}bug {}: {}", apart.empty() ? "" : "; ", one.bug, one.like.why);
        if (auto noted = note_likeness(store, bug.id, "kept apart from " + apart, std::nullopt); !noted)
            return noted.error();
        return bug.id;
    }
    auto other = store.bug(best->bug);
    if (!other) return other.error();
    const triage::Needs both = common(*other->diagnosis.needs, *bug.diagnosis.needs);
    if (auto merged = merge(store, bug.id, best->bug); !merged) return merged.error();
    const std::string why = fmt::format("bug {} is the same: {}", bug.id, best->like.why);
    if (auto noted = note_likeness(store, best->bug, why, both); !noted) return noted.error();
    return best->bug;
}

// The files of a reduction carry the number of its bug. Told by the store, which is right about the program
// even if Assay was killed between the two.
Result<void> put_files_in_place(store::Store& store, int64_t id) {
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    if (!bug->reduced) return {};
    const std::optional<testcase::TestCase>& test = bug->reduced->program.test;
    if (!test) return {}; // it stays under the name that it has
    if (auto written = write_files(store.folder(), id, *test); !written) return written;
    const std::string name = name_of(id, *test);
    if (name == bug->reduced->name) return {};
    if (auto renamed = store.rename_reduction(id, name); !renamed) return renamed;
    remove_files(store.folder(), bug->reduced->name);
    return {};
}

using Examine = std::function<Result<triage::Diagnosis>(const testcase::TestCase&)>;

// The finding that a reduction was made of, if it is one of these.
std::optional<store::Finding> finding_of(const store::Reduction& reduction,
                                         const std::vector<store::Finding>& findings) {
    const triage::ReducedProgram& program = reduction.program;
    const auto found = std::ranges::find_if(findings, [&](const store::Finding& finding) {
        return finding.number == program.number && finding.verdict.test == program.member &&
               finding.verdict.setup.compiler == program.setup.compiler &&
               finding.verdict.setup.options == program.setup.options;
    });
    return found == findings.end() ? std::nullopt : std::optional(*found);
}

// About what is left, or about the whole program if nothing was gained.
Result<void> tell_of(Reduced& reduced, const testcase::TestCase& whole, const Examine& examine) {
    if (reduced.shrunk) {
        auto triaged = examine(reduced.shrunk->best.test);
        if (!triaged) return triaged.error();
        reduced.tools_us += triaged->tools_us;
        if (triaged->reliability.holds()) {
            reduced.triaged = std::move(*triaged);
            return {};
        }
        reduced.why = fmt::format("what is left fails {} of {} times", triaged->reliability.failed,
                                  triaged->reliability.tried);
        reduced.shrunk.reset();
    }
    auto triaged = examine(whole);
    if (!triaged) return triaged.error();
    reduced.tools_us += triaged->tools_us;
    reduced.triaged = std::move(*triaged);
    return {};
}

} // namespace

Result<void> merge(store::Store& store, int64_t bug, int64_t into) {
    std::vector<std::string> names;
    for (const int64_t id : {bug, into}) {
        auto read = store.bug(id);
        if (!read) return read.error();
        if (read->reduced) names.push_back(read->reduced->name);
    }
    if (auto merged = store.merge(bug, into); !merged) return merged;
    auto kept = store.bug(into);
    if (!kept) return kept.error();
    for (const std::string& name : names)
        if (!kept->reduced || name != kept->reduced->name) remove_files(store.folder(), name);
    return put_files_in_place(store, into);
}

Result<std::optional<ReduceTask>> reduction_of(store::Store& store, int64_t id) {
    constexpr size_t kLookedAt = 12;
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    auto findings = store.findings(id);
    if (!findings) return findings.error();
    if (findings->size() > kLookedAt) findings->resize(kLookedAt);
    if (bug->reduced)
        if (auto begun = finding_of(*bug->reduced, *findings)) findings = std::vector{std::move(*begun)};
    std::optional<ReduceTask> best;
    std::pair<bool, size_t> best_rank;
    for (const store::Finding& finding : *findings) {
        auto group = store.group(finding.number);
        if (!group) return group.error();
        if (finding.verdict.test >= group->size()) continue;
        const testcase::TestCase& test = (*group)[finding.verdict.test];
        const std::pair rank{!generate::has_model(test), bytes_of(test)};
        if (best && best_rank <= rank) continue;
        best_rank = rank;
        best = ReduceTask{id, finding, test,
                          fmt::format("{}/reduced/finding-{}.answers", store.folder(), finding.id)};
    }
    return best;
}

Result<Reduced> reduce(const ReduceTask& task, std::vector<sandbox::Sandbox*> sandboxes,
                       const toolchain::Toolset& tools, const Config& config, triage::ShrinkHow how,
                       std::optional<double> seconds) {
    Reduced reduced;
    reduced.bug = task.bug;
    reduced.finding = task.finding;
    const testcase::Setup& setup = task.finding.verdict.setup;
    const auto compiler = std::ranges::find(tools.compilers, setup.compiler, &toolchain::Compiler::name);
    if (compiler == tools.compilers.end()) {
        reduced.why = fmt::format("{} is not here any more", setup.compiler);
        return reduced;
    }
    auto answers = AnswerFile::open(task.answers);
    if (!answers) return answers.error();
    how.memory = answers->memory;
    how.on_answer = [&](uint64_t hash, reduce::Answer answer) { answers->add(hash, answer); };
    const std::atomic<bool>* cut_off = how.stop;
    std::atomic<bool> enough = cut_off && *cut_off;
    if (seconds) {
        how.stop = &enough;
        how.on_progress = [&, tell = how.on_progress](const reduce::Progress& progress) {
            enough = progress.seconds > *seconds || (cut_off && *cut_off);
            if (tell) tell(progress);
        };
    }
    const triage::Failure failure{&*compiler, setup, task.finding.verdict.kind, task.finding.verdict.title};
    const auto start = std::chrono::steady_clock::now();
    const toolchain::TestLimits limits = limits_for(config, task.test);
    auto shrunk = triage::shrink(sandboxes, failure, task.test, tools, limits, how);
    if (shrunk) {
        reduced.shrunk = std::move(*shrunk);
        reduced.tools_us = reduced.shrunk->tools_us;
    } else {
        reduced.why = shrunk.error().message;
    }
    if (!cut_off || !*cut_off) {
        auto triaged = tell_of(reduced, task.test, [&](const testcase::TestCase& test) {
            return triage::examine(*sandboxes.front(), failure, test, tools, limits);
        });
        if (!triaged && !(cut_off && *cut_off)) return triaged.error();
    }
    reduced.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return reduced;
}

Result<int64_t> keep(store::Store& store, const Reduced& reduced) {
    // The finding may have been sorted to another bug, or its bug merged, while it was being reduced.
    auto id = store.bug_of(reduced.finding.id);
    if (!id) return id.error();
    auto bug = store.bug(*id);
    if (!bug) return bug.error();
    const bool untriaged = triage::is_untriaged(bug->state);
    if (untriaged && reduced.triaged) {
        store::Finding finding = reduced.finding;
        finding.bug = *id;
        id =
            store.settle(finding, described(finding, *reduced.triaged), titles_of(finding, *reduced.triaged));
        if (!id) return id.error();
        bug = store.bug(*id);
        if (!bug) return bug.error();
    }
    if (reduced.shrunk) {
        const triage::Small& best = reduced.shrunk->best;
        // Without the examination of what is left it is not done: it begins again without a single test.
        auto kept = store.keep(*id, {name_of(*id, best.test), whole_text(best.test), best.lines, best.tokens,
                                     reduced.complete(), program_of(reduced)});
        if (!kept) return kept.error();
        if (!*kept) return *id;
        if (bug->reduced && bug->reduced->name != name_of(*id, best.test))
            remove_files(store.folder(), bug->reduced->name);
        if (auto placed = put_files_in_place(store, *id); !placed) return placed.error();
    }
    if (!reduced.triaged || (untriaged && traits(bug->kind).names_defect)) return *id;
    learn(*bug, *reduced.triaged);
    if (auto updated = store.update(*bug); !updated) return updated.error();
    return reduced.triaged->attributed ? join_its_like(store, *bug) : Result<int64_t>(*id);
}

} // namespace assay::campaign
