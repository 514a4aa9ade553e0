#include "reduce/engine.h"

#include "reduce/search.h"
#include "reduce/workers.h"

#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <numeric>

namespace assay::reduce {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Where a search is: what it goes on with, and how often a piece of this proposal succeeded.
struct Position {
    Search search;
    StatePtr base;
    uint32_t successes = 0, failures = 0;

    void tell(bool success, const StatePtr& candidate) {
        if (success) base = candidate;
        ++(success ? successes : failures);
        search.tell(success);
    }
    bool expects_success() const { return successes > failures; }
};

// A test under way, with the place it was asked from.
struct Ahead {
    Position from;
    StatePtr candidate;
    QuestionPtr question; // about a state of the same hash
    bool guess;
};

class Engine {
  public:
    Engine(StatePtr start, std::span<const Pass* const> passes, Interesting& interesting, Options options)
        : passes_(passes), options_(std::move(options)), workers_(interesting, options_.slots),
          first_size_(start->size()) {
        out_.best = std::move(start);
        for (const Pass* pass : passes) out_.passes.push_back({.name = std::string(pass->name())});
    }

    base::Result<Reduced> run() {
        if (!ask_and_wait(out_.best)) {
            if (stopped()) return finish(false);
            return base::Error{"what is to be reduced is not interesting itself"};
        }
        // Until every pass has run since the last change, in vain.
        size_t in_vain = 0;
        for (; in_vain < passes_.size() && out_.rounds < options_.most_rounds; ++out_.rounds) {
            for (size_t i = 0; i < passes_.size() && in_vain < passes_.size(); ++i) {
                const uint64_t before = out_.best->hash();
                if (!run_pass(*passes_[i], out_.passes[i])) return finish(false);
                in_vain = out_.best->hash() == before ? in_vain + 1 : 0;
            }
        }
        return finish(in_vain >= passes_.size());
    }

  private:
    bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

    Reduced finish(bool complete) {
        out_.complete = complete;
        out_.tests = workers_.started();
        out_.seconds = since(began_);
        return std::move(out_);
    }

    // False: stopped.
    bool run_pass(const Pass& pass, PassStats& stats) {
        const auto start = Clock::now();
        // What was accepted in earlier rounds says how much to hope for; at first everything.
        const double share = stats.proposed == 0
                                 ? 1
                                 : static_cast<double>(stats.accepted) / static_cast<double>(stats.proposed);
        bool goes_on = true;
        for (uint32_t level = 0; goes_on; ++level) {
            if (StatePtr tidied = out_.best->tidied()) out_.best = std::move(tidied);
            const std::unique_ptr<Proposal> proposal = pass.propose(*out_.best, level);
            if (!proposal) break;
            stats.proposed += proposal->count();
            if (proposal->count() == 0) continue;
            goes_on = search(*proposal, piece_for(share, proposal->count()), stats);
        }
        stats.seconds += since(start);
        return goes_on;
    }

    // False: stopped.
    bool search(const Proposal& proposal, size_t piece, PassStats& stats) {
        stats_ = &stats;
        Position now{Search(proposal.count(), piece), out_.best};
        std::deque<Ahead> ahead;
        while (true) {
            if (stopped()) break;
            look_ahead(proposal, now, ahead);
            if (ahead.empty()) return true;
            if (!wait_for(*ahead.front().question)) break;
            const Ahead first = std::move(ahead.front());
            ahead.pop_front();
            const bool success = first.question->answer() == Answer::Yes;
            ++stats.tested;
            now = first.from;
            advance(now, success, first.candidate);
            if (success != first.guess) drop(ahead);
        }
        drop(ahead);
        return false;
    }

