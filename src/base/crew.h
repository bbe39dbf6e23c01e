#pragma once
// A few threads that share jobs numbered 0, 1, 2, …: for work whose result does not depend on who does which
// job. One thread (the caller's) starts none.

#include <cstddef>
#include <functional>
#include <memory>

namespace rekindle {

class Crew {
  public:
    // At least one; 0: as many as the machine has.
    explicit Crew(unsigned threads);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    unsigned threads() const;
    // Returns when all jobs are done. The caller works too. Not to be called from inside a job.
    void run(std::size_t jobs, const std::function<void(std::size_t job)>& work);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace rekindle
