// Reduces failing programs of the method grow, to see how small, how fast and with how many tests.
//   reduce_driver COMPILER OPTION FIRST_SEED HOW_MANY [SIZE] [OUT_FOLDER]
//   reduce_driver COMPILER OPTION FILE.model
// COMPILER is one that fails on some of them, such as one with a planted bug. The first column of numbers is
// the program as it was made, the second what is left.
#include "base/file.h"
#include "base/process.h"
#include "generate/grow/grow.h"
#include "program/text.h"
#include "reduce/engine.h"
#include "reduce/model/passes.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

namespace {

using namespace assay;
namespace fs = std::filesystem;

enum class Failure : uint8_t { None, WrongOutput, Crash, Unknown };

class Compiler {
  public:
    Compiler(std::string name, std::string option) : name_(std::move(name)), option_(std::move(option)) {
        folder_ = (fs::temp_directory_path() / "assay-reduce-XXXXXX").string();
        base::check(mkdtemp(folder_.data()) != nullptr, "a temporary folder");
    }
    ~Compiler() { fs::remove_all(folder_); }
    Compiler(const Compiler&) = delete;
    Compiler& operator=(const Compiler&) = delete;

    Failure judge(const print::Printed& printed, unsigned slot) const {
        const std::string folder = folder_ + "/" + std::to_string(slot);
        fs::create_directories(folder);
        std::vector<std::string> command{name_, option_, "-w"};
        for (const print::File& file : printed.files)
            if (!base::write_file(folder + "/" + file.name, file.text)) return Failure::Unknown;
        for (const std::string& source : printed.sources) command.push_back(source);
        command.insert(command.end(), {"-o", "program"});
        const auto compiled = base::run({.argv = command, .folder = folder});
        if (!compiled) return Failure::Unknown;
        if (!compiled->ok())
            return compiled->err.find("internal compiler error") != std::string::npos ? Failure::Crash
                                                                                      : Failure::Unknown;
        const auto ran = base::run({.argv = {folder + "/program"}, .limit = std::chrono::seconds(10)});
        if (!ran) return Failure::Unknown;
        return ran->ok() && ran->out == printed.expected ? Failure::None : Failure::WrongOutput;
    }

  private:
    std::string name_, option_, folder_;
};

class Fails final : public reduce::model::InterestingProgram {
  public:
    Fails(const Compiler& compiler, Failure wanted) : compiler_(compiler), wanted_(wanted) {}
    reduce::Answer test(const reduce::model::Candidate& candidate, unsigned slot) override {
        const Failure failure = compiler_.judge(candidate.printed(), slot);
        if (failure == Failure::Unknown) return reduce::Answer::Unknown;
        return failure == wanted_ ? reduce::Answer::Yes : reduce::Answer::No;
    }

  private:
    const Compiler& compiler_;
    const Failure wanted_;
};

size_t lines(const print::Printed& printed) {
    size_t count = 0;
    for (const print::File& file : printed.files)
        count += static_cast<size_t>(std::ranges::count(file.text, '\n'));
    return count;
}

std::string all_text(const print::Printed& printed) {
    std::string text;
    for (const print::File& file : printed.files) text += file.text;
    return text;
}

void reduce_one(const generate::grow::Grown& grown, uint64_t seed, const Compiler& compiler, Failure failure,
                const std::string& out) {
    const auto start =
        reduce::model::first_candidate(grown.program, {grown.print.layout, grown.print.harness});
    if (!start) return fmt::print("{}: not a candidate\n", seed);
    Fails fails(compiler, failure);
    reduce::Options options;
    options.slots = std::max(1u, std::thread::hardware_concurrency());
    const auto reduced = reduce::reduce(start, reduce::model::all_passes(), fails, options);
    if (!reduced) return fmt::print("{}: {}\n", seed, reduced.error().message);
    const auto& best = static_cast<const reduce::model::Candidate&>(*reduced->best);
    fmt::print("{:>6} {:>6} lines {:>7} nodes -> {:>4} lines {:>5} nodes  {:>5} tests ({} unknown) {:>3} "
               "rounds {:>7.1f} s\n",
               seed, lines(start->printed()), start->size(), lines(best.printed()), best.size(),
               reduced->tests, reduced->unknown, reduced->rounds, reduced->seconds);
    if (out.empty()) return;
    fs::create_directories(out);
    const std::string stem = fmt::format("{}/{}", out, seed);
    const bool written = base::write_file(stem + ".c", all_text(best.printed())) &&
                         base::write_file(stem + ".stats", reduce::describe(reduced->passes)) &&
                         base::write_file(stem + ".model", program::save(best.program()));
    base::check(written, "the results can be written");
}

int run_file(const Compiler& compiler, const std::string& file) {
    const auto text = base::read_file(file);
    auto program = text ? program::load(*text, {}, file) : base::Result<program::Program>(text.error());
    if (!program) return fmt::print(stderr, "{}\n", program.error().message), 2;
    generate::grow::Grown known;
    known.program = std::move(*program);
    known.print.harness = print::Harness::SelfCheck;
    const auto start = reduce::model::first_candidate(known.program, {});
    if (!start) return fmt::print(stderr, "{}: it is not defined\n", file), 2;
    reduce_one(known, 0, compiler, compiler.judge(start->printed(), 0), file + ".out");
    return 0;
}

int run(int argc, char** argv) {
    const Compiler compiler(argv[1], argv[2]);
    if (argc == 4) return run_file(compiler, argv[3]);
    const uint64_t first = std::strtoull(argv[3], nullptr, 10), wanted = std::strtoull(argv[4], nullptr, 10);
    testcase::Settings settings;
    if (argc > 5) settings.set("size", argv[5]);
    const std::string out = argc > 6 ? argv[6] : "";
    choice::Tally tally;
    uint64_t found = 0;
    for (uint64_t seed = first; found < wanted && seed < first + 2000; ++seed) {
        const auto grown = generate::grow::grow(seed, settings, tally);
        if (!grown) continue;
        const print::Printed printed = print::print(grown->program, grown->meaning, grown->print);
        const Failure failure = compiler.judge(printed, 0);
        if (failure == Failure::None || failure == Failure::Unknown) continue;
        ++found;
        reduce_one(*grown, seed, compiler, failure, out);
        std::fflush(stdout);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: reduce_driver COMPILER OPTION FIRST_SEED HOW_MANY [SIZE] [OUT_FOLDER]\n");
        return 2;
    }
    return run(argc, argv);
}
