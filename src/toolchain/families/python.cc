// Python: the interpreter compiles while it runs, and is asked first whether it can. PyPy has modes.
#include "toolchain/families/failures.h"
#include "toolchain/families/families.h"
#include "toolchain/families/small.h"
#include "toolchain/text.h"

#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;

// All that its JIT does but for unrolling; the back end relies on most of the others.
constexpr const char* kWithoutUnrolling =
    "threshold=13,function_threshold=17,"
    "enable_opts=intbounds:rewrite:virtualize:string:pure:earlyforce:heap";

// Compiles a file and marks that it could. An interpreter starts whatever it is given, so its exit status
// does not tell what cannot be compiled.
constexpr const char* kCompile = "import sys\n"
                                 "name, mark = sys.argv[1:]\n"
                                 "try:\n"
                                 "    compile(open(name, 'rb').read(), name, 'exec', dont_inherit=True)\n"
                                 "except (SyntaxError, ValueError) as error:\n"
                                 "    line = getattr(error, 'lineno', 1)\n"
                                 "    sys.exit(f'{name}:{line}: error: {getattr(error, \"msg\", error)}')\n"
                                 "open(mark, 'w').close()\n";

constexpr const char* kEager = "threshold=3,function_threshold=3,trace_eagerness=1";

class Python : public Family {
  public:
    std::string_view name() const override { return "python"; }
    std::string_view summary() const override { return "CPython: python3, python3.11"; }
    std::vector<std::string> reference_languages() const override { return {"python"}; }
    std::string_view install() const override { return "apt-get install python3"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(programs.names(is_name));
    }

    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs&,
                                 const Candidate& candidate) const override {
        Prober prober(sandbox, candidate.root);
        Compiler compiler = unprobed(*this, candidate);
        const auto said =
            prober.ask({compiler.path, "-c", "import sys\nprint(sys.version)\nprint(sys.executable)"});
        const auto lines = lines_of(said.out);
        if (!said.ok() || lines.size() < 2)
            return base::Error{fmt::format("{}: {}", compiler.name, reason(said))};
        compiler.banner = lines.front();
        compiler.version = lines.front().substr(0, lines.front().find(' '));
        compiler.path = lines.back(); // what stands in front of it may cost more than the program
        compiler.abilities.languages = {"python"};
        if (auto worked = prober.state(); !worked) return worked.error();
        return compiler;
    }

    std::vector<OptionSet> option_sets(const Compiler&) const override {
        return {{Form::Plain, {}, 3, ""}, {Form::Plain, {"-O"}, 1, ""}, {Form::Plain, {"-X", "dev"}, 1, ""}};
    }

    bool fits(const Compiler&, const testcase::Setup&, const testcase::TestCase& test) const override {
        return test.language == "python";
    }

    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override {
        Recipe recipe;
        Step& step = recipe.build.emplace_back();
        const std::string mark = "compiled-by-" + compiler.name;
        step.command.argv = {compiler.path, "-B", "-s", "-c", kCompile, test.sources.front(), mark};
        step.command.limits.address_space = false; // pypy reserves much
        step.outputs = {mark};
        step.shared = true;
        recipe.run.argv =
            concat(Words{compiler.path}, setup.options, Words{"-B", "-s", test.sources.front()});
        recipe.run.environment = {"PYTHONHASHSEED=0"};
        recipe.run.limits.address_space = false;
        return recipe;
    }

    Compiled classify(const Execution& step) const override { return classify_by({}, step); }
    std::string signature(const Execution& step) const override {
        if (!broke_running(step)) return "";
        const auto fatal = between(step.err, "Fatal Python error: ", "\n");
        if (!fatal.empty()) return "Fatal Python error: " + normalised(fatal);
        const auto reason = between(step.err, "Fatal RPython error: ", "\n");
        if (reason.empty()) return wordless_crash(step);
        // The innermost frame stands last.
        const std::string_view frames =
            std::string_view(step.err).substr(0, step.err.find("Fatal RPython error: "));
        const auto last =
            between(frames.substr(std::min(frames.rfind(", in "), frames.size())), ", in ", "\n");
        return fmt::format("RPython: {} in {}", normalised(reason), last);
    }
    bool broke_running(const Execution& run) const override {
        return (run.ending == Ending::Signalled && run.code != 9) || has(run.err, "Fatal Python error: ") ||
               has(run.err, "SystemError: ") || has(run.err, "RPython traceback:");
    }

  protected:
    static bool is_name(std::string_view name) {
        if (!name.starts_with("python3")) return false;
        return name.find_first_not_of(".0123456789", 7) == std::string_view::npos;
    }
};

class PyPy : public Python {
  public:
    std::string_view name() const override { return "pypy"; }
    std::string_view summary() const override { return "PyPy, a compiling interpreter of Python"; }
    std::string_view install() const override { return "apt-get install pypy3"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(programs.names([](std::string_view name) {
            return name.starts_with("pypy3") &&
                   name.find_first_not_of(".0123456789", 5) == std::string_view::npos;
        }));
    }

    std::vector<std::string> unoptimised() const override { return {"--jit", "off"}; }
    OptionLists levels(const Compiler&) const override { return {unoptimised(), {}, {"--jit", kEager}}; }
    std::vector<OptionSet> option_sets(const Compiler&) const override {
        return {{Form::Plain, {}, 2, ""},
                {Form::Plain, {"--jit", "off"}, 1, ""},
                {Form::Plain, {"--jit", kEager}, 3, ""},
                {Form::Plain, {"--jit", kWithoutUnrolling}, 1, ""}};
    }
};

} // namespace

std::unique_ptr<Family> python_family() { return std::make_unique<Python>(); }
std::unique_ptr<Family> pypy_family() { return std::make_unique<PyPy>(); }

} // namespace assay::toolchain
