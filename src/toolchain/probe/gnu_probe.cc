#include "toolchain/probe/gnu_probe.h"

#include "base/hash.h"
#include "toolchain/families/cross.h"
#include "toolchain/families/small.h"
#include "toolchain/probe/machine_levels.h"
#include "toolchain/probe/machine_program.h"
#include "toolchain/recipe/link_line.h"
#include "toolchain/text.h"

#include <fmt/format.h>

namespace assay::toolchain {

using base::Error;
using base::Result;

GnuProbe::GnuProbe(const GnuFamily& family, sandbox::Sandbox& sandbox, const Programs& programs,
                   const Candidate& candidate)
    : family_(family), programs_(programs), candidate_(candidate), prober_(sandbox, candidate.root) {
    found_.name = candidate.name;
    found_.aliases = candidate.aliases;
    found_.root = candidate.root;
    found_.path = candidate.path;
    found_.family = &family;
}

Result<Compiler> GnuProbe::ask() {
    if (auto known = identify(); !known) return known.error();
    find_quiet();
    if (auto made = find_targets(); !made) return made.error();
    find_languages();
    find_features();
    if (family_.knows_machines()) {
        find_sanitizers();
        find_lto();
        find_machines();
    }
    found_.abilities.optimisations = family_.optimisations(prober_, launch(found_));
    found_.abilities.rare = family_.rare_options(prober_, launch(found_));
    if (auto worked = prober_.state(); !worked) return worked.error();
    return std::move(found_);
}

Result<void> GnuProbe::identify() {
    auto command = family_.command(programs_, candidate_);
    if (!command) return command.error();
    if (!command->empty()) found_.learned["command"] = std::move(*command);
    const auto answer = prober_.ask(concat(launch(found_), Words{"-dM", "-E", "-xc", "/dev/null"}));
    if (!answer.ok()) return Error{fmt::format("{}: {}", found_.name, reason(answer))};
    macros_ = macros_from(answer.out);
    found_.version = family_.version_in(macros_);
    if (found_.version.empty()) return Error{fmt::format("{}: this is no {}", found_.name, family_.name())};
    auto run = family_.runner(programs_, candidate_, macros_);
    if (!run) return run.error();
    if (!run->empty()) {
        const std::string& emulator = run->front();
        found_.learned["cpus"] = versatile_cpus(emulator, prober_.ask({emulator, "-cpu", "help"}).out);
        found_.learned["run"] = std::move(*run);
    }
    // Objects that are not position-independent cannot be linked by a compiler whose programs are.
    const std::string& root = programs_.root().name;
    found_.learned["abi"] = {family_.abi(found_) + (root.empty() ? "" : "@" + root) +
                             (macros_.contains("__PIE__") ? "" : "-fixed")};
    const auto machine = prober_.ask(concat(launch(found_), Words{"-dumpmachine"}));
    if (machine.ok() && !trimmed(machine.out).empty())
        found_.learned["machine"] = {std::string(first_line(trimmed(machine.out)))};
    const auto said = prober_.ask(concat(launch(found_), Words{"--version"}));
    found_.banner = said.ok() ? first_line(said.out) : "";
    return {};
}

Words GnuProbe::compile(const Words& options, std::string_view source, std::string_view object) const {
    return concat(launch(found_), found_.knows("quiet"), options,
                  Words{"-c", std::string(source), "-o", std::string(object)});
}

void GnuProbe::find_quiet() {
    prober_.write("model.c", model_program());
    const Words wanted = family_.quiet();
    found_.learned["quiet"] = wanted;
    if (prober_.succeeds(compile({}, "model.c", "model.o"))) return;
    found_.learned["quiet"] = {};
    Words accepted;
    for (const std::string& option : wanted)
        if (prober_.succeeds(compile({option}, "model.c", "model.o"))) accepted.push_back(option);
    found_.learned["quiet"] = accepted;
}

Result<std::string> GnuProbe::try_target(const Words& options) {
    prober_.remove("prog");
    const auto compiled = prober_.ask(compile(options, "model.c", "model.o"));
    if (!compiled.ok()) return Error{"it cannot compile: " + reason(compiled)};
    const auto linked = prober_.ask(concat(launch(found_), options, Words{"model.o", "-o", "prog"}));
    if (!linked.ok()) return Error{"it cannot link: " + reason(linked)};
    const auto ran = prober_.ask(concat(found_.knows("run"), Words{"./prog"}));
    const std::string model = ran.ok() ? model_from(ran.out) : "";
    if (model.empty()) return Error{"what it makes does not run: " + reason(ran)};
    return model;
}

Result<void> GnuProbe::find_targets() {
    std::vector<Words> ways{{}};
    if (macros_.contains("__x86_64__") && found_.knows("run").empty() && family_.knows_machines())
        ways.push_back({"-m32"});
    for (const Words& options : ways) {
        const auto model = try_target(options);
        if (!model && options.empty())
            return Error{fmt::format("{}: {}", found_.name, model.error().message)};
        if (!model || contains(found_.abilities.targets, *model)) continue;
        learn_link(*model, options);
        found_.abilities.targets.push_back(*model);
        found_.learned["options." + *model] = options;
        add_other_char(*model);
    }
    return {};
}

void GnuProbe::add_other_char(const std::string& model) {
    const std::string other = with_other_char(model);
    const bool is_signed = other.size() > model.size();
    const Words options =
        concat(found_.knows("options." + model), Words{is_signed ? "-funsigned-char" : "-fsigned-char"});
    const auto answer = prober_.ask(concat(launch(found_), options, Words{"-dM", "-E", "-xc", "/dev/null"}));
    if (!answer.ok() || macros_from(answer.out).contains("__CHAR_UNSIGNED__") != is_signed) return;
    found_.abilities.targets.push_back(other);
    found_.learned["options." + other] = options;
    if (found_.learned.contains("link." + model))
        found_.learned["link." + other] = found_.learned["link." + model];
}

void GnuProbe::learn_link(const std::string& target, const Words& options) {
    const auto shown = prober_.ask(concat(launch(found_), options, Words{"-###", "model.o", "-o", "prog"}));
    auto line = find_link_line(shown.err + "\n" + shown.out, "model.o", "prog");
    if (!line) return;
    if (has(line->front(), "collect2")) // gcc's own wrapper, of no use without constructors and plugins
        line->front() = trimmed(prober_.ask(concat(launch(found_), Words{"-print-prog-name=ld"})).out);
    line->front() = programs_.find(line->front());
    if (line->front().empty()) return;
    const Words link = link_template(*line, "model.o", "prog");
    const std::string stub =
        fmt::format("libc-{:08x}.so", base::hash_text(found_.learned["abi"][0] + target) & 0xffffffff);
    if (build_stub(stub, link, options) && links_and_runs(with_stub(link, stub))) {
        found_.learned["link." + target] = with_stub(link, stub);
        found_.aids.push_back({stub, prober_.read(stub)});
    } else if (links_and_runs(link)) {
        found_.learned["link." + target] = link;
    }
}

bool GnuProbe::build_stub(const std::string& stub, const Words& link, const Words& options) {
    prober_.write("stub.c", stub_source());
    if (!prober_.succeeds(compile(concat(options, Words{"-fno-builtin", "-fPIC"}), "stub.c", "stub.o")))
        return false;
    Words argv{link.front(), "-shared",   "-s",     "-z", "noseparate-code",
               "-soname",    "libc.so.6", "stub.o", "-o", stub};
    if (const auto m = std::find(link.begin(), link.end(), "-m"); m != link.end() && m + 1 != link.end())
        append(argv, {"-m", m[1]});
    return prober_.succeeds(argv);
}

bool GnuProbe::links_and_runs(const Words& link) {
    prober_.remove("prog");
    if (!prober_.succeeds(fill_link(link, {"model.o"}, "prog"))) return false;
    const auto ran = prober_.ask(concat(found_.knows("run"), Words{"./prog"}));
    return ran.ok() && !model_from(ran.out).empty();
}

bool GnuProbe::builds_and_runs(const Words& launch, const Words& options) {
    prober_.remove("prog");
    if (!prober_.succeeds(concat(launch, Words{"-w"}, options, Words{"-o", "prog"}))) return false;
    const auto ran = prober_.ask(concat(found_.knows("run"), Words{"./prog"}));
    return ran.ok();
}

void GnuProbe::find_languages() {
    Abilities& can = found_.abilities;
    can.languages = {"c"};
    can.standards = family_.standards(prober_, launch(found_), "c");
    found_.cxx_path = family_.cxx_program(programs_, candidate_);
    if (found_.cxx_path.empty()) return;
    std::string source(model_program());
    source.replace(source.find("int printf"), 10, "extern \"C\" int printf");
    prober_.write("model.cc", source);
    if (!builds_and_runs(launch(found_, "c++"), {"model.cc"})) {
        found_.cxx_path.clear();
        return;
    }
    can.languages.emplace_back("c++");
    append(can.standards, family_.standards(prober_, launch(found_, "c++"), "c++"));
}

void GnuProbe::find_features() {
    const Build build = [&](Prober& prober, const std::string& source) {
        return prober.ask(concat(launch(found_), Words{"-w", source, "-o", "prog"}));
    };
    found_.abilities.features =
        working_features(prober_, concat(found_.knows("run"), Words{"./prog"}), build);
}

void GnuProbe::find_sanitizers() {
    const Words wanted = family_.sanitizers();
    if (wanted.empty()) return;
    const auto works = [&](const std::string& list) {
        return builds_and_runs(launch(found_), {"model.c", "-fsanitize=" + list});
    };
    // One program for those that go together is quicker than one each.
    if (contains(wanted, "undefined") && contains(wanted, "address") && works("undefined,address"))
        found_.abilities.sanitizers = {"undefined", "address"};
    for (const std::string& sanitizer : wanted)
        if (!contains(found_.abilities.sanitizers, sanitizer) && works(sanitizer))
            found_.abilities.sanitizers.push_back(sanitizer);
}

// Of two files, because some linkers do one alone.
void GnuProbe::find_lto() {
    prober_.write("one.c", "int other(int x);\nint main(void) { return other(1) - 2; }\n");
    prober_.write("two.c", "int other(int x) { return x + 1; }\n");
    for (const auto& [key, option] : {std::pair{"lto", "-flto"}, {"lto.thin", "-flto=thin"}}) {
        if (key == std::string_view("lto.thin") && !macros_.contains("__clang__")) continue;
        for (const Words& options : {Words{option}, Words{option, "-fuse-ld=lld"}}) {
            if (!builds_and_runs(launch(found_), concat(options, Words{"-O1", "one.c", "two.c"}))) continue;
            found_.learned[key] = options;
            found_.abilities.lto = true;
            break;
        }
    }
}

// Each is tried with a program that checks itself; one that does not compile, or runs wrongly under what runs
// programs here, is not offered.
void GnuProbe::find_machines() {
    for (const std::string& level : machine_levels(macros_))
        if (runs_as(words_of(level))) found_.abilities.machines.push_back(level);
    if (macros_.contains("__x86_64__") && found_.knows("run").empty())
        found_.learned["tunings"] = family_.tunings();
}

bool GnuProbe::runs_as(const Words& level) {
    prober_.write("machine.c", std::string(machine_program()));
    prober_.remove("prog");
    const Words build = concat(launch(found_), found_.knows("quiet"), Words{"-w", "-O2"}, level,
                               Words{"machine.c", "-o", "prog"});
    if (!prober_.succeeds(build)) return false;
    const auto ran = prober_.ask(concat(runner_for(found_, level), Words{"./prog"}));
    return ran.ending == testcase::Ending::Exited && ran.code == kMachineStatus;
}

Result<Compiler> GnuFamily::probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                  const Candidate& candidate) const {
    return GnuProbe(*this, sandbox, programs, candidate).ask();
}

} // namespace assay::toolchain
