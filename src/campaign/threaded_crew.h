// ThreadedCrew: worker threads, each with its own sandbox, between a queue of tasks and a queue of outcomes.
#pragma once

#include "campaign/crew.h"
#include "campaign/shield.h"
#include "campaign/worker.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace assay::campaign {

class ThreadedCrew final : public Crew {
  public:
    static base::Result<std::unique_ptr<ThreadedCrew>> hire(const Config& config, Roster& roster,
                                                            const Shield& shield);
    ~ThreadedCrew() override;
    ThreadedCrew(const ThreadedCrew&) = delete;
    ThreadedCrew& operator=(const ThreadedCrew&) = delete;

    void give(std::vector<Task> tasks) override;
    std::vector<base::Result<Outcome>> take(std::chrono::milliseconds patience) override;
    void dismiss() override;
    uint64_t fence_cpu_us() const override;

  private:
    ThreadedCrew() = default;
    void work(Worker& worker);
    bool perform(Worker& worker, const Task& task); // false: there is no memory for the outcome

    mutable std::mutex mutex_;
    std::condition_variable to_do_changed_, done_changed_;
    std::deque<Task> to_do_;
    std::vector<base::Result<Outcome>> done_;
    bool dismissed_ = false;
    std::atomic<bool> stop_ = false;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
};

} // namespace assay::campaign
