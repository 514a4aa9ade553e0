#include "toolchain/families/java.h"

#include "toolchain/families/failures.h"
#include "toolchain/families/families.h"
#include "toolchain/families/small.h"
#include "toolchain/text.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;

constexpr std::string_view kFatal = "A fatal error has been detected by the Java Runtime Environment";

constexpr std::array kJavaSigns{
    Sign{"No space left on device", Compiled::Broken},
    Sign{"java.lang.OutOfMemoryError", Compiled::OutOfMemory},
    Sign{"Could not reserve enough space", Compiled::OutOfMemory},
    Sign{"insufficient memory for the Java Runtime", Compiled::OutOfMemory},
    Sign{"java.lang.StackOverflowError", Compiled::OutOfMemory},
    Sign{kFatal, Compiled::Crashed},
    Sign{"An exception has occurred in the compiler", Compiled::Crashed},
    Sign{"Internal compiler error", Compiled::Crashed},
    Sign{"\tat org.eclipse.jdt.", Compiled::Crashed},
    Sign{"\tat jdk.compiler/", Compiled::Crashed},
    Sign{"error: invalid flag", Compiled::Broken},
    Sign{"Unrecognized option", Compiled::Broken},
    Sign{"error: file not found", Compiled::Broken},
    Sign{" error", Compiled::Rejected},
};

// The exception and the top of its trace, without lines: "java.lang.AssertionError in Gen.visitX < Gen.genY".
std::string exception_in(std::string_view text) {
    std::string exception;
    std::vector<std::string> frames;
    for (const std::string_view line : lines_of(text)) {
        const std::string_view start = trimmed(line);
        if (!start.starts_with("at ")) {
            if (!frames.empty()) break;
            const std::string word(start.substr(0, start.find_first_of(": ")));
            if (word.starts_with("java.") || word.starts_with("com.sun.")) exception = word;
            continue;
        }
        if (exception.empty() || frames.size() == 2) continue;
        const std::string_view call = start.substr(3, start.find('(') - 3);
        frames.emplace_back(call.substr(call.find('/') == std::string_view::npos ? 0 : call.find('/') + 1));
    }
    return frames.empty() ? exception : fmt::format("{} in {}", exception, joined(frames, " < "));
}

// "#  SIGSEGV (0xb) at pc=..." and "# V  [libjvm.so+0x8b1] PhaseIdealLoop::split_up(Node*)+0x12".
std::string machine_crash(std::string_view text) {
    std::string signal = "crash", frame;
    bool problematic = false;
    for (const std::string_view line : lines_of(text)) {
        if (line.starts_with("#  SIG")) signal = words_of(line)[1];
        if (line.starts_with("#  Internal Error")) {
            const std::string_view where = between(line, "(", ")");
            signal = fmt::format("internal error in {}", file_name(where.substr(0, where.find(':'))));
        }
        if (line.starts_with("#  assert")) signal += ": " + normalised(line.substr(3));
        if (problematic && frame.empty()) {
            const size_t bracket = line.find(']');
            std::string_view name =
                bracket == std::string_view::npos ? line : trimmed(line.substr(bracket + 1));
            if (name.empty()) name = between(line, "[", "]"); // the library alone is known
            frame = std::string(name.substr(0, name.find_first_of("(+")));
        }
        problematic |= line.starts_with("# Problematic frame:");
    }
    return fmt::format("virtual machine: {}{}{}", signal, frame.empty() ? "" : " in ", frame);
}

} // namespace

base::Result<Compiler> Java::probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                   const Candidate& candidate) const {
    Prober prober(sandbox, candidate.root, std::chrono::seconds(30));
    Compiler compiler = unprobed(*this, candidate);
    const std::string java = programs.find("java");
    if (java.empty())
        return base::Error{fmt::format("{}: there is no java to run programs: {}", compiler.name, install())};
    compiler.learned["java"] = {java};
    const auto said = prober.ask({compiler.path, "-version"});
    compiler.banner = first_line(trimmed(said.out + said.err));
    compiler.version = version_in(compiler.banner);
    testcase::TestCase test;
    test.files = {{"Model.java", "public class Model { public static void main(String[] a) { "
                                 "System.out.println(-7 >>> 28); } }\n"}};
    test.sources = {"Model.java"};
    prober.write("Model.java", test.files[0].text);
    const Recipe recipe = this->recipe(compiler, {compiler.name, {}, ""}, test);
    if (const auto built = prober.ask(recipe.build[0].command.argv); !built.ok())
        return base::Error{fmt::format("{}: it cannot compile: {}", compiler.name, reason(built))};
    if (const auto ran = prober.ask(recipe.run.argv); ran.out != "15\n")
        return base::Error{fmt::format("{}: what it makes does not run: {}", compiler.name, reason(ran))};
    compiler.abilities.languages = {"java"};
    if (auto worked = prober.state(); !worked) return worked.error();
    return compiler;
}

