#include "campaign/reduction.h"

#include "base/file.h"
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "generate/models.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using Json = nlohmann::ordered_json;
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
        if (fs::exists(path)) {
            auto text = base::read_file(path);
            if (!text) return text.error();
            auto memory = reduce::Memory::load(*text);
            if (!memory) return Error{fmt::format("{}: {}", path, memory.error().message)};
            file.memory = std::move(*memory);
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

Json steps_json(const std::vector<triage::ShrinkStep>& steps) {
    Json all = Json::array();
    for (const triage::ShrinkStep& step : steps)
        all.push_back(
            {{"pass", step.pass}, {"lines", step.lines}, {"tokens", step.tokens}, {"tests", step.tests}});
    return all;
}

Json told_json(const triage::Examined& told) {
    Json json;
    json["reliability"] = fmt::format("{}/{}", told.failed, told.tried);
    json["validity"] = told.validity;
    json["validity_how"] = told.validity_how;
    json["options"] = told.options;
    json["levels"] = told.levels;
    json["range"] = told.range;
    json["versions"] = told.versions;
    json["pass"] = told.guilt.pass ? Json(*told.guilt.pass) : Json();
    json["pass_how"] = told.guilt.how;
    json["cure"] = told.guilt.cure;
    json["expected"] = told.expected ? Json(*told.expected) : Json();
    json["detail"] = told.detail;
    return json;
}

std::string extra_of(const Reduced& reduced) {
    const triage::Shrunk& shrunk = *reduced.shrunk;
    const testcase::TestCase& test = shrunk.best.test;
    Json json;
    json["test"] = Json::parse(testcase::to_json(test));
    json["valid_cxx"] = test.valid_cxx;
    json["files"] = Json::array();
    for (const testcase::File& file : test.files)
        json["files"].push_back({{"name", file.name}, {"text", file.text}});
    json["setup"] = {{"compiler", reduced.setup.compiler},
                     {"options", reduced.setup.options},
                     {"target", reduced.setup.target}};
    json["of"] = {{"number", reduced.number}, {"member", reduced.member}};
    json["by_model"] = shrunk.by_model;
    json["tests"] = shrunk.tests;
    json["seconds"] = shrunk.seconds;
    json["steps"] = steps_json(shrunk.steps);
    if (reduced.told) json["told"] = told_json(*reduced.told);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The files of what is left, under the campaign's folder; gives the name of the one file, or of the folder.
Result<std::string> write_files(const std::string& folder, int64_t bug, const testcase::TestCase& test) {
    const bool several = test.files.size() != 1;
    const std::string extension = fs::path(test.files.front().name).extension().string();
    const std::string name = fmt::format("reduced/{}{}", bug, several ? "" : extension);
    std::error_code failed;
    fs::create_directories(folder + (several ? "/" + name : "/reduced"), failed);
    if (failed) return Error{fmt::format("{}/{}: {}", folder, name, failed.message())};
    for (const testcase::File& file : test.files)
        if (auto written = base::write_file(
                fmt::format("{}/{}{}{}", folder, name, several ? "/" : "", several ? file.name : ""),
                file.text);
            !written)
            return written.error();
    return name;
}

std::string whole_text(const testcase::TestCase& test) {
    if (test.files.size() == 1) return test.files.front().text;
    std::string text;
    for (const testcase::File& file : test.files)
        text += fmt::format("{}/* {} */\n{}", text.empty() ? "" : "\n", file.name, file.text);
    return text;
}

// What the small program told about the bug is worth more than what the large one did.
void learn(store::Bug& bug, const triage::Examined& told) {
    if (bug.validity == "unknown") bug.validity = told.validity;
    if (!told.versions.empty()) bug.versions = Json(told.versions).dump();
    Json notes = Json::parse(bug.notes, nullptr, false);
    if (!notes.is_object()) notes = Json::object();
    notes["options"] = told.options;
    notes["levels"] = told.levels;
    notes["range"] = told.range;
    if (!is_telling(bug.kind)) {
        bug.pass = told.guilt.pass;
        bug.title = told.title;
        // What cures the small program tells whether later findings are this bug once more.
        notes["cure"] = told.guilt.cure;
        notes["pass"] = told.guilt.how;
    }
    bug.notes = notes.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Wrong code of one compiler by one pass is one bug, and so is what cannot be attributed.
Result<void> join_its_like(store::Store& store, const store::Bug& bug) {
    if (is_telling(bug.kind)) return {};
    const std::string title = wrong_code_title(bug.compiler, bug.title);
    auto like = store.bug_titled(title);
    if (!like) return like.error();
    if (!*like) return store.add_titles(bug.id, {title});
    return **like == bug.id ? Result<void>() : store.merge(bug.id, **like);
}

using Examine = std::function<Result<triage::Examined>(const testcase::TestCase&)>;

// About what is left, or about the whole program if nothing was gained.
Result<void> tell_of(Reduced& reduced, const testcase::TestCase& whole, const Examine& examine) {
    if (reduced.shrunk) {
        auto told = examine(reduced.shrunk->best.test);
        if (!told) return told.error();
        reduced.tools_us += told->tools_us;
        if (told->failed * 2 > told->tried) {
            reduced.told = std::move(*told);
            return {};
        }
        reduced.why = fmt::format("what is left fails {} of {} times", told->failed, told->tried);
        reduced.shrunk.reset();
    }
    auto told = examine(whole);
    if (!told) return told.error();
    reduced.tools_us += told->tools_us;
    reduced.told = std::move(*told);
    return {};
}

} // namespace

Result<std::optional<ReduceTask>> reduction_of(store::Store& store, int64_t bug) {
    constexpr size_t kLookedAt = 12;
    auto findings = store.findings(bug, kLookedAt);
    if (!findings) return findings.error();
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
        best = ReduceTask{bug, finding, test,
                          fmt::format("{}/reduced/{}-{}-{}.answers", store.folder(), bug, finding.number,
                                      finding.verdict.test)};
    }
    return best;
}

Result<Reduced> reduce(const ReduceTask& task, std::vector<sandbox::Sandbox*> sandboxes,
                       const std::vector<toolchain::Compiler>& compilers, const Config& config,
                       triage::ShrinkHow how, std::optional<double> seconds) {
    Reduced reduced;
    reduced.bug = task.bug;
    reduced.setup = task.finding.verdict.setup;
    reduced.number = task.finding.number;
    reduced.member = task.finding.verdict.test;
    const auto compiler = std::ranges::find(compilers, reduced.setup.compiler, &toolchain::Compiler::name);
    if (compiler == compilers.end()) {
        reduced.why = fmt::format("{} is not here any more", reduced.setup.compiler);
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
    const triage::Failure failure{&*compiler, reduced.setup, task.finding.verdict.kind,
                                  task.finding.verdict.title};
    const auto start = std::chrono::steady_clock::now();
    const toolchain::TestLimits limits = limits_for(config, task.test);
    auto shrunk = triage::shrink(sandboxes, failure, task.test, compilers, limits, how);
    if (shrunk) {
        reduced.shrunk = std::move(*shrunk);
        reduced.tools_us = reduced.shrunk->tools_us;
    } else {
        reduced.why = shrunk.error().message;
    }
    if (!cut_off || !*cut_off) {
        auto told = tell_of(reduced, task.test, [&](const testcase::TestCase& test) {
            return triage::examine(*sandboxes.front(), failure, test, compilers, limits);
        });
        if (!told && !(cut_off && *cut_off)) return told.error();
    }
    reduced.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return reduced;
}

Result<void> keep(store::Store& store, const Reduced& reduced) {
    if (reduced.shrunk) {
        const triage::Small& best = reduced.shrunk->best;
        auto name = write_files(store.folder(), reduced.bug, best.test);
        if (!name) return name.error();
        // Without the examination of what is left it is not done: it begins again without a single test.
        if (auto kept = store.keep(reduced.bug, {*name, whole_text(best.test), best.lines, best.tokens,
                                                 reduced.complete(), extra_of(reduced)});
            !kept)
            return kept;
    }
    if (!reduced.told) return {};
    auto bug = store.bug(reduced.bug);
    if (!bug) return bug.error();
    learn(*bug, *reduced.told);
    if (auto updated = store.update(*bug); !updated) return updated;
    return reduced.told->attributed ? join_its_like(store, *bug) : Result<void>();
}

} // namespace assay::campaign
