// The families, one line each, and the search.
#include "toolchain/registry.h"

#include "toolchain/toolset.h"

#include "base/suggest.h"
#include "toolchain/families/cross.h"
#include "toolchain/families/families.h"
#include "toolchain/probe/trial.h"
#include "toolchain/text.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace assay::toolchain {
namespace {

using base::Error;
using base::Result;

using Task = Registry::Task;

// What it runs or assembles with was found on PATH, which may be another one now.
bool has_same_aids(const Compiler& compiler, const Programs& programs) {
    for (const char* aid : {"java", "as"}) {
        const auto learned = compiler.learned.find(aid);
        if (learned != compiler.learned.end() && learned->second != Words{programs.find(aid)}) return false;
    }
    return true;
}

std::optional<Compiler> remembered(const ProbeCache& cache, const Family& family, const Candidate& candidate,
                                   const Programs& programs) {
    if (!candidate.remember) return std::nullopt;
    auto known = cache.find(family, candidate);
    return known && has_same_aids(*known, programs) ? std::move(known) : std::nullopt;
}

Result<Compiler> probed_and_tried(const Family& family, sandbox::Sandbox& sandbox, const Programs& programs,
                                  const Candidate& candidate) {
    auto compiler = family.probe(sandbox, programs, candidate);
    if (!compiler) return compiler;
    if (auto works = try_compiler(sandbox, *compiler); !works) return works.error();
    return compiler;
}

// A warden may have been killed, by a machine without memory, say. That says nothing about the compiler.
Result<Compiler> asked(const Family& family, sandbox::Sandbox& sandbox, const Programs& programs,
                       const Candidate& candidate) {
    auto answer = probed_and_tried(family, sandbox, programs, candidate);
    if (!sandbox.broken()) return answer;
    if (auto opened = sandbox.reopen(); !opened) return opened.error();
    return probed_and_tried(family, sandbox, programs, candidate);
}

// A program whose name says nothing is asked once: if it does not work any more, it cannot answer.
std::optional<Task> remembered_task(const ProbeCache& cache, const std::vector<const Family*>& families,
                                    const Candidate& candidate, const Programs& programs) {
    for (const Family* family : families)
        if (remembered(cache, *family, candidate, programs)) return Task{family, candidate, &programs};
    return std::nullopt;
}

std::vector<Result<Compiler>> perform(const std::vector<Task>& tasks, std::span<sandbox::Sandbox> sandboxes,
                                      ProbeCache& cache) {
    base::check(!sandboxes.empty(), "compilers are asked in a sandbox");
    std::vector<std::optional<Result<Compiler>>> answers(tasks.size());
    std::atomic<size_t> next = 0;
    const auto work = [&](sandbox::Sandbox& sandbox) {
        for (size_t i = next++; i < tasks.size(); i = next++) {
            const auto& [family, candidate, programs] = tasks[i];
            if (auto known = remembered(cache, *family, candidate, *programs)) {
                answers[i] = std::move(*known);
                continue;
            }
            answers[i] = asked(*family, sandbox, *programs, candidate);
            if (answers[i]->ok() && candidate.remember) cache.keep(candidate, **answers[i]);
        }
    };
    std::vector<std::jthread> helpers;
    for (sandbox::Sandbox& sandbox : sandboxes.subspan(1)) helpers.emplace_back([&] { work(sandbox); });
    work(sandboxes.front());
    helpers.clear();
    std::vector<Result<Compiler>> all;
    for (auto& answer : answers) all.push_back(std::move(*answer));
    return all;
}

bool same_program(const Compiler& a, const Compiler& b) {
    return a.family == b.family && host_path(a.root, a.path) == host_path(b.root, b.path) &&
           a.learned == b.learned;
}

// Adds it, or its name to the one that is there already.
void add(std::vector<Compiler>& all, Compiler compiler) {
    for (Compiler& known : all) {
        if (!same_program(known, compiler)) continue;
        if (known.name != compiler.name && !contains(known.aliases, compiler.name))
            known.aliases.push_back(compiler.name);
        return;
    }
    all.push_back(std::move(compiler));
}

// Which family a program belongs to whose name says nothing.
class Identifier {
  public:
    Identifier(sandbox::Sandbox& sandbox, const Programs& programs, std::vector<const Family*> families)
        : prober_(sandbox, ""), programs_(programs), families_(std::move(families)) {}

