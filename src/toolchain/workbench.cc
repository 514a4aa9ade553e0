#include "toolchain/workbench.h"

#include "base/hash.h"
#include "toolchain/refusals.h"
#include "toolchain/text.h"

namespace assay::toolchain {

using base::Result;
using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;
using testcase::Observation;
using testcase::Setup;

namespace {

// Quicker than hash_text() for programs of megabytes, and only compared within one bench.
uint64_t hash_bytes(std::string_view bytes) {
    uint64_t hash = base::scramble(bytes.size());
    while (bytes.size() >= sizeof(uint64_t)) {
        uint64_t word = 0;
        std::char_traits<char>::copy(reinterpret_cast<char*>(&word), bytes.data(), sizeof word);
        hash = base::combine(hash, word);
        bytes.remove_prefix(sizeof word);
    }
    return base::combine(hash, base::hash_text(bytes));
}

uint64_t hash_command(uint64_t hash, const sandbox::Command& command) {
    for (const std::string& word : command.argv) hash = base::combine(hash, base::hash_text(word));
    return command.root.empty() ? hash : base::combine(hash, base::hash_text(command.root));
}

void free_of_charge(Execution& execution) { execution.cpu_us = execution.wall_us = 0; }

// What the family wants looser than the campaign stays looser.
sandbox::Limits both(sandbox::Limits limits, const sandbox::Limits& wanted) {
    limits.address_space &= wanted.address_space;
    return limits;
}

sandbox::Limits times(sandbox::Limits limits, int factor) {
    limits.cpu *= factor;
    limits.wall *= factor;
    limits.idle *= factor;
    return limits;
}

// It ends as the last step did. What each of them said counts: compilers name their passes while they
// compile, and the link after that is silent.
void add(Execution& sum, const Execution& step) {
    Execution whole = step;
    whole.cpu_us += sum.cpu_us;
    whole.wall_us += sum.wall_us;
    whole.peak_kb = std::max(sum.peak_kb, step.peak_kb);
    whole.out = sum.out + step.out;
    whole.err = sum.err + step.err;
    whole.truncated |= sum.truncated;
    sum = std::move(whole);
}

} // namespace

// What it compiles runs where it lives.
Recipe recipe_of(const Compiler& compiler, const Setup& setup, const testcase::TestCase& test) {
    Setup whole = setup;
    append(whole.options, test.cflags);
    Recipe recipe = compiler.family->recipe(compiler, whole, test);
    for (Step& step : recipe.build) step.command.root = compiler.root;
    recipe.run.root = compiler.root;
    return recipe;
}

Workbench::Workbench(sandbox::Sandbox& sandbox, const testcase::TestCase& test, const TestLimits& limits,
                     Reuse reuse)
    : sandbox_(&sandbox), test_(&test), limits_(limits), reuse_(reuse) {}

Result<Workbench> Workbench::open(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                  const TestLimits& limits, Reuse reuse) {
    for (const testcase::File& file : test.files)
        if (auto written = sandbox.write(file.name, file.text); !written) return written.error();
    return Workbench(sandbox, test, limits, reuse);
}

Result<Observation> Workbench::compile(const Compiler& compiler, const Setup& setup) {
    Observation observation;
    observation.setup = setup;
    const Recipe recipe = recipe_of(compiler, setup, *test_);
    if (auto built = build(compiler, recipe, true, observation); !built) return built.error();
    return observation;
}

Result<Observation> Workbench::observe_under(const std::vector<std::string>& tool, const Compiler& compiler,
                                             const Setup& setup) {
    constexpr int kSlowUnderTool = 20;
    Observation observation;
    observation.setup = setup;
    Recipe recipe = recipe_of(compiler, setup, *test_);
    if (!tool.empty()) {
        recipe.run.argv.insert(recipe.run.argv.begin(), tool.begin(), tool.end());
        recipe.run.limits.address_space = false;
        recipe.slow_run *= kSlowUnderTool;
    }
    observation.sanitized = recipe.sanitized;
    auto built = build(compiler, recipe, false, observation);
    if (!built) return built.error();
    if (!*built) return observation;
    auto ran = run_product(recipe);
    if (!ran) return ran.error();
    if (compiler.family->broke_running(*ran)) {
        observation.compiled = Compiled::Crashed;
        observation.signature = compiler.family->signature(*ran);
        add(observation.compile, *ran);
        return observation;
    }
    observation.alarm = recipe.sanitized && compiler.family->alarm(*ran);
    observation.run = std::move(*ran);
    return observation;
}

// True: there is something to run. A link of the same objects as before is left out unless its product is
// wanted as a file.
Result<bool> Workbench::build(const Compiler& compiler, const Recipe& recipe, bool product_wanted,
                              Observation& observation) {
    if (auto written = write_aids(recipe); !written) return written.error();
    product_.reset();
    Execution& sum = observation.compile;
    sum.ending = Ending::Exited;
    for (const Step& step : recipe.build) {
        const bool last = &step == &recipe.build.back();
        const uint64_t key = reuse_ == Reuse::On && last ? key_of(step) : 0;
        if (!product_wanted && linked_before(key, recipe)) break;
        auto execution = perform(step, compiler, times(limits_.compile, recipe.slow_build));
        if (!execution) return execution.error();
        add(sum, *execution);
        if (!execution->ok()) {
            observation.compiled = compiler.family->classify(*execution);
            observation.signature = observation.compiled == Compiled::Rejected
                                        ? refusal_in(execution->err + execution->out)
                                        : compiler.family->signature(*execution);
            return false;
        }
        for (const std::string& output : step.outputs) {
            if (sandbox_->exists(output)) continue;
            observation.compiled = Compiled::Crashed;
            observation.signature = "no output although it reports success";
            return false;
        }
        if (!last) continue;
        if (reuse_ == Reuse::On && !recipe.product.empty())
            if (const auto content = sandbox_->read(recipe.product)) product_ = hash_bytes(*content);
        if (key != 0 && product_) linked_[key] = *product_;
    }
    observation.compiled = Compiled::Built;
    return true;
}

bool Workbench::linked_before(uint64_t key, const Recipe& recipe) {
    const auto known = linked_.find(key);
    if (key == 0 || known == linked_.end() || !runs_.contains(hash_command(known->second, recipe.run)))
        return false;
    product_ = known->second;
    ++savings_.links;
    return true;
}

Result<Execution> Workbench::perform(const Step& step, const Compiler& compiler,
                                     const sandbox::Limits& limits) {
    const std::string name = joined(step.outputs, " ");
    const bool shared = step.shared && reuse_ == Reuse::On;
    if (shared) {
        if (const auto known = shared_.find(name); known != shared_.end()) {
            ++savings_.shared_steps;
            Execution execution = known->second;
            free_of_charge(execution);
            return execution;
        }
    }
    // A product of another setup must not pass for this one's.
    for (const std::string& output : step.outputs) sandbox_->remove(output);
    const std::string direct =
        compiler.name + " " + (step.command.argv.empty() ? "" : step.command.argv.front());
    Execution execution;
    const bool try_it = step.fallback.empty() || !refused_.contains(direct);
    if (try_it) {
        auto done = run_command(step.command, limits);
        if (!done) return done.error();
        execution = std::move(*done);
    }
    if (!step.fallback.empty() && !execution.ok()) {
        sandbox::Command command = step.command;
        command.argv = step.fallback;
        auto done = run_command(command, limits);
        if (!done) return done.error();
        if (done->ok()) refused_.insert(direct);
        if (try_it)
            add(execution, *done);
        else
            execution = std::move(*done);
    }
    if (shared) shared_[name] = execution;
    return execution;
}

Result<Execution> Workbench::run_command(const sandbox::Command& command, const sandbox::Limits& limits) {
    sandbox::Command limited = command;
    limited.limits = both(limits, command.limits);
    return sandbox_->run(limited);
}

Result<Execution> Workbench::run_product(const Recipe& recipe) {
    const sandbox::Limits limits = times(limits_.run, recipe.slow_run);
    sandbox::Command command = recipe.run;
    command.argv.insert(command.argv.end(), test_->arguments.begin(), test_->arguments.end());
    command.input = test_->input;
    if (!product_) return run_command(command, limits);
    const uint64_t key = hash_command(*product_, recipe.run);
    if (const auto known = runs_.find(key); known != runs_.end()) {
        ++savings_.runs;
        Execution execution = known->second;
        free_of_charge(execution);
        return execution;
    }
    auto ran = run_command(command, limits);
    if (ran) runs_[key] = *ran;
    return ran;
}

Result<void> Workbench::write_aids(const Recipe& recipe) {
    for (const Aid& aid : recipe.aids)
        if (aids_.insert(aid.name).second)
            if (auto written = sandbox_->write(aid.name, aid.content); !written) return written.error();
    return {};
}

uint64_t Workbench::key_of(const Step& step) const {
    if (step.inputs.empty()) return 0;
    uint64_t key = hash_command(0, step.command);
    for (const std::string& input : step.inputs) {
        const auto content = sandbox_->read(input);
        if (!content) return 0;
        key = base::combine(key, hash_bytes(*content));
    }
    return key;
}

} // namespace assay::toolchain