    // Fills the slots with what comes next if all guesses are right. What needs no test is passed over, and
    // where nothing is under way it is settled.
    void look_ahead(const Proposal& proposal, Position& now, std::deque<Ahead>& ahead) {
        Position position = now;
        if (!ahead.empty()) {
            position = ahead.back().from;
            position.tell(ahead.back().guess, ahead.back().candidate);
        }
        while (ahead.size() < options_.slots && !position.search.done() && !stopped()) {
            StatePtr candidate = built(proposal, position);
            const auto known = candidate ? memory_of(candidate->hash()) : std::optional(Answer::No);
            if (!known) {
                const bool guess = position.expects_success();
                ahead.push_back({position, candidate, asked(candidate), guess});
                position.tell(guess, candidate);
                continue;
            }
            const bool success = known == Answer::Yes;
            if (ahead.empty()) {
                ++(candidate ? stats_->remembered : stats_->empty);
                advance(now, success, candidate);
                position = now;
            } else {
                position.tell(success, candidate);
            }
        }
    }

    static StatePtr built(const Proposal& proposal, const Position& position) {
        const Search::Range range = position.search.next();
        std::vector<uint32_t> chosen(range.size());
        std::iota(chosen.begin(), chosen.end(), range.from);
        StatePtr candidate = proposal.apply(*position.base, chosen);
        return candidate && candidate->hash() != position.base->hash() ? candidate : nullptr;
    }

    void advance(Position& position, bool success, const StatePtr& candidate) {
        const Search::Range range = position.search.next();
        position.tell(success, candidate);
        if (!success) return;
        stats_->accepted += range.size();
        ++stats_->successes;
        out_.best = position.base;
        if (options_.on_better) options_.on_better(*out_.best);
    }

    // What was asked before, here or in an earlier run.
    std::optional<Answer> memory_of(uint64_t hash) const { return options_.memory.recall(hash); }

    // A test of the same state may be under way, from a guess that was wrong.
    QuestionPtr asked(const StatePtr& state) {
        QuestionPtr& question = under_way_[state->hash()];
        if (!question || question->dropped()) {
            question = std::make_shared<Question>(state);
            workers_.ask(question);
        }
        return question;
    }

    bool wait_for(const Question& question) {
        while (!workers_.wait(question, std::chrono::milliseconds(50)))
            if (stopped()) return false;
        collect();
        return true;
    }

    // Answers to questions that were dropped are of use all the same.
    void collect() {
        for (const QuestionPtr& question : workers_.answered()) {
            const uint64_t hash = question->state().hash();
            under_way_.erase(hash);
            options_.memory.keep(hash, question->answer());
            if (question->answer() == Answer::Unknown) ++out_.unknown;
            if (options_.on_answer) options_.on_answer(hash, question->answer());
        }
        if (options_.on_progress)
            options_.on_progress({stats_ ? std::string_view(stats_->name) : "start", out_.rounds,
                                  out_.best->size(), first_size_, workers_.started(), since(began_)});
    }

    bool ask_and_wait(const StatePtr& state) {
        if (const auto known = memory_of(state->hash())) return known == Answer::Yes;
        const QuestionPtr question = asked(state);
        return wait_for(*question) && question->answer() == Answer::Yes;
    }

    static void drop(std::deque<Ahead>& ahead) {
        for (const Ahead& each : ahead) each.question->drop();
        ahead.clear();
    }

    const std::span<const Pass* const> passes_;
    Options options_;
    Workers workers_;
    std::unordered_map<uint64_t, QuestionPtr> under_way_;
    const uint64_t first_size_;
    const Clock::time_point began_ = Clock::now();
    PassStats* stats_ = nullptr;
    Reduced out_;
};

} // namespace

base::Result<Reduced> reduce(StatePtr start, std::span<const Pass* const> passes, Interesting& interesting,
                             Options options) {
    return Engine(std::move(start), passes, interesting, std::move(options)).run();
}

std::string describe(std::span<const PassStats> passes) {
    std::string text = fmt::format("{:<26}{:>9}{:>9}{:>7}{:>11}{:>8}{:>10}{:>9}\n", "pass", "proposed",
                                   "accepted", "empty", "remembered", "tested", "successes", "seconds");
    for (const PassStats& pass : passes)
        text += fmt::format("{:<26}{:>9}{:>9}{:>7}{:>11}{:>8}{:>10}{:>9.2f}\n", pass.name, pass.proposed,
                            pass.accepted, pass.empty, pass.remembered, pass.tested, pass.successes,
                            pass.seconds);
    return text;
}

} // namespace assay::reduce
