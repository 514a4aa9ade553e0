#include "campaign/threaded_crew.h"

#include <new>

namespace assay::campaign {

using base::Result;

Result<std::unique_ptr<ThreadedCrew>> ThreadedCrew::hire(const Config& config, Roster& roster,
                                                         const Shield& shield) {
    std::unique_ptr<ThreadedCrew> crew(new ThreadedCrew());
    const sandbox::Means means = means_for(*roster.tools());
    // All sandboxes before the first thread: a sandbox forks.
    for (unsigned i = 0; i < config.jobs; ++i) {
        auto sandbox = sandbox::Sandbox::open(means);
        if (!sandbox) return sandbox.error();
        crew->workers_.push_back(
            std::make_unique<Worker>(config, roster, shield, std::move(*sandbox), crew->stop_));
    }
    for (const auto& worker : crew->workers_)
        crew->threads_.emplace_back([crew = crew.get(), worker = worker.get()] { crew->work(*worker); });
    return crew;
}

ThreadedCrew::~ThreadedCrew() { ThreadedCrew::dismiss(); }

void ThreadedCrew::dismiss() {
    {
        const std::lock_guard lock(mutex_);
        dismissed_ = stop_ = true;
        to_do_.clear();
    }
    to_do_changed_.notify_all();
    for (const auto& worker : workers_) worker->stop();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

void ThreadedCrew::work(Worker& worker) {
    while (true) {
        std::unique_lock lock(mutex_);
        to_do_changed_.wait(lock, [&] { return dismissed_ || !to_do_.empty(); });
        if (dismissed_) return;
        const Task task = std::move(to_do_.front());
        to_do_.pop_front();
        lock.unlock();
        // A machine that is short of memory for a moment must not end the hunt.
        while (!perform(worker, task)) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

bool ThreadedCrew::perform(Worker& worker, const Task& task) {
    try {
        Result<Outcome> outcome = worker.perform(task);
        {
            const std::lock_guard lock(mutex_);
            if (dismissed_ && !outcome) return true; // cut off
            done_.push_back(std::move(outcome));
        }
        done_changed_.notify_one();
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void ThreadedCrew::give(std::vector<Task> tasks) {
    {
        const std::lock_guard lock(mutex_);
        // Tests are handed out ahead of time; what is told about findings decides which ones are worth it.
        for (Task& task : tasks) {
            const bool is_test = std::holds_alternative<TestTask>(task);
            to_do_.insert(is_test ? to_do_.end() : to_do_.begin(), std::move(task));
        }
    }
    to_do_changed_.notify_all();
}

std::vector<Result<Outcome>> ThreadedCrew::take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    done_changed_.wait_for(lock, patience, [&] { return !done_.empty(); });
    return std::exchange(done_, {});
}

uint64_t ThreadedCrew::fence_cpu_us() const {
    uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->fence_cpu_us();
    return sum;
}

} // namespace assay::campaign
