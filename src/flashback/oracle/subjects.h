#pragma once
// Subjects for proof/lockstep.h: the C++ world, and a recorded trace of the oracle. Tables: "world" (one
// row), "entity" (a row each), "room" (a row a room byte: its list), "messages" (a row an entity: sender *
// 65536 + number).

#include "flashback/oracle/input_script.h"
#include "flashback/oracle/run.h"
#include "proof/lockstep.h"

namespace rekindle::flashback::oracle {

// Start::more: "skill", and "start room", "start x", "start y" where the run has a start place.
proof::Scenario scenario_of(const InputScript& script, std::string name);

class WorldSubject final : public proof::Subject {
  public:
    explicit WorldSubject(Run::LoadLevel load_level) : load_level_(std::move(load_level)) {}
    std::string name() const override { return "this engine"; }
    Expected<void> load(const proof::Start& start) override;
    Expected<bool> step(const proof::Input& input) override;
    const proof::State& rows() const override { return state_; }
    Expected<bool> ask(const proof::Question& question) override;

  private:
    void describe();
    Run::LoadLevel load_level_;
    std::optional<Run> run_;
    proof::State state_;
};

// Plays a trace back, whatever the inputs are.
class TraceSubject final : public proof::Subject {
  public:
    // `file` names it in errors. The text must live as long as this object.
    TraceSubject(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}
    std::string name() const override { return "the oracle"; }
    Expected<void> load(const proof::Start& start) override;
    Expected<bool> step(const proof::Input& input) override;
    const proof::State& rows() const override { return state_; }
    Expected<bool> ask(const proof::Question& question) override;

  private:
    Expected<void> read_block(); // from behind a T line to the next
    Expected<void> read_line(std::string_view line);
    tl::unexpected<Error> damaged(std::string_view line) const;
    std::string_view text_;
    std::string file_;
    std::size_t at_ = 0, line_at_ = 0;
    bool over_ = false;
    proof::State state_;
};

} // namespace rekindle::flashback::oracle
