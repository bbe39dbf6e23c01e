#include "base/crew.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace rekindle {

struct Crew::State {
    std::mutex mutex;
    std::condition_variable begun, ended;
    std::uint64_t round = 0;
    unsigned busy = 0; // helpers that have not finished this round
    bool over = false;
    std::size_t jobs = 0;
    std::atomic<std::size_t> next{0};
    const std::function<void(std::size_t)>* work = nullptr;
    std::vector<std::thread> helpers;

    void take_jobs() {
        for (std::size_t job = next++; job < jobs; job = next++) (*work)(job);
    }
    void help() {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (true) {
            begun.wait(lock, [&] { return over || round != seen; });
            if (over) return;
            seen = round;
            lock.unlock();
            take_jobs();
            lock.lock();
            if (--busy == 0) ended.notify_one();
        }
    }
};

Crew::Crew(unsigned threads) : state_(std::make_unique<State>()) {
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 1; i < threads; ++i) state_->helpers.emplace_back([this] { state_->help(); });
}

Crew::~Crew() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->over = true;
    }
    state_->begun.notify_all();
    for (std::thread& helper : state_->helpers) helper.join();
}

unsigned Crew::threads() const { return static_cast<unsigned>(state_->helpers.size()) + 1; }

void Crew::run(std::size_t jobs, const std::function<void(std::size_t)>& work) {
    State& state = *state_;
    {
        const std::lock_guard lock(state.mutex);
        state.jobs = jobs;
        state.next = 0;
        state.work = &work;
        state.busy = static_cast<unsigned>(state.helpers.size());
        ++state.round;
    }
    if (!state.helpers.empty()) state.begun.notify_all();
    state.take_jobs();
    std::unique_lock lock(state.mutex);
    state.ended.wait(lock, [&] { return state.busy == 0; });
}

} // namespace rekindle
