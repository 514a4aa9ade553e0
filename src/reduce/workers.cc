#include "reduce/workers.h"

#include <algorithm>
#include <utility>

namespace assay::reduce {

void Question::drop() {
    Stage waiting = Stage::Waiting;
    stage_.compare_exchange_strong(waiting, Stage::Dropped);
}

bool Question::begin() {
    Stage waiting = Stage::Waiting;
    return stage_.compare_exchange_strong(waiting, Stage::Running);
}

Workers::Workers(Interesting& interesting, unsigned slots) : interesting_(interesting) {
    for (unsigned slot = 0; slot < std::max(slots, 1u); ++slot)
        threads_.emplace_back([this, slot] { work(slot); });
}

Workers::~Workers() {
    {
        const std::lock_guard guard(lock_);
        closing_ = true;
    }
    asked_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Workers::ask(QuestionPtr question) {
    {
        const std::lock_guard guard(lock_);
        open_.push_back(std::move(question));
    }
    asked_.notify_one();
}

bool Workers::wait(const Question& question, std::chrono::milliseconds timeout) {
    std::unique_lock guard(lock_);
    told_.wait_for(guard, timeout, [&] { return question.stage_ == Question::Stage::Answered; });
    return question.stage_ == Question::Stage::Answered;
}

std::vector<QuestionPtr> Workers::answered() {
    const std::lock_guard guard(lock_);
    return std::exchange(answered_, {});
}

void Workers::work(unsigned slot) {
    std::unique_lock guard(lock_);
    while (true) {
        asked_.wait(guard, [&] { return closing_ || !open_.empty(); });
        if (closing_) return;
        const QuestionPtr question = std::move(open_.front());
        open_.pop_front();
        if (!question->begin()) continue;
        ++started_;
        guard.unlock();
        const Answer answer = interesting_.test(question->state(), slot);
        guard.lock();
        question->answer_ = answer;
        question->stage_ = Question::Stage::Answered;
        answered_.push_back(question);
        told_.notify_all();
    }
}

} // namespace assay::reduce
