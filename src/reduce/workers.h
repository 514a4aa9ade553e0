// Workers: one thread per slot that asks an Interesting.
#pragma once

#include "reduce/state.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace assay::reduce {

// One question, shared by the asker and the worker.
class Question {
  public:
    explicit Question(StatePtr about) : state_(std::move(about)) {}
    const State& state() const { return *state_; }

    // The asker no longer needs it: it is not started if it still waits.
    void drop();
    bool dropped() const { return stage_ == Stage::Dropped; }
    Answer answer() const { return answer_; } // valid once answered

  private:
    friend class Workers;
    enum class Stage : uint8_t { Waiting, Running, Answered, Dropped };
    bool begin();

    const StatePtr state_;
    std::atomic<Stage> stage_ = Stage::Waiting;
    Answer answer_ = Answer::Unknown;
};
using QuestionPtr = std::shared_ptr<Question>;

class Workers {
  public:
    Workers(Interesting& interesting, unsigned slots);
    ~Workers(); // waits for running tests
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void ask(QuestionPtr question);
    // Waits for the answer or `timeout`; true: it is answered.
    bool wait(const Question& question, std::chrono::milliseconds timeout);
    // The questions answered since the last call, dropped or not.
    std::vector<QuestionPtr> answered();
    uint64_t started() const { return started_; }

  private:
    void work(unsigned slot);

    Interesting& interesting_;
    std::mutex lock_;
    std::condition_variable asked_, told_;
    std::deque<QuestionPtr> open_;
    std::vector<QuestionPtr> answered_;
    bool closing_ = false;
    std::atomic<uint64_t> started_ = 0;
    std::vector<std::thread> threads_;
};

} // namespace assay::reduce
