// Crew: the worker threads, each with its own sandbox, between a queue of tasks and a queue of outcomes.
#pragma once

#include "campaign/shield.h"
#include "campaign/worker.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace assay::campaign {

class Crew {
  public:
    static base::Result<std::unique_ptr<Crew>> hire(const Config& config, Roster& roster,
                                                    const Shield& shield);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    void give(std::vector<Task> tasks);
    // The finished tasks; waits for one if there is none.
    std::vector<base::Result<Outcome>> take(std::chrono::milliseconds patience);
    // Ends all work: drops waiting tasks and cuts off running ones.
    void dismiss();
    uint64_t fence_cpu_us() const;

  private:
    Crew() = default;
    void work(Worker& worker);

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