OptionLists Java::levels(const Compiler&) const {
    return {{"-Xint"}, {"-Xbatch", "-XX:TieredStopAtLevel=1"}, {"-Xbatch", "-XX:-TieredCompilation"}, {}};
}

std::vector<OptionSet> Java::option_sets(const Compiler&) const {
    return {{Form::Plain, {}, 2, ""},
            {Form::Plain, {"-Xint"}, 1, ""},
            {Form::Plain, {"-Xbatch", "-XX:TieredStopAtLevel=1"}, 2, ""},
            {Form::Plain, {"-Xbatch", "-XX:-TieredCompilation"}, 3, ""},
            {Form::Plain, {"-Xcomp", "-XX:-TieredCompilation"}, 2, ""},
            {Form::Plain, {"-Xcomp", "-XX:TieredStopAtLevel=1"}, 1, ""}};
}

bool Java::fits(const Compiler&, const testcase::Setup&, const testcase::TestCase& test) const {
    return test.language == "java";
}

Recipe Java::recipe(const Compiler& compiler, const testcase::Setup& setup,
                    const testcase::TestCase& test) const {
    Recipe recipe;
    Step& step = recipe.build.emplace_back();
    const std::string classes = "classes-" + compiler.name;
    step.command.argv = concat(to_bytecode(compiler), Words{"-d", classes}, test.sources);
    step.command.limits.address_space = false;
    const std::string main = std::filesystem::path(test.sources.front()).stem().string();
    step.outputs = {classes + "/" + main + ".class"};
    step.shared = true;
    recipe.slow_build = recipe.slow_run = 4;
    recipe.run.argv = concat(Words{compiler.knows("java")[0], "-XX:+UseSerialGC", "-Xmx512m",
                                   "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=crash.log"},
                             setup.options, Words{"-cp", classes, main});
    recipe.run.limits.address_space = false;
    return recipe;
}

std::string Java::signature(const Execution& step) const {
    if (has(step.out, kFatal)) return machine_crash(step.out);
    if (has(step.err, kFatal)) return machine_crash(step.err);
    if (step.ending == Ending::Exited && classify(step) != Compiled::Crashed) return "";
    for (const std::string* text : {&step.err, &step.out})
        if (std::string exception = exception_in(*text); !exception.empty()) return exception;
    return wordless_crash(step);
}

bool Java::broke_running(const Execution& run) const {
    return has(run.out, kFatal) || has(run.err, kFatal) || (run.ending == Ending::Signalled && run.code != 9);
}

namespace {

// A short life of javac is spent in its own warm-up: its slower compiler is the quicker one.
const Words kQuickStart{"-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"};

class Javac : public Java {
  public:
    std::string_view name() const override { return "javac"; }
    std::string_view summary() const override { return "OpenJDK's javac, with the modes of java"; }
    std::vector<std::string> reference_languages() const override { return {"java"}; }
    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(
            programs.names([](std::string_view name) { return is_versioned(name, "javac"); }));
    }
    // Its exit status says it: 1 errors, 2 bad arguments, 3 resources, 4 abnormal.
    Compiled classify(const Execution& step) const override {
        if (step.ending == Ending::Exited && step.code == 4) return Compiled::Crashed;
        if (step.ending == Ending::Exited && step.code == 2) return Compiled::Broken;
        return classify_by(kJavaSigns, step);
    }

  protected:
    Words to_bytecode(const Compiler& compiler) const override {
        return concat(Words{compiler.path}, kQuickStart, Words{"-nowarn", "-proc:none"});
    }
    std::string version_in(std::string_view banner) const override {
        return std::string(between(banner, "javac ", " "));
    }
};

class Ecj : public Java {
  public:
    std::string_view name() const override { return "ecj"; }
    std::string_view summary() const override { return "Eclipse's compiler of Java, with the modes of java"; }
    std::vector<std::string> reference_languages() const override { return {"java"}; }
    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(
            programs.names([](std::string_view name) { return is_versioned(name, "ecj"); }));
    }
    Compiled classify(const Execution& step) const override { return classify_by(kJavaSigns, step); }

  protected:
    Words to_bytecode(const Compiler& compiler) const override {
        return {compiler.path, "-17", "-nowarn", "-proc:none"};
    }
    std::string version_in(std::string_view banner) const override {
        return std::string(between(banner, "(TM) ", ","));
    }
};

} // namespace

std::unique_ptr<Family> javac_family() { return std::make_unique<Javac>(); }
std::unique_ptr<Family> ecj_family() { return std::make_unique<Ecj>(); }

} // namespace assay::toolchain