    std::optional<Task> identify(const std::string& name, const std::string& path) {
        Candidate candidate{name, path};
        const auto listing = prober_.ask({path, "-dM", "-E", "-xc", "/dev/null"});
        const Macros macros = macros_from(listing.out);
        if (macros.contains("__clang__")) return task("clang", candidate);
        if (macros.contains("__TINYC__")) return task("tcc", candidate);
        if (macros.contains("__PCC__")) return task("pcc", candidate);
        if (macros.contains("__GNUC__")) {
            const std::string triple(trimmed(prober_.ask({path, "-dumpmachine"}).out));
            if (runs_natively(triple) || emulator_for(triple).empty()) return task("gcc", candidate);
            candidate.detail = triple;
            return task("cross-gcc", candidate);
        }
        const auto said = prober_.ask({path, "-version"});
        const auto banner = prober_.ask({path, "--version"});
        const std::string text = said.out + said.err + banner.out + banner.err;
        for (const auto& [word, family] : {std::pair{"javac ", "javac"},
                                           {"Eclipse Compiler", "ecj"},
                                           {"PyPy", "pypy"},
                                           {"Python 3", "python"}})
            if (has(text, word)) return task(family, candidate);
        if (has(path, "chibicc")) return task("chibicc", candidate);
        return std::nullopt;
    }

  private:
    Prober prober_;
    const Programs& programs_;
    std::vector<const Family*> families_;

    std::optional<Task> task(std::string_view family, const Candidate& candidate) const {
        for (const Family* known : families_)
            if (known->name() == family) return Task{known, candidate, &programs_};
        return std::nullopt;
    }
};

// "gcc-16@sid"
void name_after_root(Candidate& candidate, const Root& root) {
    if (root.path.empty()) return;
    candidate.name += "@" + root.name;
    for (std::string& alias : candidate.aliases) alias += "@" + root.name;
    candidate.root = root.path;
}

std::vector<Task> tasks_of(const std::vector<const Family*>& families, const Programs& programs) {
    std::vector<Task> tasks;
    for (const Family* family : families) {
        for (Candidate& candidate : family->candidates(programs)) {
            const bool taken = std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) {
                return task.candidate.name == candidate.name;
            });
            if (!taken) tasks.push_back({family, std::move(candidate), &programs});
        }
    }
    for (Task& task : tasks) name_after_root(task.candidate, programs.root());
    return tasks;
}

const Task* task_named(const std::vector<Task>& tasks, const std::string& name) {
    for (const Task& task : tasks)
        if (task.candidate.name == name) return &task;
    for (const Task& task : tasks)
        if (contains(task.candidate.aliases, name)) return &task;
    // What only a root has needs no "@sid".
    for (const Task& task : tasks) {
        const std::string there = name + task.candidate.name.substr(std::min(task.candidate.name.rfind('@'),
                                                                             task.candidate.name.size()));
        if (task.candidate.root.empty()) continue;
        if (task.candidate.name == there || contains(task.candidate.aliases, there)) return &task;
    }
    return nullptr;
}

const Task* task_of_file(const std::vector<Task>& tasks, const std::string& path) {
    for (const Task& task : tasks)
        if (task.candidate.detail.empty() && task.candidate.root.empty() &&
            real_path(task.candidate.path) == real_path(path))
            return &task;
    return nullptr;
}

// Of "gcc-12" or "python3.11": 12, 3 and 11; nothing of a name without a version, which sorts first.
std::vector<int> version_in_name(std::string_view name) {
    std::vector<int> parts;
    for (size_t at = name.find_first_of("0123456789"); at < name.size();
         at = name.find_first_of("0123456789", at)) {
        const char* const end = name.data() + name.size();
        at = static_cast<size_t>(std::from_chars(name.data() + at, end, parts.emplace_back()).ptr -
                                 name.data());
    }
    return parts;
}

Error unknown(const std::string& name, const std::vector<Task>& tasks) {
    std::vector<std::string_view> known;
    for (const Task& task : tasks) known.push_back(task.candidate.name);
    if (known.empty())
        return Error{
            fmt::format("unknown compiler '{}': there is no compiler on PATH; try 'assay doctor'", name)};
    return Error{fmt::format("unknown compiler '{}'; {}", name, base::suggest(name, known))};
}

// Of this machine; else of another root.
std::optional<Compiler> newest_that_works(const Family& family, const Programs& programs,
                                          std::span<sandbox::Sandbox> sandboxes, ProbeCache& cache) {
    std::vector<Task> tasks = tasks_of({&family}, programs);
    std::erase_if(tasks, [](const Task& one) { return one.candidate.by_name_only; });
    std::ranges::stable_sort(tasks, std::greater(),
                             [](const Task& one) { return version_in_name(one.candidate.name); });
    for (const Task& task : tasks)
        if (auto answer = perform({task}, sandboxes, cache); answer.front())
            return *std::move(answer.front());
    for (const Programs& other : programs.others())
        if (auto found = newest_that_works(family, other, sandboxes, cache)) return found;
    return std::nullopt;
}

} // namespace

std::vector<std::unique_ptr<Family>> own_families() {
    std::vector<std::unique_ptr<Family>> all;
    for (const auto make :
         {gcc_family, clang_family, tcc_family, chibicc_family, pcc_family, zig_family, cross_gcc_family,
          clang_target_family, yowasp_family, javac_family, ecj_family, python_family, pypy_family})
        all.push_back(make());
    return all;
}

Registry::Registry(std::vector<std::unique_ptr<Family>> own)
    : families_(std::move(own)), own_(families_.size()) {
    for (std::unique_ptr<Family>& family : own_families()) families_.push_back(std::move(family));
}

std::vector<const Family*> Registry::families() const {
    std::vector<const Family*> all;
    for (const auto& family : families_) all.push_back(family.get());
    return all;
}

// The user's own compilers are where the user says, not in every root.
std::vector<Task> Registry::all_tasks(const Programs& programs) const {
    const std::vector<const Family*> all = families();
    std::vector<Task> tasks = tasks_of(all, programs);
    for (const Programs& other : programs.others())
        std::ranges::move(tasks_of({all.begin() + static_cast<std::ptrdiff_t>(own_), all.end()}, other),
                          std::back_inserter(tasks));
    return tasks;
}

Found Registry::find_all(std::span<sandbox::Sandbox> sandboxes, const Programs& programs,
                         ProbeCache& cache) const {
    Found found;
    std::vector<Task> tasks;
    for (Task& task : all_tasks(programs)) {
        if (task.candidate.by_name_only)
            found.by_name.push_back(task.candidate.name);
        else
            tasks.push_back(std::move(task));
    }
    std::vector<Result<Compiler>> answers = perform(tasks, sandboxes, cache);
    for (size_t i = 0; i < tasks.size(); ++i) {
        if (answers[i])
            add(found.compilers, std::move(*answers[i]));
        else
            found.unused.push_back({tasks[i].candidate.name, answers[i].error().message});
    }
    return found;
}

Result<std::vector<Compiler>> Registry::find_named(std::span<sandbox::Sandbox> sandboxes,
                                                   const Programs& programs, ProbeCache& cache,
                                                   const std::vector<std::string>& names) const {
    const std::vector<Task> known = all_tasks(programs);
    std::vector<Task> tasks;
    for (const std::string& name : names) {
        const std::string path = programs.find(name);
        const Task* task = task_named(known, name);
        if (!task && !path.empty()) task = task_of_file(known, path);
        if (task) {
            tasks.push_back(*task);
            continue;
        }
        if (path.empty()) return unknown(name, known);
        if (auto before = remembered_task(cache, families(), {name, path}, programs)) {
            tasks.push_back(std::move(*before));
            continue;
        }
        Identifier identifier(sandboxes.front(), programs, families());
        auto identified = identifier.identify(name, path);
        if (!identified && sandboxes.front().broken() && sandboxes.front().reopen())
            identified = identifier.identify(name, path);
        if (!identified)
            return Error{
                fmt::format("'{}' answers like no compiler that Assay knows; describe it in assay.toml "
                            "(docs/add-a-compiler.md)",
                            name)};
        tasks.push_back(std::move(*identified));
    }
    std::vector<Compiler> found;
    for (Result<Compiler>& answer : perform(tasks, sandboxes, cache)) {
        if (!answer) return answer.error();
        add(found, std::move(*answer));
    }
    return found;
}

std::vector<Compiler> Registry::find_references(std::span<sandbox::Sandbox> sandboxes,
                                                const Programs& programs, ProbeCache& cache,
                                                const std::vector<std::string>& languages) const {
    std::vector<Compiler> found;
    for (const Family* const each : families()) {
        const Family& family = *each;
        const std::vector<std::string> trusted = family.reference_languages();
        if (std::ranges::none_of(trusted, [&](const auto& one) { return contains(languages, one); }))
            continue;
        if (auto reference = newest_that_works(family, programs, sandboxes, cache))
            found.push_back(std::move(*reference));
    }
    return found;
}

std::vector<Compiler> Registry::find_versions(std::span<sandbox::Sandbox> sandboxes, const Programs& programs,
                                              ProbeCache& cache,
                                              const std::vector<Compiler>& compilers) const {
    std::vector<Task> tasks = all_tasks(programs);
    std::erase_if(tasks, [&](const Task& task) {
        return std::ranges::none_of(compilers, [&](const Compiler& one) {
            return one.family == task.family && has(one.name, task.candidate.detail);
        });
    });
    std::vector<Compiler> found;
    for (Result<Compiler>& answer : perform(tasks, sandboxes, cache)) {
        if (!answer) continue;
        const auto is = [&](auto relation) {
            return std::ranges::any_of(compilers,
                                       [&](const Compiler& one) { return relation(one, *answer); });
        };
        if (is(is_version_of) && !is(same_program)) add(found, std::move(*answer));
    }
    return found;
}

} // namespace assay::toolchain
